"""A site that keeps its state in the browser is judged like any other: state, rows, pages, and what no user did."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from browserenv.agents.oracle import OracleAgent
from browserenv.env import AsyncBrowserEnv
from browserenv.errors import BrowserenvError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.judges.evidence import Evidence
from browserenv.judges.judgement import judge_task
from browserenv.runs.play import play
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.family import Family
from browserenv.tasks.task import instantiate
from browserenv.worlds import client_state

KEY = "browserenv.calendar"
BASE = "http://calendar.localhost"
PARTY: dict[str, Any] = {"title": "Party", "start": "2023-10-20T15:00:00.000Z"}
CREATE = [
    {"do": "goto", "url": "calendar:/event/new?date=2023-10-20&start=15:00&title=Party"},
    {"do": "click", "role": "button", "name": "Save"},
]
ROW = {
    "id": "e99", "title": "Party", "start": "2023-10-20T15:00:00.000Z", "end": "2023-10-20T16:00:00.000Z",
    "allDay": False, "calendar": "work", "guests": [], "rrule": "", "exdate": [], "seriesId": "",
}  # fmt: skip


class Played:
    """One environment on the small calendar whose task each test gives."""

    def __init__(self) -> None:
        self.env = BrowserEnv("calendar.create-event", size="small", observe=("axtree",))
        self.env.core = AsyncBrowserEnv(lambda seed, state: self.task, self.env.core.world, self.env.settings)
        self.task = Catalog().task("calendar.create-event", 0)

    def reset(self, **content: Any) -> dict[str, Any]:
        """Begin an episode of a task made of a family's content."""
        given = {"family": "calendar.test", "sites": ["calendar"], "start": "calendar:/", "intent": "Do it"} | content
        self.task = instantiate(Family.model_validate(given), "calendar.test", {}, 0)
        return self.env.reset(seed=0)[0]

    def step(self, action: str = "noop()") -> dict[str, Any]:
        """The info after an action."""
        return self.env.step(action)[-1]

    def write(self, text: str) -> None:
        """Write the storage as a script in the page would, which no action of an agent can."""
        script = f"() => localStorage.setItem({json.dumps(KEY)}, {json.dumps(text)})"
        self.env.run(self.env.core.require_session().script(script))

    def kept(self) -> dict[str, Any]:
        storage = self.env.run(self.env.core.require_session().storage((BASE,)))
        state: dict[str, Any] = json.loads(storage[BASE][KEY])
        return state


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    played = Played()
    yield played
    played.env.close()


ADDED = {"calendar": {"events": {"added": [PARTY]}}}


def test_a_change_by_the_user_is_expected_queried_and_read(played: Played) -> None:
    played.reset(
        changes=ADDED,
        checks=[
            {
                "judge": "state",
                "site": "calendar",
                "query": "[values(diff.events.added)[0].title, length(rows.fridays)]",
                "equals": ["Party", 1],
                "rows": {"fridays": {"collection": "events", "where": PARTY}},
            }
        ],
        oracle=CREATE,
    )
    run = play(played.env, OracleAgent(played.task.oracle, {"calendar": BASE}), 0)
    assert run.info["outcome"] == "pass", run.info["checks"]
    assert run.info["integrity"] == []
    stored = Evidence.model_validate_json(json.dumps(played.env.core.evidence))
    assert judge_task(played.task, stored) == played.env.core.episode.judgement


def test_before_any_page_was_opened_nothing_changed(played: Played) -> None:
    played.reset(sites=["calendar"], changes=ADDED)
    played.env.core.episode  # noqa: B018 - an episode is open
    session = played.env.core.require_session()
    played.env.run(session.open_episode([], [], played.env.core.world.start_time))
    assert played.env.run(session.storage((BASE,))) == {}
    info = played.step()
    assert info["outcome"] == "fail"
    assert info["side_effects"] == []
    assert "expected row was not added" in info["checks"][0]["reason"]


def test_a_change_that_no_user_made_fails_and_is_flagged(played: Played) -> None:
    played.reset(
        changes=ADDED,
        checks=[{"judge": "state", "site": "calendar", "query": "length(values(diff.events.added))", "equals": 1}],
    )
    state = played.kept()
    state["collections"]["events"]["e99"] = ROW
    played.write(json.dumps(state))
    info = played.step()
    assert info["integrity"] == [{"site": "calendar", "kind": "untrusted_change", "what": "events/e99"}]
    assert [verdict["outcome"] for verdict in info["checks"]] == ["fail", "fail"]
    assert all("changed by no input of a user: events/e99" in verdict["reason"] for verdict in info["checks"])
    state["log"] = [{"seq": 1, "collection": "events", "id": "e99", "kind": "added", "cause": "click", "trusted": True}]
    played.write(json.dumps(state))
    assert played.step()["outcome"] == "pass"  # so it was the log, and nothing else, that failed it


