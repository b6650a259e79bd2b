"""The agents that are floors: noop, always-infeasible and random."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.agents.chance import RandomAgent
from browserenv.agents.infeasible import InfeasibleAgent
from browserenv.agents.lookup import AGENTS, make_agent
from browserenv.agents.noop import NoopAgent
from browserenv.browser.parse import parse
from browserenv.errors import UnknownNameError
from browserenv.tasks.catalog import Catalog

SEEN = {
    "url": "http://forum.localhost/",
    "axtree": '[e1] link "A"\n[e2] textbox "B"\n[e3] button "C"\n[e4] paragraph: D',
}


def actions(agent: Any, seed: int, n: int = 40) -> list[str]:
    agent.start(seed)
    return [agent.act(SEEN) for _ in range(n)]


def test_the_noop_agent_waits_once_and_stops() -> None:
    assert actions(NoopAgent(), 0, 2) == ["noop()", 'send_msg_to_user("")']
    assert actions(NoopAgent(), 5, 2) == actions(NoopAgent(), 0, 2)


def test_the_infeasible_agent_reports_at_once() -> None:
    assert parse(actions(InfeasibleAgent(), 0, 1)[0]).name == "report_infeasible"


def test_the_random_agent_repeats_by_seed_and_only_names_what_it_sees() -> None:
    agent = RandomAgent()
    assert actions(agent, 3) == actions(agent, 3)
    assert actions(agent, 3) != actions(agent, 4)
    for text in actions(agent, 3, 200):
        assert parse(text).args.get("bid", "e1") in {"e1", "e2", "e3"}


def test_agents_are_made_by_name_and_the_nearest_is_offered() -> None:
    task = Catalog().task("580")
    assert {make_agent(name, task, {}).name for name in AGENTS} == set(AGENTS)
    with pytest.raises(UnknownNameError, match="no agent 'orakel'; did you mean 'oracle'"):
        make_agent("orakel", task, {})
