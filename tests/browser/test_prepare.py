"""Steps of an active check: they run before a page is read, are waited for by events, and write nothing."""

from __future__ import annotations

import pytest

from browserenv.browser.probe import ProbeAnswer, ProbeFailure
from tests.browser.conftest import HOST, Handler, Room

FOLDED = """<!doctype html><title>Rule</title><button id=open onclick="unfold()">Actions</button><div id=body></div>
<form method=post action=/save><button id=save>Save</button></form>
<script>
async function unfold() {
  const part = await fetch("/part");
  document.querySelector("#body").innerHTML = await part.text();
}
</script>"""
AMOUNT = "document.querySelector('[name=amount]').value"
OPEN = "document.querySelector('#open').click()"


@pytest.fixture
def folded(room: Room) -> Room:
    def part(request: Handler) -> None:
        request.wait(0.3)
        request.send("<input name=amount value=15>")

    room.site.pages |= {"/rule": FOLDED, "/part": part}
    room.begin([f"{HOST}/rule"])
    return room


def prepared(room: Room, *steps: str, url: str = f"{HOST}/rule") -> ProbeAnswer:
    answer: ProbeAnswer = room.run(room.session.probe(url, AMOUNT, [], None, False, steps))
    return answer


def test_what_a_step_makes_the_page_load_is_read(folded: Room) -> None:
    assert folded.probe(f"{HOST}/rule", AMOUNT).failure is ProbeFailure.LOCATOR
    assert prepared(folded, OPEN).value == "15"
    assert folded.probe(f"{HOST}/rule", AMOUNT).failure is ProbeFailure.LOCATOR, "the page is opened anew"


def test_the_agent_s_page_is_not_touched(folded: Room) -> None:
    prepared(folded, OPEN)
    assert folded.js("document.querySelector('#body').innerHTML") == ""


def test_a_step_that_fails_is_told_with_its_number(folded: Room) -> None:
    answer = prepared(folded, OPEN, "document.querySelector('#close').click()")
    assert (answer.failure, answer.value) == (ProbeFailure.STEP, None)
    assert answer.error is not None
    assert answer.error.startswith("step 2 failed: TypeError")


def test_a_step_that_would_write_is_refused(folded: Room) -> None:
    written: list[str] = []
    folded.site.pages["/save"] = lambda request: written.append("saved") or request.send("saved")  # type: ignore[func-returns-value]
    answer = prepared(folded, "document.querySelector('#save').click()")
    assert answer.failure is ProbeFailure.STEP
    assert answer.error == f"step 1 would write: POST {HOST}/save"
    assert written == []


def test_a_step_is_an_expression_on_the_document(folded: Room) -> None:
    assert prepared(folded, "fetch('/save')").failure is ProbeFailure.BAD


def test_a_page_that_does_not_exist_is_not_prepared(folded: Room) -> None:
    assert prepared(folded, OPEN, url=f"{HOST}/gone").status == 404


def test_on_the_agent_s_page_a_failed_step_is_told_where_nothing_is_found(folded: Room) -> None:
    step = "document.querySelector('#close').click()"
    failed = folded.run(folded.session.probe_current(AMOUNT, False, [step]))
    assert failed.failure is ProbeFailure.LOCATOR
    assert "step 1 failed" in failed.error
    assert folded.run(folded.session.probe_current("document.title", False, [step])).value == "Rule"
    assert folded.run(folded.session.probe_current(AMOUNT, False, [OPEN])).value == "15"
