"""Reading a state by a query that is plain JSON: what tasks draw their facts with. No text of it ever becomes SQL.

    {"collection": "submissions",
     "give": {"id": "id", "title": "title", "forum": "forum_id.name",
              "n_votes": {"count": "submission_votes", "by": "submission_id", "where": {"choice": 1}}},
     "where": {"visibility": "visible", "forum_id.name": "books", "n_votes": {"from": 1}},
     "unique": ["title"],
     "order": ["-net_score"],
     "limit": 2, "offset": 0}

``give`` names the fields of the answer: a column, a column of the row that a foreign key leads to (``forum_id.name``,
to any depth), or the number of rows of another collection that refer to this one. ``where`` compares columns and
counted fields with a literal or with ``not``, ``one_of``, ``none_of``, ``from``, ``to``, ``includes`` or ``matches``
(a regular expression for the whole text); several of these must all hold. ``unique``: no other row of the collection
has the same value. ``order``: columns or counted fields, a minus for descending; rows that are equal come by id.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from typing import Any

Query = Mapping[str, Any]
Row = dict[str, Any]

_KEYS = frozenset({"collection", "give", "where", "unique", "order", "limit", "offset"})
_NAME = re.compile(r"[a-z_][a-z0-9_]*", re.IGNORECASE)


def select_rows(db: sqlite3.Connection, query: Query) -> list[Row]:
    """The rows that fit, with the fields of ``give``. Raises ``KeyError`` for a key, collection or column not known."""
    select = _Select(db, query)
    db.create_function("REGEXP", 2, _matches, deterministic=True)
    names = list(query.get("give") or {"id": "id"})
    fields = ", ".join(f'{select.field(name)} AS "{name}"' for name in names)
    # The order of calls matters: joins and bound values come to be as fields and conditions are written.
    where, order = select.where(), select.order()
    sql = f"SELECT {fields} FROM {select.tables()} WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
    bound = [*select.values, query.get("limit", -1), query.get("offset", 0)]
    return [dict(zip(names, row, strict=True)) for row in db.execute(sql, bound)]


def count_rows(db: sqlite3.Connection, query: Query) -> int:
    """How many rows fit."""
    select = _Select(db, query)
    db.create_function("REGEXP", 2, _matches, deterministic=True)
    where = select.where()
    found = db.execute(f"SELECT count(*) FROM {select.tables()} WHERE {where}", select.values).fetchone()
    return int(found[0])


def _matches(pattern: str, value: object) -> bool:
    return value is not None and re.fullmatch(pattern, str(value), re.DOTALL) is not None


class _Select:
    """One query on its way to SQL: every name is looked up in the schema, every value is bound."""

    def __init__(self, db: sqlite3.Connection, query: Query, alias: str = "r") -> None:
        if unknown := sorted(query.keys() - _KEYS):
            raise KeyError(f"unknown key {unknown[0]!r} in a query; there are {', '.join(sorted(_KEYS))}")
        self.db = db
        self.query = query
        self.alias = alias
        self.collection = self._known_collection(str(query["collection"]))
        self.values: list[Any] = []
        self._joins: dict[str, tuple[str, str]] = {}  # path: the collection and the SQL that joins it

    def tables(self) -> str:
        """The collection and all that was joined so far."""
        return " ".join([f"{self.collection} {self.alias}", *(sql for _, sql in self._joins.values())])

    def field(self, name: str) -> str:
        """The SQL of a field of ``give``, or of a column."""
        if not _NAME.fullmatch(name.replace(".", "_")):
            raise KeyError(f"{name!r} is no name of a field")
        given = (self.query.get("give") or {}).get(name, name)
        return self._count(given) if isinstance(given, Mapping) else self._column(str(given))

    def where(self) -> str:
        terms = [self._term(name, wanted) for name, wanted in (self.query.get("where") or {}).items()]
        return " AND ".join([*terms, *map(self._unique, self.query.get("unique") or ())]) or "1"

    def order(self) -> str:
        keys = [str(key) for key in self.query.get("order") or ()]
        terms = [f"{self.field(key.removeprefix('-'))} {'DESC' if key.startswith('-') else 'ASC'}" for key in keys]
        return ", ".join([*terms, f"{self.alias}.id"])

    def _column(self, path: str) -> str:
        *steps, column = path.split(".")
        table, alias, walked = self.collection, self.alias, ""
        for step in steps:
            walked = f"{walked}{step}."
            table, alias = self._joined(table, alias, step, walked)
        if column not in self._columns(table):
            raise KeyError(f"no column {column!r} in {table}; there are {', '.join(self._columns(table))}")
        return f'{alias}."{column}"'

    def _joined(self, table: str, alias: str, step: str, walked: str) -> tuple[str, str]:
        target = self._foreign_keys(table).get(step)
        if target is None:
            known = ", ".join(self._foreign_keys(table)) or "none"
            raise KeyError(f"column {step!r} of {table} leads to no other collection; those that do: {known}")
        new = f"{self.alias}_{walked.replace('.', '_')}"
        self._joins.setdefault(walked, (target, f'LEFT JOIN {target} {new} ON {new}.id = {alias}."{step}"'))
        return target, new

    def _count(self, wanted: Mapping[str, Any]) -> str:
        inner = _Select(
            self.db, {"collection": wanted["count"], "where": wanted.get("where", {})}, alias=f"{self.alias}c"
        )
        by, where = inner.field(str(wanted["by"])), inner.where()
        self.values += inner.values
        return f"(SELECT count(*) FROM {inner.tables()} WHERE {by} = {self.alias}.id AND {where})"

    def _term(self, name: str, wanted: Any) -> str:
        if not isinstance(wanted, Mapping):
            wanted = {"is": wanted}
        return " AND ".join(self._comparison(name, kind, value) for kind, value in wanted.items())

    def _comparison(self, name: str, kind: str, value: Any) -> str:
        field = self.field(name)
        if kind in ("one_of", "none_of"):
            self.values += list(value)
            marks = ", ".join("?" for _ in value)
            return f"{field} {'IN' if kind == 'one_of' else 'NOT IN'} ({marks})"
        comparisons = {
            "is": f"{field} IS ?",
            "not": f"{field} IS NOT ?",
            "from": f"{field} >= ?",
            "to": f"{field} <= ?",
            "includes": f"instr({field}, ?) > 0",
            "matches": f"REGEXP(?, {field})",
        }
        if kind not in comparisons:
            raise KeyError(f"unknown comparison {kind!r}; there are {', '.join([*comparisons, 'one_of', 'none_of'])}")
        self.values.append(value)
        return comparisons[kind]

    def _unique(self, column: str) -> str:
        found = self._column(column)
        if "." in column:
            raise KeyError(f"{column!r} is of another collection; unique takes the collection's own columns")
        return f'{found} IN (SELECT "{column}" FROM {self.collection} GROUP BY 1 HAVING count(*) = 1)'

    def _columns(self, table: str) -> list[str]:
        return [name for (name,) in self.db.execute("SELECT name FROM pragma_table_info(?)", [table])]

    def _foreign_keys(self, table: str) -> dict[str, str]:
        rows = self.db.execute('SELECT "from", "table" FROM pragma_foreign_key_list(?)', [table])
        return dict(rows)

    def _known_collection(self, name: str) -> str:
        tables = [name for (name,) in self.db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        if name not in tables or not _NAME.fullmatch(name) or name.startswith("_"):
            raise KeyError(f"no collection {name!r}")
        return name
