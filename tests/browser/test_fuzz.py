"""Whatever an agent writes, in any grammar: nothing raises, hangs, leaves the wall, or runs.

Continuous integration takes some hundred inputs in a real browser; ``BROWSERENV_FUZZ=5000 pytest
tests/browser/test_fuzz.py`` takes as many as it says.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from browserenv.browser.actions import SPECS
from browserenv.browser.bracket import VERBS
from browserenv.browser.command import ActionError, Screen
from browserenv.browser.computer13 import TYPES
from browserenv.browser.limits import SessionLimits
from browserenv.browser.parse import FORMS, read
from browserenv.browser.perform import ActionLimits
from browserenv.browser.pyautogui_lines import CALLS
from browserenv.browser.settle import SettleLimits
from browserenv.browser.wall import refusal
from tests.browser.conftest import HOST, Room

N_INPUTS = int(os.environ.get("BROWSERENV_FUZZ", "200"))
N_READ = int(os.environ.get("BROWSERENV_FUZZ", "250"))  # of each grammar
BEGIN_ANEW = 25
CANARY = "browserenv-fuzz-canary"
HOSTS = frozenset({"forum.localhost", "shop.localhost"})
PAGE = """<!doctype html><title>Fuzz</title><a href=/1>one</a> <a href=/1 target=_blank>two</a>
<a href="http://example.com/">out</a> <a href="file:///etc/passwd">file</a> <a href=/file>get</a>
<form action=/1><input aria-label=Name><input type=checkbox aria-label=Box><input type=file aria-label=File>
<input type=date aria-label=Day><textarea aria-label=Text></textarea><select aria-label=Pick><option>a</option>
<option>b</option></select><button>Send</button></form><button onclick="alert('hello')">alert</button>
<button onclick="document.title = confirm('Sure?')">confirm</button><button disabled>off</button>
<button onclick="window.open('data:text/html,out')">data</button><div contenteditable aria-label=Area>edit</div>
<button onclick="window.close()">close</button><iframe src=/1></iframe><div style="height: 3000px"></div>"""

# What agents write, and what an attacker would.
ADDRESSES = f"""{HOST}/1 {HOST}/nowhere http://shop.localhost/ about:blank http://example.com/ file:///etc/passwd
  javascript:alert(1) data:text/html,x view-source:{HOST} chrome://version http://forum.localhost:8080/ blob:{HOST}
  http://u:p@forum.localhost/ http://127.0.0.1/ //x""".split()
WORDS = """Enter Escape ctrl Control+a Control+w Alt+F4 F5 Shift+Tab enter left Send ../../etc/passwd /etc/passwd a b
  2023-10-15 [1] ] ``` " \\ 💡 N/A {{7*7}} <script>""".split()  # noqa: SIM905
RUN = (f"__import__('os').system('touch {CANARY}')", f"open('{CANARY}', 'w').write('x')")
TEXTS = st.one_of(st.text(max_size=40), st.sampled_from([*ADDRESSES, *WORDS, *RUN, "\n", "\x00"]))
IDS = st.integers(0, 40).map(lambda number: f"e{number}")
NUMBERS = st.one_of(st.integers(-50, 900), st.floats(), st.sampled_from([0, 1e308, -1, 10**30]))
VALUES: st.SearchStrategy[object] = st.one_of(
    IDS, TEXTS, NUMBERS, st.booleans(), st.none(), st.lists(TEXTS, max_size=3)
)
CODE = st.sampled_from([*RUN, "(lambda: 1)()", "x", "*[1]"])


def _call(names: list[str], prefix: str = "") -> st.SearchStrategy[str]:
    """Calls with arguments of all kinds; the first one is often an element's id."""
    rest = st.lists(st.one_of(VALUES.map(repr), CODE), max_size=3)
    none: list[str] = []
    first = st.one_of(st.just(none), IDS.map(lambda element: [repr(element)]))
    arguments = st.tuples(first, rest).map(lambda both: ", ".join(both[0] + both[1]))
    return st.builds(lambda name, given: f"{prefix}{name}({given})", st.sampled_from(names), arguments)


