"""Scripts: steps name elements by role and name."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from browserenv.tasks.steps import AnyStep, Click, Press, sites_of

STEPS: TypeAdapter[AnyStep] = TypeAdapter(AnyStep)

GOOD: list[dict[str, Any]] = [
    {"do": "click", "role": "link", "name": "Create forum"},
    {"do": "click", "role": "link", "name_like": "[0-9]+ comments?", "nth": 2},
    {"do": "fill", "role": "textbox", "name": "Name", "text": ""},
    {"do": "select_option", "role": "combobox", "name": "Sort", "value": "New"},
    {"do": "select_option", "role": "listbox", "name": "Tags", "value": ["a", "b"]},
    {"do": "press", "key": "Enter"},
    {"do": "press", "key": "Enter", "role": "textbox", "name": "Search"},
    {"do": "goto", "url": "forum:/f/books"},
    {"do": "go_back"},
    {"do": "scroll", "dy_px": 500},
    {"do": "send_msg_to_user", "text": "done"},
    {"do": "report_infeasible", "reason": "no such forum"},
    {"do": "noop"},
]
BAD: list[dict[str, Any]] = [
    {"do": "click", "role": "link"},
    {"do": "click", "name": "x"},
    {"do": "click", "role": "link", "name": "x", "name_like": "x"},
    {"do": "click", "role": "link", "name_like": "["},
    {"do": "click", "role": "link", "name": "x", "nth": -1},
    {"do": "click", "role": "link", "name": 3},
    {"do": "press", "key": "Enter", "name": "x"},
    {"do": "press", "key": "Enter", "role": "link"},
    {"do": "fill", "role": "textbox", "name": "Name"},
    {"do": "goto", "url": "http://forum.localhost/"},
    {"do": "eval", "text": "1"},
]


@pytest.mark.parametrize("step", GOOD)
def test_good_steps_survive_json(step: dict[str, Any]) -> None:
    parsed = STEPS.validate_python(step)
    assert STEPS.validate_json(STEPS.dump_json(parsed)) == parsed


@pytest.mark.parametrize("step", BAD)
def test_bad_steps_are_refused(step: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        STEPS.validate_python(step)


def test_names_fit_whole() -> None:
    exact = Click(role="link", name="Create forum")
    assert exact.fits("link", "Create forum")
    assert not exact.fits("button", "Create forum")
    assert not exact.fits("link", "create forum")
    assert not exact.fits("link", "Create forum now")
    like = Click(role="link", name_like="[0-9]+ comments?")
    assert like.fits("link", "1 comment")
    assert not like.fits("link", "1 comment more")
    assert not Press(key="Enter").fits("link", "x")


def test_sites_of_a_script() -> None:
    assert sites_of(
        (STEPS.validate_python({"do": "goto", "url": "shop:/a"}), STEPS.validate_python({"do": "noop"}))
    ) == {"shop"}
