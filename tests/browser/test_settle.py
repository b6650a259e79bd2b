"""Settling: what is seen after a step is the page's final content, and nothing endless holds a step up."""

from __future__ import annotations

import base64
import hashlib

import pytest

from browserenv.browser.limits import SessionLimits
from browserenv.browser.settle import SettleLimits
from tests.browser.conftest import HOST, Handler, Room

DONE = 'heading "done"'


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """A cap that is far beyond what is waited for, so that meeting it shows as a failure."""
    return SessionLimits(settle=SettleLimits(cap_s=12.0))


def _answer_after(seconds: float, body: str = "done") -> object:
    def answer(request: Handler) -> None:
        request.wait(seconds)
        request.send(body)

    return answer


def _button(script: str, rest: str = "") -> str:
    return f"""<!doctype html><title>Start</title><h1 id=h>start</h1><button id=b>Go</button>{rest}
      <script>b.onclick = async () => {{ {script} }}</script>"""


def _page(room: Room, script: str, rest: str = "") -> None:
    room.site.pages |= {
        "/slow": _answer_after(0.5),  # type: ignore[dict-item]
        "/quick": "done",
        "/soon": "<meta http-equiv=refresh content='1; url=/target'><h1>soon</h1>",
        "/target": "<!doctype html><title>Target</title><h1>done</h1>",
    }
    room.open(_button(script, rest))


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("h.textContent = 'done'", id="at once"),
        pytest.param("h.textContent = await (await fetch('/slow')).text()", id="late request"),
        pytest.param("await fetch('/slow'); h.textContent = await (await fetch('/slow?2')).text()", id="chain"),
        pytest.param("setTimeout(async () => h.textContent = await (await fetch('/quick')).text(), 400)", id="delay"),
        pytest.param("setTimeout(() => setTimeout(() => h.textContent = 'done', 200), 200)", id="chained timers"),
        pytest.param("const sleep = ms => new Promise(r => setTimeout(r, ms)); await sleep(300); await sleep(300);"
                     "h.textContent = 'done'", id="slept twice"),
        pytest.param("const x = new XMLHttpRequest(); x.open('GET', '/slow'); x.send();"
                     "x.onload = () => h.textContent = x.response", id="XMLHttpRequest"),
        pytest.param("h.textContent = 'loading'; await fetch('/quick'); h.innerHTML = '<i>skeleton</i>';"
                     "await fetch('/slow'); setTimeout(() => h.textContent = 'done', 50)", id="skeleton screen"),
        pytest.param("history.pushState({}, '', '/route'); await fetch('/quick'); h.textContent = 'done'", id="route"),
        pytest.param("const s = document.createElement('script'); s.src = '/late.js'; document.body.append(s)",
                     id="late script"),
        pytest.param("h.animate([{opacity: 0}, {opacity: 1}], 500).finished.then(() => h.textContent = 'done')",
                     id="animation"),
        pytest.param("location = '/target'", id="navigation"),
        pytest.param("setTimeout(() => location = '/target', 300)", id="late navigation"),
        pytest.param('setTimeout("h.textContent = `done`", 300)', id="timer of a text"),
        pytest.param("location = '/soon'", id="refresh"),
        pytest.param("location = '/hop'", id="redirect chain"),
        pytest.param("location = '/scripted'", id="scripted redirect"),
    ],
)  # fmt: skip
def test_the_final_content_is_seen(room: Room, script: str) -> None:
    def late_script(request: Handler) -> None:
        request.wait(0.3)
        request.send("h.textContent = 'done'", content_type="text/javascript")

    def hop(request: Handler) -> None:
        count = int(request.path.partition("?")[2] or 0)
        request.wait(0.1)
        request.redirect(f"/hop?{count + 1}" if count < 3 else "/target")

    room.site.pages |= {
        "/late.js": late_script,
        "/hop": hop,
        "/scripted": "<script>setTimeout(() => location.replace('/target'), 100)</script>",
    }
    _page(room, script)
    assert room.act("click", '"Go"').settled.reason == "quiet"
    assert DONE in (room.see().axtree or "")


def test_a_debounced_search_is_waited_for(room: Room) -> None:
    room.open("""<!doctype html><h1 id=h>start</h1><input aria-label=Search><script>
      let timer; document.querySelector("input").oninput = event => {
        clearTimeout(timer); h.textContent = "waiting";
        timer = setTimeout(async () => h.textContent = await (await fetch("/slow")).text(), 300) }</script>""")
    room.site.pages["/slow"] = _answer_after(0.4)  # type: ignore[assignment]
    assert room.act("fill", '"Search"', "a few words", True).settled.reason == "quiet"
    assert DONE in (room.see().axtree or "")
    assert room.site.count("/slow") == 1


@pytest.mark.parametrize("attributes", ["src=/inner", "src=http://shop.localhost/inner"])
def test_what_goes_on_in_a_frame_is_waited_for(room: Room, attributes: str) -> None:
    room.site.pages["/inner"] = """<h2 id=h>start</h2><button onclick="setTimeout(() => { h.textContent = 'done';
      parent.postMessage('told', '*') }, 400)">Inner</button>"""
    room.open(f"<h1 id=h>x</h1><iframe {attributes}></iframe><script>onmessage = e => h.textContent = e.data</script>")
    room.act("click", '"Inner"')
    assert {DONE, 'heading "told"'} <= {line.split("] ")[-1].partition(" level")[0] for line in _lines(room)}


def _lines(room: Room) -> list[str]:
    return [line.strip() for line in (room.see().axtree or "").splitlines()]


