"""Queries as plain JSON over a state: what they find, and what they refuse."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from browserenv.sites.kit.queries import count_rows, select_rows

SCHEMA = """
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
CREATE TABLE posts (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES people(id), title TEXT, score INTEGER);
CREATE TABLE votes (id INTEGER PRIMARY KEY, post_id INTEGER REFERENCES posts(id), choice INTEGER);
INSERT INTO people VALUES (1, 'Ann', 30), (2, 'Bo', NULL);
INSERT INTO posts VALUES (1, 1, 'one', 5), (2, 1, 'two', 7), (3, 2, 'two', 7), (4, NULL, 'a "b"', -1);
INSERT INTO votes VALUES (1, 1, 1), (2, 1, -1), (3, 2, 1);
"""


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA)
    yield connection
    connection.close()


def ids(db: sqlite3.Connection, **query: Any) -> list[int]:
    return [row["id"] for row in select_rows(db, {"collection": "posts", **query})]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({}, [1, 2, 3, 4]),
        ({"title": "two"}, [2, 3]),
        ({"title": {"not": "two"}}, [1, 4]),
        ({"person_id": None}, [4]),
        ({"person_id": {"not": None}}, [1, 2, 3]),
        ({"score": {"from": 0, "to": 6}}, [1]),
        ({"title": {"one_of": ["one", "two"]}, "id": {"none_of": [2]}}, [1, 3]),
        ({"title": {"includes": "w"}}, [2, 3]),
        ({"title": {"matches": '[^"]+'}}, [1, 2, 3]),
        ({"person_id.name": "Ann"}, [1, 2]),
        ({"person_id.name": {"not": "Ann"}}, [3, 4]),
        ({"person_id.name": {"matches": ".*"}}, [1, 2, 3]),
        ({"title": "two' OR 1=1 --"}, []),
    ],
)
def test_where(db: sqlite3.Connection, where: dict[str, Any], expected: list[int]) -> None:
    assert ids(db, where=where) == expected
    assert count_rows(db, {"collection": "posts", "where": where}) == len(expected)


def test_give_reads_columns_foreign_rows_and_counts(db: sqlite3.Connection) -> None:
    ups = {"count": "votes", "by": "post_id", "where": {"choice": 1}}
    give = {"id": "id", "author": "person_id.name", "ups": ups}
    assert select_rows(db, {"collection": "posts", "give": give, "where": {"ups": {"from": 1}}}) == [
        {"id": 1, "author": "Ann", "ups": 1},
        {"id": 2, "author": "Ann", "ups": 1},
    ]
    assert count_rows(db, {"collection": "posts", "give": give, "where": {"ups": 0}}) == 2


def test_counts_follow_foreign_keys_of_the_counted_rows(db: sqlite3.Connection) -> None:
    mine = {"count": "votes", "by": "post_id", "where": {"post_id.person_id.name": "Ann"}}
    assert ids(db, give={"id": "id", "n": mine}, order=["-n"]) == [1, 2, 3, 4]


def test_unique_leaves_out_values_that_several_rows_have(db: sqlite3.Connection) -> None:
    assert ids(db, unique=["title"]) == [1, 4]


def test_order_limit_and_offset_with_equal_rows_by_id(db: sqlite3.Connection) -> None:
    assert ids(db, order=["-score"]) == [2, 3, 1, 4]
    assert ids(db, order=["-score"], limit=2, offset=1) == [3, 1]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"collection": "nothing"}, "no collection 'nothing'"),
        ({"collection": "sqlite_schema"}, "no collection 'sqlite_schema'"),
        ({"collection": "posts", "wher": {}}, "unknown key 'wher' in a query"),
        ({"collection": "posts", "where": {"titel": 1}}, "no column 'titel' in posts"),
        ({"collection": "posts", "where": {"title.name": 1}}, "column 'title' of posts leads to no other collection"),
        ({"collection": "posts", "where": {"title": {"like": "x"}}}, "unknown comparison 'like'"),
        ({"collection": "posts", "order": ["1; DROP TABLE posts"]}, "'1; DROP TABLE posts' is no name of a field"),
        ({"collection": "posts", "give": {"x y": "id"}}, "'x y' is no name of a field"),
        ({"collection": "posts", "unique": ["person_id.name"]}, "is of another collection"),
    ],
)
def test_what_is_not_known_is_refused(db: sqlite3.Connection, query: dict[str, Any], message: str) -> None:
    with pytest.raises(KeyError) as caught:
        select_rows(db, query)
    assert message in str(caught.value.args[0])
