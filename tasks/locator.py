"""Locators of page checks: one JavaScript expression that reads the document.

Source of the rule that a locator starts with ``document.`` or ``[...document.``, or is empty for the whole page:
WebArena's ``program_html`` evaluator. They run in Chromium alone; here only what cannot be an expression is refused.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

_STARTS = ("document.", "[...document.")
_CLOSERS = {")": "(", "]": "[", "}": "{"}
_QUOTED = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`", re.DOTALL)
# A slash begins a regular expression only where a value may begin: after an opening bracket, comma or operator.
_REGEX = re.compile(r"(?<=[(,=:\[!&|?{};])\s*/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")


def check_locator(locator: str) -> str:
    """Return the locator unchanged; raise ``ValueError`` when it cannot be one JavaScript expression."""
    if not locator:
        return locator
    if not locator.startswith(_STARTS):
        raise ValueError(f"locator {_short(locator)} must start with 'document.' or '[...document.', or be empty")
    problem = _unbalanced(_REGEX.sub("0", _QUOTED.sub("0", locator)))
    if problem:
        raise ValueError(f"locator {_short(locator)} is no expression: {problem}")
    return locator


Locator = Annotated[str, AfterValidator(check_locator)]


def selector_of(locator: str) -> str:
    """The first CSS selector in a locator, for a person to read; the locator's beginning when there is none."""
    found = re.search(r"querySelector(?:All)?\(\s*(['\"`])(.*?)\1", locator)
    return found[2] if found else (locator[:40] or "page")


def _unbalanced(code: str) -> str:
    """What is wrong with the brackets and quotes of ``code``, whose strings were taken out; empty when nothing is."""
    open_brackets: list[str] = []
    for char in code:
        if char in "'\"`":
            return f"{char} is never closed"
        if char in _CLOSERS.values():
            open_brackets.append(char)
        elif char in _CLOSERS and (not open_brackets or open_brackets.pop() != _CLOSERS[char]):
            return f"{char} closes nothing"
        elif char == ";" and not open_brackets:
            return "it holds a semicolon"
    if open_brackets:
        return f"{open_brackets[-1]} is never closed"
    return "it ends in the middle" if code.rstrip().endswith((".", ",", "+", "=", "&", "|")) else ""


def _short(locator: str) -> str:
    return repr(locator if len(locator) <= 60 else locator[:57] + "...")
