from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from browserenv.agents.base import AgentError
from browserenv.agents.oracle import MAX_LOOKS, OracleAgent, call, find
from browserenv.browser.parse import parse
from browserenv.tasks.steps import AnyStep, Target

HOSTS = {"forum": "http://forum.localhost"}
SEEN = {
    "url": "http://forum.localhost/",
    "axtree": '[e1] link "Reply"\n[e2] link "12 comments"\n[e3] link "Reply"\n'
    '[e4] textbox "Body"\n[e5] combobox "Forum"',
}
STEP: TypeAdapter[AnyStep] = TypeAdapter(AnyStep)

PLAYED: list[tuple[dict[str, Any], str]] = [
    ({"do": "click", "role": "link", "name": "Reply"}, 'click("e1")'),
    ({"do": "click", "role": "link", "name": "Reply", "nth": 1}, 'click("e3")'),
    ({"do": "click", "role": "link", "name_like": "[0-9]+ comments"}, 'click("e2")'),
    ({"do": "fill", "role": "textbox", "name": "Body", "text": 'a "b"\nc'}, 'fill("e4", "a \\"b\\"\\nc")'),
    ({"do": "select_option", "role": "combobox", "name": "Forum", "value": "books"}, 'select_option("e5", ["books"])'),
    ({"do": "press", "role": "textbox", "name": "Body", "key": "Enter"}, 'press("e4", "Enter")'),
    ({"do": "press", "key": "Tab"}, 'keyboard_press("Tab")'),
    ({"do": "goto", "url": "forum:/f/books"}, 'goto("http://forum.localhost/f/books")'),
    ({"do": "go_back"}, "go_back()"),
    ({"do": "scroll", "dy_px": 300}, "scroll(0, 300)"),
    ({"do": "noop"}, "noop()"),
    ({"do": "send_msg_to_user", "text": "42"}, 'send_msg_to_user("42")'),
    ({"do": "report_infeasible", "reason": "no"}, 'report_infeasible("no")'),
]


@pytest.mark.parametrize(("step", "action"), PLAYED)
def test_each_step_becomes_an_action_that_parses(step: dict[str, Any], action: str) -> None:
    agent = OracleAgent([STEP.validate_python(step)], HOSTS)
    agent.start(0)
    assert agent.act(SEEN) == action
    parse(action)


def test_after_its_script_the_oracle_says_that_it_is_done_and_starts_anew() -> None:
    agent = OracleAgent([STEP.validate_python({"do": "noop"})], HOSTS)
    assert [agent.act(SEEN), agent.act(SEEN)] == ["noop()", 'send_msg_to_user("Done.")']
    agent.start(1)
    assert agent.act(SEEN) == "noop()"


def test_an_element_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(AgentError, match=r"no link 'Submit' \(number 0\) on .*; its links: 'Reply', '12 comments'"):
        find(SEEN, Target(role="link", name="Submit"))


def test_any_text_is_written_as_a_literal_that_parses_back() -> None:
    for text in ("plain", 'with "quotes"', "new\nline", "\\", "\u2019 \U0001f600"):
        assert parse(call("keyboard_type", text)).args["text"] == text


def test_a_page_that_is_not_drawn_yet_is_looked_at_again_a_few_times() -> None:
    step = STEP.validate_python({"do": "click", "role": "link", "name": "Reply"})
    blank = {"url": "http://forum.localhost/", "axtree": "[e1] generic"}
    agent = OracleAgent([step], HOSTS)
    agent.start(0)
    assert [agent.act(blank), agent.act(blank), agent.act(SEEN)] == ["noop()", "noop()", 'click("e1")']
    agent.start(0)
    assert [agent.act(blank) for _ in range(MAX_LOOKS)] == ["noop()"] * MAX_LOOKS
    with pytest.raises(AgentError, match="no link 'Reply'"):
        agent.act(blank)
