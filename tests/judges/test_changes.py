"""The exact expected change: default deny, matchers, rows in any order."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.judges.evidence import Evidence
from browserenv.judges.judge import judge_changes
from browserenv.judges.verdict import Outcome, Verdict
from browserenv.tasks.changes import Changes

ANN = {"lookup": {"collection": "users", "where": {"name": "Ann"}}}
ROWS = {'forum:users {"name": "Ann"}': [{"id": 5, "name": "Ann"}]}


def diff(collection: str, **kinds: dict[str, Any]) -> dict[str, Any]:
    return {collection: {"added": {}, "updated": {}, "deleted": {}, **kinds}}


def update(before: dict[str, Any], **after: Any) -> dict[str, Any]:
    return {"before": before, "after": {**before, **after}}


def look(expected: dict[str, Any], seen: dict[str, Any], **evidence: Any) -> tuple[Verdict, list[str]]:
    changes = Changes.model_validate({"forum": expected})
    changes.verify()
    content = {
        "diff": {"forum": seen},
        "rows": ROWS,
        "ignored": {"forum": {"posts": ["score"], "forums": ["subscribers"]}},
        **evidence,
    }
    verdict, effects = judge_changes(changes, Evidence.model_validate(content))
    return verdict, [str(effect) for effect in effects]


POST = {"id": 7, "title": "Hi", "locked": 0, "score": 3}

# (expected, diff, should it pass)
TABLE: list[tuple[str, dict[str, Any], dict[str, Any], bool]] = [
    ("nothing expected, nothing changed", {}, {}, True),
    ("nothing expected, one row added", {}, diff("posts", added={"7": POST}), False),
    ("nothing expected, one row updated", {}, diff("posts", updated={"7": update(POST, locked=1)}), False),
    ("nothing expected, one row deleted", {}, diff("posts", deleted={"7": POST}), False),
    ("derived columns never count", {}, diff("posts", updated={"7": update(POST, score=4)}), True),
    ("derived and another", {}, diff("posts", updated={"7": update(POST, score=4, locked=1)}), False),
    ("type alone changed", {}, diff("posts", updated={"7": update(POST, locked=False)}), False),
    ("added as wanted", {"posts": {"added": [{"title": "Hi"}]}}, diff("posts", added={"7": POST}), True),
    ("added, unnamed columns are free", {"posts": {"added": [{"id": 7}]}}, diff("posts", added={"7": POST}), True),
    ("added, wrong value", {"posts": {"added": [{"title": "Ho"}]}}, diff("posts", added={"7": POST}), False),
    ("added, wrong case", {"posts": {"added": [{"title": "hi"}]}}, diff("posts", added={"7": POST}), False),
    ("added, wrong type", {"posts": {"added": [{"locked": False}]}}, diff("posts", added={"7": POST}), False),
    ("added, text for number", {"posts": {"added": [{"locked": "0"}]}}, diff("posts", added={"7": POST}), False),
    ("added, number by value", {"posts": {"added": [{"locked": 0.0}]}}, diff("posts", added={"7": POST}), True),
    ("added, no such column", {"posts": {"added": [{"tilte": "Hi"}]}}, diff("posts", added={"7": POST}), False),
    ("added, null is not missing", {"posts": {"added": [{"body": None}]}}, diff("posts", added={"7": POST}), False),
    ("not added", {"posts": {"added": [{"title": "Hi"}]}}, {}, False),
    ("one too many", {"posts": {"added": [{"title": "Hi"}]}}, diff("posts", added={"7": POST, "8": POST}), False),
    (
        "elsewhere besides",
        {"posts": {"added": [{}]}},
        diff("posts", added={"7": POST}) | diff("x", added={"1": {}}),
        False,
    ),
    ("wildcard row", {"posts": {"added": [{}]}}, diff("posts", added={"7": POST}), True),
    (
        "exact names all",
        {"posts": {"added": [{"exact": True, "title": "Hi", "locked": 0}]}},
        diff("posts", added={"7": POST}),
        True,
    ),
    (
        "exact, one not named",
        {"posts": {"added": [{"exact": True, "title": "Hi"}]}},
        diff("posts", added={"7": POST}),
        False,
    ),
    ("deleted as wanted", {"posts": {"deleted": [{"id": 7}]}}, diff("posts", deleted={"7": POST}), True),
    ("another deleted", {"posts": {"deleted": [{"id": 8}]}}, diff("posts", deleted={"7": POST}), False),
    (
        "all deleted",
        {"posts": {"deleted": [{"id": 7}]}},
        diff("posts", deleted={"7": POST, "8": POST | {"id": 8}}),
        False,
    ),
    ("deleted for added", {"posts": {"added": [{"id": 7}]}}, diff("posts", deleted={"7": POST}), False),
    (
        "updated as wanted",
        {"posts": {"updated": [{"row": {"id": 7}, "to": {"locked": 1}}]}},
        diff("posts", updated={"7": update(POST, locked=1, score=9)}),
        True,
    ),
    (
        "updated, another column too",
        {"posts": {"updated": [{"row": {"id": 7}, "to": {"locked": 1}}]}},
        diff("posts", updated={"7": update(POST, locked=1, title="Ho")}),
        False,
    ),
    (
        "updated, wrong value",
        {"posts": {"updated": [{"row": {"id": 7}, "to": {"locked": 1}}]}},
        diff("posts", updated={"7": update(POST, locked=2)}),
        False,
    ),
    (
        "updated, another row",
        {"posts": {"updated": [{"row": {"title": "Hi"}, "to": {"locked": 1}}]}},
        diff("posts", updated={"7": update(POST | {"title": "Ho"}, locked=1)}),
        False,
    ),
    (
        "updated, named by the row as it was",
        {"posts": {"updated": [{"row": {"title": "Hi"}, "to": {"title": "Ho"}}]}},
        diff("posts", updated={"7": update(POST, title="Ho")}),
        True,
    ),
]


@pytest.mark.parametrize(("expected", "seen", "passes"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_table(expected: dict[str, Any], seen: dict[str, Any], passes: bool) -> None:
    verdict, _ = look(expected, seen)
    assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), verdict.reason


@pytest.mark.parametrize(
    ("matcher", "value", "fits"),
    [
        ({"any": True}, None, True),
        ({"equals": {"a": [1]}}, {"a": [1]}, True),
        ({"equals": None}, None, True),
        ({"equals": None}, "", False),
        ({"includes": ["New", "Post my novel"]}, "Post my  novel\r\nNew", True),
        ({"includes": ["New"]}, "News", False),
        ({"includes": ["New"]}, "new", False),
        ({"includes": ["New", "Old"]}, "New", False),
        ({"includes": ["ew"]}, "New", False),
        ({"includes": "C++"}, "I like C++.", True),
        ({"includes": "C++"}, "I like C++11.", True),
        ({"includes": "$5"}, "US$5", True),
        ({"includes": ["a"]}, ["a", "b"], True),
        ({"includes": ["a"]}, ["ab"], False),
        ({"includes": ["1"]}, 1, False),
        ({"one_of": [1, "x"]}, "x", True),
        ({"one_of": [1, "x"]}, True, False),
        ({"matches": "[a-z]+"}, "abc", True),
        ({"matches": "[a-z]+"}, "abc1", False),
        ({"matches": "[0-9]+"}, 12, False),
        ([1, 2], [1, 2], True),
        ([1, 2], [2, 1], False),
        (True, 1, False),
    ],
)
def test_matchers(matcher: Any, value: Any, fits: bool) -> None:
    verdict, _ = look({"posts": {"added": [{"x": matcher}]}}, diff("posts", added={"1": {"id": 1, "x": value}}))
    assert verdict.outcome is (Outcome.PASS if fits else Outcome.FAIL), verdict.reason


@pytest.mark.parametrize("order", [("1", "2"), ("2", "1")])
def test_two_rows_match_two_matchers_in_any_order(order: tuple[str, str]) -> None:
    rows = {"1": {"id": 1, "a": "x", "b": "y"}, "2": {"id": 2, "a": "x", "b": "z"}}
    seen = diff("posts", added={key: rows[key] for key in order})
    # The first matcher fits both rows, the second only one of them: taking rows as they come would fail.
    assert look({"posts": {"added": [{"a": "x"}, {"b": "y"}]}}, seen)[0].outcome is Outcome.PASS
    assert look({"posts": {"added": [{"a": "x"}, {"b": "z"}]}}, seen)[0].outcome is Outcome.PASS
    assert look({"posts": {"added": [{"b": "y"}, {"b": "y"}]}}, seen)[0].outcome is Outcome.FAIL


NEW_FORUM = {
    "forums": {"added": [{"name": "a"}]},
    "moderators": {"added": [{"forum_id": {"ref": "forums.0"}, "user_id": ANN}]},
}


@pytest.mark.parametrize(
    ("forum_id", "user_id", "passes"), [(9, 5, True), (8, 5, False), (9, 6, False), ("9", 5, False), (None, 5, False)]
)
def test_refs_and_lookups(forum_id: Any, user_id: int, passes: bool) -> None:
    seen = diff("forums", added={"9": {"id": 9, "name": "a"}})
    seen |= diff("moderators", added={"1": {"id": 1, "forum_id": forum_id, "user_id": user_id}})
    verdict, effects = look(NEW_FORUM, seen)
    assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), verdict.reason
    assert effects == []


@pytest.mark.parametrize("rows", [[], [{"id": 5}, {"id": 6}], [{"nmae": 1}]])
def test_a_lookup_without_one_row_fits_nothing(rows: list[dict[str, Any]]) -> None:
    seen = diff("forums", added={"9": {"id": 9, "name": "a"}})
    seen |= diff("moderators", added={"1": {"id": 1, "forum_id": 9, "user_id": 5}})
    verdict, _ = look(NEW_FORUM, seen, rows={next(iter(ROWS)): rows})
    assert verdict.outcome is Outcome.FAIL
    assert "no one row forum:users" in verdict.reason


def test_refs_decide_between_rows_that_look_alike() -> None:
    """Two equal forums, and moderators that pin down which is which: only trying both ways finds it."""
    expected = {
        "forums": {"added": [{"title": "T"}, {"title": "T"}]},
        "moderators": {"added": [{"forum_id": {"ref": "forums.0"}, "user_id": 1}]},
        "bans": {"added": [{"forum_id": {"ref": "forums.1"}, "name": {"ref": "forums.0.name"}}]},
    }
    for first, second in ((1, 2), (2, 1)):
        seen = diff("forums", added={str(i): {"id": i, "title": "T", "name": f"n{i}"} for i in (1, 2)})
        seen |= diff("moderators", added={"1": {"id": 1, "forum_id": first, "user_id": 1}})
        seen |= diff("bans", added={"1": {"id": 1, "forum_id": second, "name": f"n{first}"}})
        assert look(expected, seen)[0].outcome is Outcome.PASS
        seen["bans"]["added"]["1"]["name"] = f"n{second}"
        assert look(expected, seen)[0].outcome is Outcome.FAIL


def test_a_reply_to_a_new_comment_refers_within_its_collection() -> None:
    expected = {"comments": {"added": [{"parent_id": {"ref": "comments.1"}, "body": "b"}, {"body": "a"}]}}
    rows = {"3": {"id": 3, "body": "a", "parent_id": None}, "4": {"id": 4, "body": "b", "parent_id": 3}}
    assert look(expected, diff("comments", added=rows))[0].outcome is Outcome.PASS
    rows["4"] = {**rows["4"], "parent_id": 4}
    verdict, _ = look(expected, diff("comments", added=rows))
    assert (verdict.outcome, verdict.reason) == (Outcome.FAIL, "comments 4: parent_id is 4, not 3 (comments.1)")


def test_a_wrong_value_is_no_side_effect_but_a_second_row_is() -> None:
    seen = diff(
        "forums", added={"9": {"id": 9, "name": "b", "title": "T"}, "10": {"id": 10, "name": "c", "title": "U"}}
    )
    verdict, effects = look({"forums": {"added": [{"name": "a", "title": "T"}]}}, seen)
    assert verdict.reason == ("forums 9: name is 'b', not 'a'; side effect: forum forums 10 added: name 'c', title 'U'")
    assert effects == ["forum forums 10 added: name 'c', title 'U'"]


def test_side_effects_are_listed_one_by_one() -> None:
    seen = diff(
        "posts",
        added={"1": {"id": 1, "title": "spam"}},
        updated={"7": update(POST, locked=1, score=1)},
        deleted={"8": {"id": 8, "body": "gone"}},
    )
    verdict, effects = look({}, seen)
    assert effects == [
        "forum posts 1 added: title 'spam'",
        "forum posts 7 updated: locked 0 -> 1",
        "forum posts 8 deleted: body 'gone'",
    ]
    assert verdict.label == "no change"
    assert len(verdict.evidence["side_effects"]) == 3


def test_a_change_that_no_input_of_a_user_is_behind_fails_though_it_is_the_expected_one() -> None:
    seen = diff("posts", added={"7": POST})
    assert look({"posts": {"added": [{"id": 7}]}}, seen)[0].outcome is Outcome.PASS
    verdict, _ = look({"posts": {"added": [{"id": 7}]}}, seen, untrusted={"forum": ["posts/7"]})
    assert (verdict.outcome, verdict.reason) == (Outcome.FAIL, "forum: changed by no input of a user: posts/7")


def test_a_collection_that_the_site_has_not_is_indeterminate() -> None:
    seen = diff("posts", added={"7": POST})
    assert look({"posts": {"added": [{"id": 7}]}}, seen, collections={"forum": ["posts"]})[0].outcome is Outcome.PASS
    verdict, _ = look({"posts": {"added": [{"id": 7}]}}, seen, collections={"forum": ["post"]})
    assert (verdict.outcome, verdict.reason) == (
        Outcome.INDETERMINATE,
        "site 'forum' has no collection 'posts'; it has post",
    )


def test_a_row_that_agrees_in_nothing_named_is_a_side_effect_and_the_expected_one_missing() -> None:
    row = {"id": 9, "a": None, "subscribers": 1, "b": "x" * 50, "c": 2, "d": 3}
    verdict, effects = look({"forums": {"added": [{"name": "a"}]}}, diff("forums", added={"9": row}))
    effect = "forum forums 9 added: a None, b '" + "x" * 36 + "..., c 2"
    assert effects == [effect]
    assert verdict.reason == f"forums: an expected row was not added; side effect: {effect}"


def test_what_refers_to_a_row_with_a_wrong_value_is_held_against_that_row() -> None:
    expected = {
        "forums": {"added": [{"name": "a", "title": "T"}], "updated": [{"row": {"id": 1}, "to": {"title": "U"}}]},
        "moderators": {"added": [{"forum_id": {"ref": "forums.0"}, "user_id": 5}]},
    }
    seen = diff(
        "forums",
        added={"9": {"id": 9, "name": "b", "title": "T"}},
        updated={"1": update({"id": 1, "title": "T"}, title="U")},
    )
    seen |= diff("moderators", added={"1": {"id": 1, "forum_id": 9, "user_id": 5}})
    assert look(expected, seen)[0].reason == "forums 9: name is 'b', not 'a'"
    seen["moderators"]["added"]["1"]["forum_id"] = 8
    assert look(expected, seen)[0].reason == (
        "forums 9: name is 'b', not 'a'; moderators 1: forum_id is 8, not 9 (forums.0)"
    )


def test_the_missing_row_is_named() -> None:
    verdict, effects = look({"posts": {"added": [{"title": "Hi"}]}}, {})
    assert (verdict.reason, effects) == ("posts: an expected row was not added", [])
    assert verdict.label == "posts +1"


def test_many_problems_are_counted() -> None:
    seen = diff("posts", added={str(i): {"id": i, "title": f"t{i}"} for i in range(5)})
    assert look({}, seen)[0].reason == (
        "; ".join(f"side effect: forum posts {i} added: title 't{i}'" for i in range(3)) + " (and 2 more)"
    )
    del seen["posts"]["added"]["3"], seen["posts"]["added"]["4"]
    assert look({}, seen)[0].reason.endswith("title 't2'")


def test_what_was_not_seen_is_indeterminate() -> None:
    assert look({}, {}, diff={})[0].reason == "no diff of site 'forum' in the evidence"
    lost, _ = look({}, {}, missing={"state:forum": "site down"})
    assert (lost.outcome, lost.reason) == (Outcome.INDETERMINATE, "site down")
    seen = diff("forums", added={"9": {"id": 9, "name": "a"}}) | diff(
        "moderators", added={"1": {"forum_id": 9, "user_id": 5}}
    )
    unread, _ = look(NEW_FORUM, seen, rows={})
    assert (unread.outcome, unread.reason) == (
        Outcome.INDETERMINATE,
        'no rows forum:users {"name": "Ann"} in the evidence',
    )


def test_unknown_collection_is_the_tasks_fault() -> None:
    verdict, _ = look({"psots": {"added": [{}]}}, {}, collections={"forum": ["posts"]})
    assert (verdict.outcome, verdict.reason) == (
        Outcome.INDETERMINATE,
        "site 'forum' has no collection 'psots'; it has posts",
    )


def test_another_sites_failure_beats_what_is_not_known() -> None:
    changes = Changes.model_validate({"forum": {}, "shop": {}})
    evidence = Evidence.model_validate({"diff": {"shop": diff("orders", added={"1": {"id": 1}})}})
    verdict, effects = judge_changes(changes, evidence)
    assert verdict.outcome is Outcome.FAIL
    assert [effect.site for effect in effects] == ["shop"]


def test_a_malformed_diff_is_indeterminate() -> None:
    verdict, _ = look({}, {"posts": {"updated": {"1": {"before": {}}}}})
    assert verdict.outcome is Outcome.INDETERMINATE
    assert verdict.reason.startswith("the judge failed: KeyError")


FIFTY = {str(i): {"id": i, "payee": f"p{i}", "amount": i} for i in range(53)}
THREE = [{"payee": f"p{i}", "amount": {"any": True}} for i in (3, 17, 40)]


@pytest.mark.parametrize(
    ("ending", "kinds", "passes"),
    [
        ("right", {"deleted": {i: FIFTY[i] for i in ("3", "17", "40")}}, True),
        ("clear all", {"deleted": FIFTY}, False),
        ("one extra", {"deleted": {i: FIFTY[i] for i in ("3", "17", "40", "41")}}, False),
        (
            "one amount changed",
            {"deleted": {i: FIFTY[i] for i in ("3", "17", "40")}, "updated": {"5": update(FIFTY["5"], amount=0)}},
            False,
        ),
        ("only two", {"deleted": {i: FIFTY[i] for i in ("3", "17")}}, False),
    ],
)
def test_deletion_among_noise_rows(ending: str, kinds: dict[str, Any], passes: bool) -> None:
    verdict, _ = look({"payments": {"deleted": THREE}}, diff("payments", **kinds))
    assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), (ending, verdict.reason)
