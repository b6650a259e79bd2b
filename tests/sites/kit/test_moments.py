"""Times as people read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from browserenv.sites.kit.moments import ago, element, read, spell

NOW = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=7), "1 week ago"),
        (timedelta(days=29), "4 weeks ago"),
        (timedelta(days=30), "1 month ago"),
        (timedelta(days=364), "12 months ago"),
        (timedelta(days=800), "2 years ago"),
    ],
)
def test_ago(before: timedelta, text: str) -> None:
    assert ago(NOW - before, NOW) == text


@pytest.mark.parametrize("text", ["2023-10-15T15:34:00+00:00", "2023-10-15T15:34:00Z", "2023-10-15T15:34:00"])
def test_read(text: str) -> None:
    assert read(text) == NOW


def test_spell_and_element() -> None:
    assert spell(NOW) == "15 October 2023 at 15:34 UTC"
    html = element("2023-10-15T14:30:00+00:00", NOW)
    assert html == ('<time datetime="2023-10-15T14:30:00+00:00" title="15 October 2023 at 14:30 UTC">1 hour ago</time>')
