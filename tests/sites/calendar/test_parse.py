from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

DAY = """async ([text, near]) => {
    const {parseDay} = await import('/static/parse.js'); const {isoDay, fromIsoDay} = await import('/static/dates.js');
    const day = parseDay(text, fromIsoDay(near)); return day === null ? null : isoDay(day); }"""
TIME = "async (text) => (await import('/static/parse.js')).parseTime(text)"


@pytest.fixture(scope="module")
def page(launch: Callable[[int], Browser], port: int) -> Iterator[Page]:
    """One page for all of them: it only computes."""
    page = launch(port).new_page(base_url="http://calendar.localhost")
    page.goto("/")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2023-10-18", "2023-10-18"), ("10/18/2023", "2023-10-18"), ("10/18/23", "2023-10-18"), ("10/18", "2023-10-18"),
        ("Oct 18, 2023", "2023-10-18"), ("October 18", "2023-10-18"), ("18 Oct 2023", "2023-10-18"),
        ("18th of October", "2023-10-18"),
        ("Wed, Oct 18", "2023-10-18"), ("Wednesday, October 18, 2023", "2023-10-18"), ("2024-02-29", "2024-02-29"),
        ("today", "2023-10-15"), ("Tomorrow", "2023-10-16"), ("friday", "2023-10-20"), ("Sun", "2023-10-15"),
        ("next sunday", "2023-10-22"),
        ("Jan 3", "2024-01-03"), ("Sept 4", "2023-09-04"), ("2023 Oct 18", "2023-10-18"),
        ("2023-02-30", None), ("13/40", None), ("someday", None), ("", None), ("Oct", None), ("18", None),
    ],
)  # fmt: skip
def test_dates_as_people_type_them(page: Page, text: str, day: str | None) -> None:
    assert page.evaluate(DAY, [text, "2023-10-15"]) == day


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("9", 540), ("9:30", 570), ("9:30 AM", 570), ("3pm", 900), ("3 PM", 900), ("3:05 p.m.", 905), ("15:00", 900),
        ("1500", 900),
        ("9.15", 555),
        ("12 am", 0), ("12pm", 720), ("noon", 720), ("midnight", 0), ("09:00:00", 540),
        ("25:00", None), ("9:75", None), ("13 pm", None), ("soon", None), ("", None),
    ],
)  # fmt: skip
def test_times_as_people_type_them(page: Page, text: str, minutes: int | None) -> None:
    assert page.evaluate(TIME, text) == (None if minutes is None else minutes * 60_000)
