"""Reading actions: what is taken, and what is said about what is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browserenv.browser.actions import SPECS
from browserenv.browser.command import MAX_COMMANDS, ActionError, Screen
from browserenv.browser.parse import FORMS, MAX_CHARS, parse, read


@pytest.mark.parametrize(
    ("text", "name", "args"),
    [
        ('click("e12")', "click", {"bid": "e12", "button": "left", "modifiers": ()}),
        ("click('e12', button='right')", "click", {"bid": "e12", "button": "right", "modifiers": ()}),
        ('click("e1", "middle", ["Shift", "Alt"])', "click", {"button": "middle", "modifiers": ("Shift", "Alt")}),
        ('  click(bid="e12")\n', "click", {"bid": "e12"}),
        ('```python\nclick("e12")\n```', "click", {"bid": "e12"}),
        ('```\nclick("e12")```', "click", {"bid": "e12"}),
        ('click("e12")  # the button', "click", {"bid": "e12"}),
        ("click(\u201ce12\u201d)", "click", {"bid": "e12"}),
        ("fill(\u2018e7\u2019, \u201cit\u2019s\u201d)", "fill", {"bid": "e7", "value": "it's"}),
        ('fill("e7", "\u201cas it is\u201d")', "fill", {"value": "\u201cas it is\u201d"}),
        ('<think>Not noop().</think>\n<action>\nclick("e12")\n</action>', "click", {"bid": "e12"}),
        ('<action>```python\nclick("e12")\n```</action>', "click", {"bid": "e12"}),
        ('`click("e12")`', "click", {"bid": "e12"}),
        ('I think so: noop()\n```\nclick("e12")\n```\nThen fill("e3", "x").', "click", {"bid": "e12"}),
        ('To go on I click on 12 ```click("12")```', "click", {"bid": "12"}),
        ('send_msg_to_user("use ```noop()``` here")', "send_msg_to_user", {"text": "use ```noop()``` here"}),
        ('fill("e7", """two\nlines""")', "fill", {"value": "two\nlines", "enable_autocomplete_menu": False}),
        (r'fill("e7", "a \"quoted\" \d \u00e9 💡")', "fill", {"value": 'a "quoted" \\d é 💡'}),
        (r'fill("e7", "\ud83d\ude00")', "fill", {"value": "\U0001f600"}),
        ('fill("e7", "a" "b")', "fill", {"value": "ab"}),
        ('select_option("e7", "New")', "select_option", {"options": ("New",)}),
        ('select_option("e7", ["New", "Hot"])', "select_option", {"options": ("New", "Hot")}),
        ("scroll(0, -200.5)", "scroll", {"delta_x": 0, "delta_y": -200.5}),
        ("noop()", "noop", {"wait_ms": 0}),
        ("noop(500)", "noop", {"wait_ms": 500}),
        ("tab_focus(1)", "tab_focus", {"index": 1}),
        ("tab_focus(1.0)", "tab_focus", {"index": 1}),
        ("go_back()", "go_back", {}),
        ('goto("http://forum.localhost/f/a?b=c")', "goto", {"url": "http://forum.localhost/f/a?b=c"}),
        ('send_msg_to_user("")', "send_msg_to_user", {"text": ""}),
        ("report_infeasible('no such forum')", "report_infeasible", {"reason": "no such forum"}),
        ('upload_file("e3", ["a.png", "b.png"])', "upload_file", {"file": ("a.png", "b.png")}),
    ],
)
def test_calls_are_read(text: str, name: str, args: dict[str, Any]) -> None:
    action = parse(text)
    assert action.name == name
    assert {key: action.args[key] for key in args} == args
    assert set(action.args) == {parameter.name for parameter in SPECS[name].parameters}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("# nothing", "is not a call"),
        ("click", "click is an action; call it: click(bid, button='left', modifiers=[])"),
        ("42", "is not a call"),
        ('stop("x")', 'write send_msg_to_user("...")'),
        ('type("e3", "x")', "write fill(bid, value)"),
        ('CLICK("e3")', "did you mean 'click'?"),
        ('send_mesage_to_user("x")', "there are click"),
        ('click("e3", element="the link")', "has no argument 'element'; write click(bid"),
        ("<action>click(“e3”)", "is not an action"),
        ('<action>click("e3")</action><action>click("e4")</action>', "2 code blocks"),
        ('I will click("e3")', "is not an action"),
        ('Sure! Here it is:\nclick("e3")', "is not an action"),
        ('I think so, so I click("e3").\n```\nclick("e3")', "is not an action"),
        ('Both.\n```\nclick("e3")\n```\n```\nclick("e4")\n```', "2 code blocks; write exactly one"),
        ('So:\n```\nclick("e3")\nclick("e4")\n```', "2 statements"),
        ('So:\n```\nI would click("e3")\n```', "I would click(\"e3\") is not an action"),
        ('click("e3"', "is not an action"),
        ("click [12]", "is not a call"),
        ('click("e3")\nclick("e4")', "2 statements"),
        ('click("e3"); click("e4")', "2 statements"),
        ('[click("e3"), click("e4")]', "is not a call"),
        ('x = click("e3")', "is not a call"),
        ('clik("e3")', "did you mean 'click'?"),
        ('Click("e3")', "did you mean 'click'?"),
        ('zzzz("e3")', "there are click, dblclick"),
        ('page.click("e3")', "plain name"),
        ('(lambda: 1)("e3")', "plain name"),
        ("click()", "click needs bid; write click(bid, button='left', modifiers=[])"),
        ('fill("e3")', "fill needs value"),
        ("fill()", "fill needs bid and value"),
        ('click("e3", "left", [], 4)', "takes 3 arguments, not 4"),
        ('click("e3", bid="e3")', "got bid twice"),
        ('click("e3", buton="left")', "did you mean 'button'?"),
        ('click(*["e3"])', "write the arguments out"),
        ('click(**{"bid": "e3"})', "write the arguments out"),
        ('click(12)', "bid of click must be a text, not 12; put it in quotes"),
        ("click(e12)", 'put text in quotes: "e12"'),
        ("click(None)", "must be a text, not None"),
        ('click("e3", "midle")', "one of left, middle, right"),
        ('click("e3", modifiers=["Ctrl"])', "one of Alt, Control"),
        ('click("e3", modifiers="Shift")', "must be a list of texts"),
        ('fill("e3", f"{1}")', "must be written out"),
        ('fill("e3", "a" + "b")', "must be written out"),
        ('fill("e3", __import__("os").system("true"))', "must be written out"),
        ('fill("e3", open("/etc/passwd").read())', "must be written out"),
        ('fill("e3", 12)', "must be a text, not 12"),
        ("fill('e3', b'bytes')", "must be a text"),
        (r'fill("e3", "\ud800")', "must be a text"),
        ("scroll('0', 100)", "must be a number"),
        ("scroll(0, True)", "must be a number"),
        ("scroll(0, 1e999)", "must be a number"),
        ("scroll(0, 1j)", "must be a number"),
        ("tab_focus(0.5)", "must be an integer"),
        ('select_option("e3", [1])', "must be a text or a list of texts"),
        ('fill("e3", "x", "yes")', "must be True or False"),
        ('click("e3\x00")', "is not an action"),
        ("(" * 500 + ")" * 500, "is not an action"),
        ("-" * 5000 + "1", "is not"),
        ("x" * (MAX_CHARS + 1), "characters"),
    ],
)  # fmt: skip
def test_all_else_is_refused_with_what_would_work(text: str, words: str) -> None:
    with pytest.raises(ActionError) as refused:
        parse(text)
    assert words in str(refused.value)
    assert len(str(refused.value).splitlines()) <= 2
    assert len(str(refused.value)) < 700


def test_an_action_that_the_task_does_not_allow_is_refused() -> None:
    assert parse("noop()", allowed={"noop", "click"}).name == "noop"
    with pytest.raises(ActionError, match="goto may not be used in this task; allowed: click, noop"):
        parse('goto("http://forum.localhost")', allowed={"noop", "click"})


def test_something_else_than_a_text_is_refused() -> None:
    with pytest.raises(ActionError, match="an action is a text"):
        parse(12)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SPECS)
def test_every_action_is_told_by_its_own_signature(name: str) -> None:
    assert SPECS[name].signature.startswith(f"{name}(")
    assert SPECS[name].doc.endswith(".")


def test_several_calls_are_read_by_option() -> None:
    def names(text: str) -> list[str]:
        return [command.actions[0].name for command in read(text, several=True)]

    assert names('click("e3")\nfill("e4", "x"); noop()') == ["click", "fill", "noop"]
    assert names('First\n```\nclick("e3")\n```\nand then\n```\nnoop()\nnoop()\n```') == ["click", "noop", "noop"]
    for text, words in [
        ('click("e3")\nclik("e4")', "did you mean 'click'?"),
        ('send_msg_to_user("x")\nnoop()', "ends the episode, so it must be the last action of a step"),
        ("noop()\n" * (MAX_COMMANDS + 1), f"{MAX_COMMANDS + 1} actions in one step; at most {MAX_COMMANDS} are taken"),
    ]:
        with pytest.raises(ActionError) as refused:
            read(text, several=True)
        assert words in str(refused.value)


def test_coordinates_are_those_of_the_scaled_picture() -> None:
    half = Screen(800, 600, scale=0.5)
    (command,) = read("mouse_drag_and_drop(1, 2, 30, 40)", screen=half)
    assert dict(command.actions[0].args) == {"from_x": 2, "from_y": 4, "to_x": 60, "to_y": 80}
    (command,) = read("scroll_at(1, 2, 0, 300)", screen=half)
    assert dict(command.actions[0].args) == {"x": 2, "y": 4, "dx": 0, "dy": 600}
    with pytest.raises(ActionError, match="which is 400 x 300 pixels"):
        read("mouse_click(400, 0)", screen=half)


@pytest.mark.parametrize("form", FORMS)
def test_the_samples_of_every_form_are_read(form: str) -> None:
    assert all(read(text, form) for text in FORMS[form].samples)


def test_dialogs_may_be_answered_in_every_task() -> None:
    assert parse("dismiss_dialog()", allowed={"click"}).name == "dismiss_dialog"


LITERALS = st.one_of(st.text(), st.integers(), st.floats(), st.lists(st.text()))
CALLS = st.builds(
    "{}({})".format,
    st.sampled_from([*SPECS, "eval", "exec", "__import__"]),
    st.lists(st.one_of(st.text(), st.integers(), st.floats(), st.lists(st.text())).map(repr), max_size=4).map(
        ", ".join
    ),
)


@given(st.one_of(st.text(), CALLS))
def test_whatever_is_written_gives_an_action_or_a_message(text: str) -> None:
    try:
        action = parse(text)
    except ActionError as refused:
        assert str(refused)
    else:
        assert action.name in SPECS