def _dictionary() -> st.SearchStrategy[str]:
    parameters = st.dictionaries(
        st.sampled_from(["x", "y", "button", "num_clicks", "text", "key", "keys", "dx", "dy", "answer"]), VALUES
    )
    kinds = st.sampled_from([*TYPES, "NOTHING"])
    return st.builds(lambda kind, given: repr({"action_type": kind, "parameters": given}), kinds, parameters)


def _bracket() -> st.SearchStrategy[str]:
    arguments = st.lists(st.one_of(IDS, st.integers(0, 40).map(str), TEXTS, st.sampled_from(["up", "down", "0"])))
    return st.builds(
        lambda verb, given: verb + "".join(f" [{each}]" for each in given), st.sampled_from(sorted(VERBS)), arguments
    )


def _around(strategy: st.SearchStrategy[str], form: str) -> st.SearchStrategy[str]:
    """As such, in prose, in a block, several, cut off, and with a character changed."""
    one = st.one_of(strategy, strategy, st.sampled_from(FORMS[form].samples))
    return st.one_of(
        one,
        one,
        one.map(lambda text: f"I will do it.\n```python\n{text}\n```"),
        st.lists(one, max_size=4).map("\n".join),
        st.tuples(one, st.integers(0, 60)).map(lambda cut: cut[0][: cut[1]]),
        st.tuples(one, st.integers(0, 60), st.characters()).map(lambda it: it[0][: it[1]] + it[2] + it[0][it[1] :]),
        st.text(max_size=80),
    )


WRITTEN = {
    "browsergym": _around(_call([*SPECS, "eval"]), "browsergym"),
    "webarena": _around(_bracket(), "webarena"),
    "pyautogui": _around(st.one_of(_call([*CALLS, "alert"], "pyautogui."), _call(["sleep"], "time.")), "pyautogui"),
    "computer_13": _around(_dictionary(), "computer_13"),
}
INPUTS = st.sampled_from(sorted(WRITTEN)).flatmap(lambda form: st.tuples(st.just(form), WRITTEN[form], st.booleans()))


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """Short limits: what meets the last one, ``call_s``, raises, and so fails the test."""
    return SessionLimits(
        action=ActionLimits(ready_ms=300, navigation_ms=3000, wait_ms=10, total_s=4),
        settle=SettleLimits(cap_s=3.0),
        observe_s=5.0,
        call_s=40.0,
    )


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a file would appear if anything were run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", sorted(WRITTEN))
def test_whatever_is_written_is_read_or_refused(form: str) -> None:
    @settings(max_examples=N_READ, deadline=None, derandomize=True, database=None)
    @given(WRITTEN[form], st.booleans())
    def reads(text: str, several: bool) -> None:
        try:
            commands = read(text, form, several=several, screen=Screen(800, 600))
        except ActionError as refused:
            assert str(refused)
        else:
            assert commands and all(action.name in SPECS for each in commands for action in each.actions)

    reads()


def test_whatever_is_done_raises_nothing_and_stays_inside(room: Room, empty_folder: Path) -> None:
    n_taken = 0
    room.site.pages["/file"] = lambda request: request.send("x", Content_Disposition="attachment; filename=f.txt")

    @settings(
        max_examples=N_INPUTS,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(INPUTS)
    def takes(written: tuple[str, str, bool]) -> None:
        nonlocal n_taken
        if n_taken % BEGIN_ANEW == 0:
            room.open(PAGE, "<title>One</title><a href=/>back</a>")
        n_taken += 1
        _take(room, *written)

    takes()
    assert n_taken >= N_INPUTS
    assert list(empty_folder.iterdir()) == [], "something was run"


def _take(room: Room, form: str, text: str, several: bool) -> None:
    try:
        commands = read(text, form, several=several, screen=Screen(800, 600, pointer=room.session.pointer))
    except ActionError as refused:
        _is_for_an_agent(str(refused))
        return
    for command in commands:
        error = room.run(room.session.perform(*command.actions)).error
        if error is not None:
            _is_for_an_agent(error)
            break
    seen = room.see()
    assert [url for url in seen.open_pages_urls if refusal(url, HOSTS)] == []


def _is_for_an_agent(message: str) -> None:
    assert message
    assert len(message.splitlines()) <= 2
    assert "Call log" not in message
    assert "Traceback" not in message