@pytest.mark.parametrize("text", ["{broken", '{"schema": 7}'])
def test_a_state_that_cannot_be_read_is_indeterminate_and_mends_itself(played: Played, text: str) -> None:
    played.reset(changes=ADDED)
    whole = json.dumps(played.kept())
    played.write(text)
    info = played.step()
    assert (info["outcome"], info["reward_valid"]) == ("indeterminate", False)
    assert "the state that calendar keeps in the browser cannot be read" in info["checks"][0]["reason"]
    played.write(whole)
    assert played.step()["outcome"] == "fail"


def test_a_page_check_sees_what_the_agent_left_and_the_agent_sees_nothing_of_it(played: Played) -> None:
    locator = "[...document.querySelectorAll('.agenda b')].map(e => e.textContent).join('; ')"
    page = {"judge": "page", "url": "calendar:/agenda/2023-10-20", "locator": locator, "must_include": ["Party"]}
    played.reset(checks=[page], changes=ADDED, oracle=CREATE)
    info = played.step()
    assert info["checks"][0]["outcome"] == "fail"
    assert "Release go or no-go" in info["checks"][0]["evidence"]["value"]
    before = played.kept()
    run = play(played.env, OracleAgent(played.task.oracle, {"calendar": BASE}), 0)
    assert [verdict["outcome"] for verdict in run.info["checks"]] == ["pass", "pass"]
    assert before["version"] == 0
    assert played.kept()["version"] == 1  # the judge's own page wrote nothing here


def test_the_last_page_can_be_read_too(played: Played) -> None:
    page = {"judge": "page", "url": "last", "locator": "document.querySelector('h1').textContent"}
    played.reset(checks=[page | {"must_include": ["October 2023"]}])
    assert played.step('send_msg_to_user("")')["outcome"] == "pass"


def test_unchanged_storage_is_not_judged_again(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    played.reset(changes=ADDED)
    played.step()
    diffs: list[str] = []
    original = client_state.diff

    def noted(before: Any, after: Any) -> Any:
        diffs.append("diff")
        return original(before, after)

    monkeypatch.setattr(client_state, "diff", noted)
    first = played.env.core.episode.judgement
    played.step()
    played.step('keyboard_press("Tab")')
    assert diffs == []
    assert first is not None
    assert played.env.core.episode.judgement is not None
    assert played.env.core.episode.judgement.checks[0] is first.checks[0]
    state = played.kept()
    played.write(json.dumps(state | {"version": 1}))
    played.step()
    assert diffs == ["diff"]


def test_a_task_may_set_the_pages_clock(played: Played) -> None:
    given: dict[str, Any] = {"family": "calendar.test", "sites": ["calendar"], "start": "calendar:/", "intent": "Look"}
    given |= {"start_time": datetime(2024, 2, 29, 23, 59, tzinfo=UTC), "changes": ADDED}
    played.task = instantiate(Family.model_validate(given), "calendar.test", {}, 0)
    observation, _ = played.env.reset(seed=0)
    assert observation["url"] == f"{BASE}/week/2024-02-29"
    assert played.task.digest != played.task.model_copy(update={"start_time": None}).digest


def test_a_server_has_a_clock_of_its_own(forum_golden: Any) -> None:
    task = Catalog().task("580").model_copy(update={"start_time": datetime(2024, 2, 29, tzinfo=UTC)})
    env = BrowserEnv("580", size="small")
    with pytest.raises(BrowserenvError, match=r"begins at 2024-02-29T.*, but forum has a clock of its own"):
        env.reset(seed=0, options={"task": task})
    env.close()


@pytest.mark.parametrize(
    "path", ["config?run_id=1", "clear", "finish", "submit?retrieved_answer=x", "/finish", "%66inish"]
)
def test_an_attempt_to_reach_a_special_page_is_flagged_and_leads_nowhere(played: Played, path: str) -> None:
    played.reset(changes=ADDED)
    before = played.kept()
    info = played.step(f'goto("{BASE}/{path}")')
    [flag] = info["integrity"]
    assert (flag["site"], flag["kind"]) == ("calendar", "special_page")
    assert "Page not found" in played.env.step("noop()")[0]["axtree"]
    assert played.kept() == before


def test_other_pages_are_not_flagged(played: Played) -> None:
    played.reset(changes=ADDED)
    for path in ("finished", "search?q=/finish", "event/new", "settings"):
        info = played.step(f'goto("{BASE}/{path}")')
    assert info["integrity"] == []
