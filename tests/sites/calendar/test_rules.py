"""The expander of repeat rules against python-dateutil, on some hundreds of drawn rules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from dateutil.rrule import rrulestr
from playwright.sync_api import Page

DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
EXPAND = """async (cases) => {
    const {expand, parseRule, formatRule} = await import('/static/rules.js');
    return cases.map(({text, start, from, to, until}) => ({
        starts: expand(parseRule(text), start, from, to, until ?? Infinity), again: formatRule(parseRule(text))}));
}"""


def ms(moment: datetime) -> int:
    return int(moment.replace(tzinfo=UTC).timestamp() * 1000)


def draw(random: Random) -> dict[str, Any]:
    freq = random.choice(("DAILY", "WEEKLY", "MONTHLY", "YEARLY"))
    words = [f"FREQ={freq}"]
    if random.random() < 0.5:
        words.append(f"INTERVAL={random.randint(2, 5)}")
    if random.random() < 0.6:
        chosen = random.sample(DAYS, random.randint(1, 3))
        # All with an ordinal or none: dateutil takes a mixture for both at once, RFC 5545 for either.
        ordinals = freq in ("MONTHLY", "YEARLY") and random.random() < 0.6
        words.append(
            "BYDAY=" + ",".join((random.choice(("1", "2", "-1", "3")) if ordinals else "") + d for d in chosen)
        )
    ordinal_year = freq == "YEARLY" and len(words[-1]) > len("BYDAY=") and words[-1][6] in "-123"
    if freq != "WEEKLY" and not ordinal_year and random.random() < 0.35:
        words.append(f"BYMONTHDAY={','.join(str(n) for n in random.sample((1, 5, 13, 15, 28, 30, 31, -1, -2), 2))}")
    if random.random() < 0.3:
        words.append(f"BYMONTH={','.join(str(n) for n in sorted(random.sample(range(1, 13), 3)))}")
    if freq == "MONTHLY" and "BYDAY" in words[-1] and random.random() < 0.3:
        words.append(f"BYSETPOS={random.choice((1, -1, 2))}")
    if random.random() < 0.3:
        words.append(f"WKST={random.choice(('SU', 'MO'))}")
    start = datetime(2022, 1, 1) + timedelta(days=random.randint(0, 900), minutes=15 * random.randint(0, 95))
    case: dict[str, Any] = {"start": start, "until": None}
    if random.random() < 0.4:
        words.append(f"COUNT={random.randint(1, 40)}")
    elif random.random() < 0.4:
        case["until"] = start + timedelta(days=random.randint(0, 700))
    case["from"] = start + timedelta(days=random.randint(-60, 800))
    case["to"] = case["from"] + timedelta(days=random.choice((1, 7, 42, 400)))
    return case | {"text": ";".join(words)}


def expected(case: dict[str, Any]) -> list[int]:
    rule = rrulestr(case["text"], dtstart=case["start"])
    found = []
    for moment in rule.xafter(case["from"] - timedelta(seconds=1)):
        if moment >= case["to"] or (case["until"] and moment > case["until"]):
            break
        found.append(ms(moment))
    return found


def test_six_hundred_drawn_rules_expand_as_dateutil_says(page: Page) -> None:
    random = Random(580)
    cases = [draw(random) for _ in range(600)]
    asked = [{**case, **{n: ms(case[n]) for n in ("start", "from", "to", "until") if case[n]}} for case in cases]
    answers = page.evaluate(EXPAND, asked)
    n_found = 0
    for case, answer in zip(cases, answers, strict=True):
        assert answer["starts"] == expected(case), case
        n_found += len(answer["starts"])
    assert n_found > 2000


def test_a_rule_is_written_as_it_was_read(page: Page) -> None:
    random = Random(581)
    asked = [
        {**case, **{n: ms(case[n]) for n in ("start", "from", "to", "until") if case[n]}}
        for case in (draw(random) for _ in range(100))
    ]
    for case, answer in zip(asked, page.evaluate(EXPAND, asked), strict=True):
        assert sorted(answer["again"].split(";")) == sorted(w for w in case["text"].split(";") if w != "WKST=MO")


@pytest.mark.parametrize(
    ("text", "fault"),
    [("FREQ=HOURLY", "no FREQ"), ("FREQ=DAILY;BYHOUR=9", "no part BYHOUR"), ("FREQ=WEEKLY;BYDAY=XX", "no weekday XX")],
)
def test_a_rule_outside_the_subset_is_refused(page: Page, text: str, fault: str) -> None:
    said = page.evaluate(
        """async (text) => { const {parseRule} = await import('/static/rules.js');
            try { parseRule(text); return ''; } catch (error) { return error.message; } }""",
        text,
    )
    assert fault in said


def test_series_keep_their_local_time_across_a_clock_change(open_world: Callable[..., Page]) -> None:
    event = {
        "id": "e900", "title": "Choir", "start": "2023-10-20T16:00:00.000Z", "end": "2023-10-20T17:00:00.000Z",
        "timeZone": "Europe/Berlin", "calendar": "personal", "rrule": "FREQ=WEEKLY;BYDAY=FR",
    }  # fmt: skip
    page = open_world({"events": [event]}, "/day/2023-10-27")
    page.get_by_role("button", name="Choir, 4:00 to 5:00 PM").wait_for()
    page.goto("/day/2023-11-03")
    page.get_by_role("button", name="Choir, 5:00 to 6:00 PM").wait_for()
