"""Queries: the names that they read."""

from __future__ import annotations

import pytest

from browserenv.tasks.query import check_query, names_of


@pytest.mark.parametrize(
    ("query", "roots", "reads"),
    [
        ("diff.posts.added", {"diff"}, set()),
        ("rows.users[0].name", {"rows"}, {"users"}),
        ("rows.users[?diff=='x'].name | [0]", {"rows"}, {"users"}),
        ("max_by(rows.users, &score).name", {"rows"}, {"users"}),
        ("[rows.a, rows.b[*].c, diff.d]", {"rows", "diff"}, {"a", "b"}),
        ("{x: rows.a, y: length(keys(diff))}", {"rows", "diff"}, {"a"}),
        ("rows.a == rows.b && !diff.c", {"rows", "diff"}, {"a", "b"}),
        ("diff.*.added", {"diff"}, set()),
        ("rows.a[].b[]", {"rows"}, {"a"}),
        ("length(rows.a) > `2`", {"rows"}, {"a"}),
        ("before.x || after.y", {"before", "after"}, set()),
    ],
)
def test_names(query: str, roots: set[str], reads: set[str]) -> None:
    names = names_of(query)
    assert (names.roots, names.reads) == (roots, reads)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("diff.x ==", "query 'diff.x ==' is no JMESPath: "),
        ("dfif.x", "unknown name 'dfif' in query 'dfif.x'; did you mean 'diff'?"),
        ("diff.x || rws.y", "unknown name 'rws' in query 'diff.x || rws.y'; did you mean 'rows'?"),
        ("rows.uesrs", "unknown read 'rows.uesrs' in query 'rows.uesrs'; did you mean 'users'?"),
        ("lenth(diff)", "unknown function 'lenth' in query 'lenth(diff)'; did you mean 'length'?"),
        ("`1`", "query '`1`' reads neither diff nor rows, so its answer can never change"),
    ],
)
def test_flaws(query: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        check_query(query, {"users"})
    assert str(caught.value).startswith(message)


def test_rows_must_be_named() -> None:
    with pytest.raises(ValueError, match="reads rows, but the check names none under 'rows'"):
        check_query("length(rows)", set())