def test_an_address_that_was_slow_once_is_waited_for_again(room: Room) -> None:
    waits = iter([2.2, 0.4])

    def answer(request: Handler) -> None:
        request.wait(next(waits))
        request.send("done")

    room.site.pages["/search"] = answer
    _page(room, "h.textContent = 'loading'; h.textContent = await (await fetch('/search')).text()")
    room.act("click", '"Go"')
    room.well("noop(1000)")
    room.act("click", '"Go"')
    assert DONE in (room.see().axtree or "")


def test_a_start_page_is_waited_for_too(room: Room) -> None:
    room.site.pages["/slow"] = _answer_after(0.5)  # type: ignore[assignment]
    seen = room.open("<h1 id=h>start</h1><script>fetch('/slow').then(() => h.textContent = 'done')</script>")
    assert DONE in (seen.axtree or "")


def test_a_slow_page_is_waited_for(room: Room) -> None:
    _page(room, "location = '/late'")
    room.site.pages["/late"] = _answer_after(3.0, "<h1>done</h1>")  # type: ignore[assignment]
    assert room.act("click", '"Go"').settled.reason == "quiet"
    assert DONE in (room.see().axtree or "")


def _stream(request: Handler) -> None:
    request.send_response(200)
    request.send_header("Content-Type", "text/event-stream")
    request.end_headers()
    request.close_connection = True
    while not request.server.site.over.wait(0.1):
        request.wfile.write(b"data: tick\n\n")
        request.wfile.flush()


def _never(request: Handler) -> None:
    request.wait(60)
    request.close_connection = True


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        pytest.param("new EventSource('/stream'); h.textContent = 'done'", "quiet", id="event source"),
        pytest.param("fetch('/never'); h.textContent = 'done'", "quiet", id="request without an answer"),
        pytest.param("new Image().src = '/never'; h.textContent = 'done'", "quiet", id="image without an answer"),
        pytest.param("setInterval(() => {}, 20); h.textContent = 'done'", "quiet", id="interval"),
        pytest.param("const poll = () => setTimeout(poll, 100); poll(); h.textContent = 'done'", "quiet", id="poll"),
        pytest.param("const sleep = ms => new Promise(r => setTimeout(r, ms)); h.textContent = 'done';"
                     "for (;;) await sleep(50)", "quiet", id="endless sleeping"),
        pytest.param("h.textContent = 'done'; let n = 0; const to = new MessageChannel();"
                     "to.port1.onmessage = () => { h.title = n++; to.port2.postMessage(0) }; to.port2.postMessage(0)",
                     "busy", id="busy"),
        pytest.param("h.animate([{opacity: 0}, {opacity: 1}], {duration: 500, iterations: Infinity});"
                     "h.textContent = 'done'", "quiet", id="endless animation"),
        pytest.param("location = '/half'", "loading", id="a part that never comes"),
    ],
)  # fmt: skip
def test_what_never_ends_holds_nothing_up(room: Room, script: str, reason: str) -> None:
    room.site.pages |= {"/stream": _stream, "/never": _never, "/half": "<h1>done</h1><img src=/never>"}
    _page(room, script)
    done = room.act("click", '"Go"')
    assert done.settled.reason == reason
    assert DONE in (room.see().axtree or "")


def _socket(request: Handler) -> None:
    """A web socket that says "tick" all the time (RFC 6455)."""
    key = request.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    request.send_response(101)
    request.send_header("Upgrade", "websocket")
    request.send_header("Connection", "Upgrade")
    request.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
    request.end_headers()
    request.close_connection = True
    while not request.server.site.over.wait(0.02):
        request.wfile.write(b"\x81\x04tick")
        request.wfile.flush()


def test_a_web_socket_holds_nothing_up(room: Room) -> None:
    room.site.pages["/socket"] = _socket
    _page(
        room,
        "window.n = 0; const socket = new WebSocket('ws://forum.localhost/socket');"
        "await new Promise(open => { socket.onmessage = () => { n += 1; open() } }); h.textContent = 'done'",
    )
    assert room.act("click", '"Go"').settled.reason == "quiet"
    assert room.do("noop()").settled.reason == "quiet"
    assert "done" in (room.see().axtree or "")
    n_heard = room.run(room.session.script("() => window.n"))
    room.well("noop(200)")
    assert room.run(room.session.script("() => window.n")) > n_heard > 0, "it is open"


def test_a_long_poll_is_learnt_and_waited_for_once(room: Room) -> None:
    room.site.pages["/never"] = _never
    _page(room, "fetch('/never?' + Math.random()); h.textContent = 'done'")
    first = room.act("click", '"Go"').settled
    second = room.act("click", '"Go"').settled
    assert (first.reason, second.reason) == ("quiet", "quiet")
    assert first.elapsed_ms > second.elapsed_ms, "it was waited for once"


def test_what_was_on_its_way_before_the_action_does_not_hold_it(room: Room) -> None:
    room.site.pages["/never"] = _never
    room.open("<h1>x</h1><button>Go</button><script>fetch('/never')</script>")
    assert room.do("noop()").settled.reason == "quiet"


def test_a_page_whose_thread_is_blocked_ends_at_the_cap(room: Room) -> None:
    room.open(_button("setTimeout(() => { for (;;); })"))
    done = room.act("click", '"Go"')
    assert done.settled.reason == "no answer"


def test_a_page_that_navigates_without_end_ends_at_a_cap(room: Room) -> None:
    room.site.pages["/again"] = "<h1>again</h1><script>setTimeout(() => location.reload(), 30)</script>"
    _page(room, "location = '/again'")
    room.act("click", '"Go"')
    room.well(f'goto("{HOST}/target")')
    assert DONE in (room.see().axtree or "")
