"""A text that is too long is cut at whole lines, and says what was cut."""

from __future__ import annotations

import pytest

from browserenv.browser.cut import cut

LINES = [f"line {n} {'x' * n}" for n in range(100)]
TEXT = "\n".join(LINES)


@pytest.mark.parametrize("limit", [200, 333, 1000, len(TEXT) - 1])
def test_what_is_left_and_what_is_told_add_up(limit: int) -> None:
    *kept, told = cut(TEXT, limit).split("\n")
    assert len(cut(TEXT, limit)) <= limit
    assert kept == LINES[: len(kept)]
    n_chars = len(TEXT) - len("\n".join(kept))
    assert told == f"... {100 - len(kept)} more lines ({n_chars} characters) are cut"
    next_line = len("\n".join(LINES[: len(kept) + 1])) + 1 + len(f"... 100 more lines ({len(TEXT)} characters) are cut")
    assert next_line > limit, "one more line would have had room"


@pytest.mark.parametrize("limit", [None, len(TEXT), len(TEXT) + 1])
def test_a_text_that_has_room_stays_as_it_is(limit: int | None) -> None:
    assert cut(TEXT, limit) == TEXT


def test_one_line_that_is_too_long_goes_as_a_whole() -> None:
    assert cut("x" * 500, 200) == "... 1 more lines (500 characters) are cut"
