"""Templates: slots, filters, types."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.tasks.errors import Flaw
from browserenv.tasks.templates import FILTERS, render

SLOTS = {
    "name": "Sci Fi",
    "n": 3,
    "x": 2.5,
    "flag": True,
    "nothing": None,
    "items": ["New", "It's"],
    "mixed": ["New", 1],
    "r": {"a": {"b": "c"}},
}


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("plain", "plain"),
        ("{{name}}", "Sci Fi"),
        ("{{ name }} x {{n}} {{x}}", "Sci Fi x 3 2.5"),
        ("{{n}}", 3),
        ("{{flag}}", True),
        ("{{nothing}}", None),
        ("{{items}}", ["New", "It's"]),
        ("{{r.a.b}}", "c"),
        ("{{r.a}}", {"b": "c"}),
        ("{{items|quoted}}", "['New', \"It's\"]"),
        ("in {{items|commas}}.", "in New, It's."),
        ("{{items|lines}}", "New\nIt's"),
        ("{{items|without_last}}", ["New"]),
        ("{{items|without_last|lines}}", "New"),
        ("{{name|lower}} {{name|upper}} {{name|lower_first}}", "sci fi SCI FI sci Fi"),
        ("{{name|in_path}}/{{n|in_path}}", "Sci%20Fi/3"),
        ("x = {{items|json}}", 'x = ["New", "It\'s"]'),
        ("{ {name} } {name} }}", "{ {name} } {name} }}"),
        ("{{n|plus_one}}", "4"),
        ("{{name|json}}", '"Sci Fi"'),
        (["{{n}}", {"k": "{{items}}"}], [3, {"k": ["New", "It's"]}]),
        ({"{{n}}": 1, "z": None}, {"{{n}}": 1, "z": None}),
        (7, 7),
    ],
)
def test_render(template: Any, value: Any) -> None:
    rendered = render(template, SLOTS)
    assert rendered == value
    assert type(rendered) is type(value)


@pytest.mark.parametrize(
    ("template", "where", "thing", "mend"),
    [
        ("{{nmae}}", "", "unknown slot 'nmae'", "; did you mean 'name'?"),
        ({"a": ["x {{r.b}}"]}, "a[0]", "unknown slot 'r.b'", "; did you mean 'r.a.b'?"),
        ("{{name.first}}", "", "unknown slot 'name.first'", "; did you mean 'name'?"),
        ("{{name|uper}}", "", "unknown filter 'uper'", "; did you mean 'upper'?"),
        ("{{name", "", "malformed slot '{{name'", "; write {{name}} or {{name|filter}}"),
        ("{{}}", "", "malformed slot '{{}}'", "; write {{name}} or {{name|filter}}"),
        ("{{name.__class__()}}", "", "malformed slot '{{name.__class__()}}'", "; write {{name}} or {{name|filter}}"),
        ("{{n|lower}}", "", "filter 'lower' needs a text, and slot 'n' is 3", ""),
        ("{{name|plus_one}}", "", "filter 'plus_one' needs a whole number, and slot 'name' is 'Sci Fi'", ""),
        ("{{flag|plus_one}}", "", "filter 'plus_one' needs a whole number, and slot 'flag' is True", ""),
        ("{{mixed|lines}}", "", "filter 'lines' needs a list of texts, and slot 'mixed' is ['New', 1]", ""),
        ("{{name|lines}}", "", "filter 'lines' needs a list of texts, and slot 'name' is 'Sci Fi'", ""),
    ],
)
def test_flaws(template: Any, where: str, thing: str, mend: str) -> None:
    with pytest.raises(Flaw) as caught:
        render(template, SLOTS)
    assert (caught.value.where, caught.value.thing, caught.value.mend) == (where, thing, mend)


@pytest.mark.parametrize("name", ["items", "flag", "nothing", "r"])
def test_only_texts_and_numbers_stand_inside_a_text(name: str) -> None:
    with pytest.raises(Flaw, match=f"slot '{name}' stands inside a text"):
        render(f"x {{{{{name}}}}}", SLOTS)


@settings(deadline=None)
@given(st.text())
def test_values_are_never_templates_themselves(text: str) -> None:
    assert render("a{{x}}b", {"x": text}) == f"a{text}b"
    assert render("{{x}}", {"x": text}) == text


def test_filters_are_pure() -> None:
    items = ["a", "b"]
    for name in ("quoted", "lines", "commas", "without_last", "json"):
        FILTERS[name](items)
    assert items == ["a", "b"]
