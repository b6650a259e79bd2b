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


def test_a_line_that_is_too_long_is_cut_within_and_what_comes_after_it_stays() -> None:
    text = "\n".join(["before", "[e7] paragraph: " + "x" * 5000, "after", "end"])
    before, long, after, end = cut(text, 1000).split("\n")
    assert (before, after, end) == ("before", "after", "end")
    kept, _, told = long.partition("... ")
    assert len(long) == 250
    assert kept.startswith("[e7] paragraph: xxx")
    assert told == f"{len('[e7] paragraph: ') + 5000 - len(kept)} characters of this line are cut"


def test_one_line_is_all_that_there_is() -> None:
    assert cut("x" * 500, 200) == "x" * 61 + "... 439 characters of this line are cut"


@pytest.mark.parametrize("limit", [200, 1000, 4000])
def test_several_lines_that_are_too_long_are_cut_and_the_rest_is_told(limit: int) -> None:
    lines = [f"{n} " + "x" * 9000 for n in range(9)]
    *kept, told = cut("\n".join(lines), limit).split("\n")
    assert 0 < len(kept) < 9
    assert len(cut("\n".join(lines), limit)) <= limit
    assert all(line.endswith(" characters of this line are cut") for line in kept)
    n_chars = len("\n".join(lines)) - len("\n".join(lines[: len(kept)]))
    assert told == f"... {9 - len(kept)} more lines ({n_chars} characters) are cut"


def test_a_line_that_is_long_stays_whole_while_the_text_has_room() -> None:
    text = "\n".join(["x" * 900, "short"])
    assert cut(text, 1000) == text
