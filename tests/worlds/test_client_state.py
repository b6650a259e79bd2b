"""The state of client-side sites in Python, against the page's own functions in Chromium."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from browserenv.browser.launch import find_chromium
from browserenv.worlds.client_state import diff, flat, nested, read_state, rows, untrusted

CLIENT = Path(__file__).parents[2] / "sites" / "kit" / "client"
NAMES = ["events", "calendars", "tasks"]
ALL_OF_THEM = """async ([source, cases, names]) => {
  const kit = await import("data:text/javascript;charset=utf-8," + encodeURIComponent(source));
  return cases.map(([before, after, log]) => {
    const changes = kit.diff(before, after);
    return {diff: changes, flat: kit.flat(changes, names), nested: kit.nested(changes, names),
            untrusted: kit.untrusted(changes, log)};
  });
}"""
State = dict[str, dict[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def in_chromium() -> Iterator[Callable[[list[Any]], list[dict[str, Any]]]]:
    """What the kit's ``diff.js`` makes of cases."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        yield lambda cases: page.evaluate(ALL_OF_THEM, [(CLIENT / "diff.js").read_text(), cases, NAMES])
        browser.close()


def drawn_value(random: Random) -> Any:
    return random.choice([0, 1, True, False, None, "", "1", "Ä \ud83d\ude00", 2.5, [], [1, "a"], {"b": 1, "a": [True]}])


def drawn_state(random: Random) -> State:
    def drawn_rows() -> dict[str, dict[str, Any]]:
        numbers = random.sample(range(6), random.randrange(5))
        return {f"r{n}": {"id": f"r{n}", "x": drawn_value(random), "y": drawn_value(random)} for n in numbers}

    return {name: drawn_rows() for name in random.sample(NAMES, random.randrange(1, 4))}


def changed(random: Random, state: State) -> State:
    after = {name: {key: dict(row) for key, row in kept.items()} for name, kept in state.items()}
    for kept in after.values():
        for key in list(kept):
            what = random.randrange(5)
            if what == 0:
                del kept[key]
            elif what == 1:
                kept[key]["x"] = drawn_value(random)
            elif what == 2:
                kept[key] = dict(reversed(kept[key].items()))  # another order of keys is no change
        if random.random() < 0.4:
            kept["new"] = {"id": "new", "x": drawn_value(random)}
    return after


def drawn_log(random: Random) -> list[dict[str, Any]]:
    keys = [(name, f"r{n}") for name in NAMES for n in range(6)] + [("events", "new")]
    return [
        {"collection": name, "id": key, "trusted": random.random() < 0.7}
        for name, key in random.choices(keys, k=random.randrange(12))
    ]


def test_python_and_the_page_agree_on_three_hundred_drawn_states(in_chromium: Any) -> None:
    random = Random(4)
    cases = []
    for _ in range(300):
        before = drawn_state(random)
        cases.append((before, changed(random, before), drawn_log(random)))
    n_changed = 0
    for (before, after, log), theirs in zip(cases, in_chromium(cases), strict=True):
        found = diff(before, after)
        ours = {"diff": found, "flat": flat(found, NAMES), "nested": nested(found, NAMES)}
        n_changed += bool(found)
        assert json.dumps(ours, sort_keys=True) == json.dumps(
            {key: theirs[key] for key in ours}, sort_keys=True
        )  # texts, since True == 1 in Python
        assert untrusted(found, log) == theirs["untrusted"]
    assert 100 < n_changed < 300


def test_true_is_not_one_and_two_is_two_point_zero() -> None:
    text = '{"schema": 1, "version": 3, "log": [], "collections": {"events": {"a": {"id": "a", "n": %s}}}}'
    seed = {"events": {"a": {"id": "a", "n": 2}}}
    assert diff(seed, read_state(text % "2.0", 1).collections) == {}
    one = {"events": {"a": {"id": "a", "n": 1}}}
    assert diff(one, read_state(text % "true", 1).collections)["events"]["updated"].keys() == {"a"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '{"schema": 2, "version": 0, "collections": {}, "log": []}',
        '{"schema": 1, "version": 0, "collections": [], "log": []}',
        '{"schema": 1, "version": 0, "collections": {}}',
        '{"schema": 1, "version": 0, "collections": {"events": 7}, "log": []}',
        '{"schema": 1, "version": 0, "collections": {"events": {"a": 7}}, "log": []}',
    ],
)
def test_what_no_page_would_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_state(text, 1)


def test_rows_are_found_by_equal_columns_in_order_of_id() -> None:
    state: State = {
        "events": {
            "b": {"id": "b", "day": 1, "guests": []},
            "a": {"id": "a", "day": 1, "guests": ["Sam"]},
            "c": {"id": "c", "day": True, "guests": []},
        },
        "tasks": {},
    }
    assert [row["id"] for row in rows(state, "events", {"day": 1})] == ["a", "b"]
    assert [row["id"] for row in rows(state, "events", {"guests": ["Sam"]})] == ["a"]
    assert rows(state, "tasks", {"anything": 1}) == []
    with pytest.raises(KeyError, match="no collection 'event'; there are events, tasks"):
        rows(state, "event", {})
    with pytest.raises(KeyError, match="no column 'guest' in events; there are id, day, guests"):
        rows(state, "events", {"guest": 1})
