"""The wall: what may be navigated to, and what happens to a page that goes elsewhere by itself."""

from __future__ import annotations

import re

import pytest

from browserenv.browser.wall import refusal, resolver_rules
from browserenv.errors import InfrastructureFault
from tests.browser.conftest import HOST, Handler, Room

HOSTS = frozenset({"forum.localhost", "shop.localhost"})
LINKS = """<!doctype html><title>Links</title>
<a href="file:///etc/passwd">a file</a> <a href="view-source:http://forum.localhost/">a source</a>
<a href="data:text/html,<h1>data">some data</a> <a href="chrome://version">a chrome page</a>
<a href="http://example.com/">outside</a> <a href="http://127.0.0.1:{port}/">an address</a>
<a href="http://forum.localhost:{port}/">another port</a> <a href="http://127.0.0.1:1/">unsafe port</a>
<a href="/out">redirect out</a> <a href="/file">redirect to a file</a>
<a target="_blank" href="http://example.com/">outside in a tab</a>
<a target="_blank" href="file:///etc/passwd">a file in a tab</a>
<button onclick="location = 'http://example.com/'">script out</button>
<button onclick="location = 'file:///etc/passwd'">script to a file</button>
<button onclick="location = 'view-source:http://forum.localhost/'">script to a source</button>
<button onclick="location = 'data:text/html,<h1>data'">script to data</button>
<button onclick="location = 'chrome://version'">script to chrome</button>
<button onclick="window.open('http://example.com/')">window out</button>
<button onclick="window.open('file:///etc/passwd')">window to a file</button>
<button onclick="window.open('data:text/html,<h1>data')">window to data</button>
<button onclick="window.open('view-source:http://forum.localhost/')">window to a source</button>
<script>const blob = () => URL.createObjectURL(new Blob(['<h1>blob'], {{type: 'text/html'}}))</script>
<button onclick="window.open(blob())">window to a blob</button>
<button onclick="location = blob()">script to a blob</button>
<a href="javascript:void(document.title = 'script ran')">script of the page</a>
"""


@pytest.mark.parametrize(
    "url",
    ["http://forum.localhost", "http://FORUM.localhost/f/a?b=c#d", "https://shop.localhost/", "about:blank",
     "http://forum.localhost:80/"],
)  # fmt: skip
def test_addresses_of_the_world_are_let_through(url: str) -> None:
    assert refusal(url, HOSTS) is None


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("file:///etc/passwd", "file: addresses cannot be opened"),
        ("file:///proc/self/cwd/tasks", "file: addresses"),
        ("FILE:///etc/passwd", "file: addresses"),
        ("view-source:http://forum.localhost/", "view-source: addresses"),
        ("data:text/html,<h1>x", "data: addresses"),
        ("blob:http://forum.localhost/1", "blob: addresses"),
        ("javascript:alert(1)", "javascript: addresses"),
        ("  javascript:alert(1)", "javascript: addresses"),
        ("java\nscript:alert(1)", "javascript: addresses"),
        ("chrome://version", "chrome: addresses"),
        ("about:srcdoc", "about: addresses"),
        ("ftp://forum.localhost/", "ftp: addresses"),
        ("http://example.com/", "outside this world"),
        ("http://127.0.0.1/", "outside this world"),
        ("http://[::1]/", "outside this world"),
        ("http://2130706433/", "outside this world"),
        ("http://localhost/", "outside this world"),
        ("http://forum.localhost.example.com/", "outside this world"),
        ("http://forum.localhost:8080/", "without a port or a user"),
        ("https://forum.localhost:80/", "without a port or a user"),
        ("http://a:b@forum.localhost/", "without a port or a user"),
        ("http://forum.localhost@example.com/", "outside this world"),
        ("http://forum.localhost:99999/", "not a web address"),
        ("http://[bad", "not a web address"),
        ("forum.localhost/f/books", "not a full web address"),
        ("/f/books", "not a full web address"),
        ("http:///x", "not a full web address"),
    ],
)
def test_all_else_is_refused_with_a_message(url: str, words: str) -> None:
    message = refusal(url, HOSTS)
    assert message is not None
    assert words in message
    assert "http://forum.localhost, http://shop.localhost" in message
    assert "\n" not in message


def test_resolver_rules_name_each_site_at_port_80_alone() -> None:
    rules = resolver_rules({"b.localhost": ("127.0.0.1", 2), "a.localhost": ("127.0.0.1", 1)})
    assert rules == "MAP a.localhost:80 127.0.0.1:1, MAP b.localhost:80 127.0.0.1:2, MAP * ~NOTFOUND"


def test_a_host_with_a_port_is_reached_at_that_port_alone() -> None:
    hosts = frozenset({"shop.example:7770", "10.0.0.5:9999"})
    addresses = {"shop.example:7770": ("10.0.0.5", 7770), "10.0.0.5:9999": ("10.0.0.5", 9999)}
    rules = resolver_rules(addresses)
    assert "MAP shop.example:7770 10.0.0.5:7770" in rules
    assert "MAP 10.0.0.5:9999 10.0.0.5:9999" in rules
    assert refusal("http://shop.example:7770/a", hosts) is None
    assert refusal("http://10.0.0.5:9999/", hosts) is None
    for url in ("http://shop.example/", "http://shop.example:7771/", "https://shop.example:7770/", "http://10.0.0.5/"):
        assert refusal(url, hosts) is not None
    assert refusal("http://user@shop.example:7770/", hosts) is not None


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "view-source:http://forum.localhost/", "data:text/html,x", "javascript:alert(1)",
            "chrome://version", "http://127.0.0.1/", "http://example.com/", "blob:http://forum.localhost/x"],
)  # fmt: skip
def test_goto_is_refused_and_the_page_stays(room: Room, url: str) -> None:
    room.open("<title>Here</title>")
    assert "reachable: http://forum.localhost" in room.error(f'goto("{url}")')
    seen = room.see()
    assert (seen.url, seen.open_pages_titles) == (f"{HOST}/", ("Here",))


def _open_links(room: Room) -> None:
    def to_outside(request: Handler) -> None:
        request.redirect("http://example.com/x")

    def to_file(request: Handler) -> None:
        request.redirect("file:///etc/passwd")

    room.site.pages |= {"/out": to_outside, "/file": to_file}
    room.open(LINKS.format(port=room.site.port))


@pytest.mark.parametrize(
    "name", ["a file", "a source", "some data", "a chrome page", "a file in a tab", "script to a file",
             "script to a source", "script to data", "script to chrome", "window to a file", "window to data",
             "window to a source"],
)  # fmt: skip
def test_chromium_itself_keeps_pages_from_other_schemes(room: Room, name: str) -> None:
    _open_links(room)
    room.act("click", f'"{name}"')
    seen = room.see()
    assert (seen.open_pages_urls, seen.open_pages_titles) == ((f"{HOST}/",), ("Links",))


@pytest.mark.parametrize("name", ["window to a blob", "script to a blob"])
def test_a_page_does_not_reach_a_blob(room: Room, name: str) -> None:
    _open_links(room)
    room.act("click", f'"{name}"')
    assert room.see().open_pages_urls == (f"{HOST}/",)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("outside", "http://example.com/ is outside this world"),
        ("an address", "http://127.0.0.1"),
        ("unsafe port", "http://127.0.0.1:1/ is outside this world"),
        ("another port", "without a port or a user"),
        ("redirect out", "http://example.com/x is outside this world"),
        ("redirect to a file", "leads nowhere in this world (net::ERR_UNSAFE_REDIRECT)"),
        ("outside in a tab", "http://example.com/ is outside this world"),
        ("script out", "http://example.com/ is outside this world"),
        ("window out", "http://example.com/ is outside this world"),
    ],
)
def test_a_page_that_leads_outside_is_taken_back_with_a_message(room: Room, name: str, words: str) -> None:
    _open_links(room)
    message = room.act("click", f'"{name}"').error
    assert message is not None
    assert words in message
    assert message.endswith("the tab was closed" if "tab" in name or "window" in name else "went back")
    seen = room.see()
    assert (seen.open_pages_urls, seen.open_pages_titles) == ((f"{HOST}/",), ("Links",))
    assert "outside in a tab" in (seen.axtree or "")


def test_a_script_link_of_a_page_is_the_page_s_own_matter(room: Room) -> None:
    _open_links(room)
    assert room.act("click", '"script of the page"').error is None
    assert room.see().open_pages_titles == ("script ran",)


def test_nothing_outside_is_reached_from_inside_a_page(room: Room) -> None:
    room.open(f"""<title>wait</title><script>
      const tries = ["http://127.0.0.1:{room.site.port}/secret", "http://forum.localhost:{room.site.port}/secret",
                     "http://example.com/", "file:///etc/passwd"];
      Promise.allSettled(tries.map(url => fetch(url, {{mode: "no-cors"}}))).then(
        all => document.title = all.map(one => one.status).join());
    </script><iframe src="http://127.0.0.1:{room.site.port}/secret"></iframe><iframe src="file:///etc/passwd"></iframe>
    """)
    assert room.see().open_pages_titles == ("rejected,rejected,rejected,rejected",)
    assert room.site.count("/secret") == 0


@pytest.mark.parametrize("keys", ["Control+u", "Control+o", "Control+t", "Control+n", "Control+j", "F12", "Control+l"])
def test_keys_of_the_browser_s_own_do_nothing(room: Room, keys: str) -> None:
    room.open("<title>Here</title><input autofocus>")
    room.well(f'keyboard_press("{keys}")')
    assert room.see().open_pages_urls == (f"{HOST}/",)


def test_webrtc_offers_no_way_out_by_udp(room: Room) -> None:
    room.open("""<title>wait</title><script>
      const peer = new RTCPeerConnection({iceServers: [{urls: "stun:127.0.0.1:3478"}]}), found = [];
      peer.createDataChannel("x");
      peer.onicecandidate = event => { if (event.candidate) found.push(event.candidate.candidate);
                                       else document.title = "found " + found.filter(c => / udp /i.test(c)).length; };
      peer.createOffer().then(offer => peer.setLocalDescription(offer));
    </script>""")
    room.do("noop(500)")
    assert room.see().open_pages_titles == ("found 0",)


def test_https_that_no_site_speaks_is_no_fault_of_a_site(room: Room) -> None:
    room.open("<title>Here</title>")
    done = room.do('goto("https://forum.localhost/")')
    assert (done.error, done.site_failures) == (
        "https://forum.localhost/ leads nowhere in this world (net::ERR_NAME_NOT_RESOLVED); went back",
        (),
    )
    assert room.see().open_pages_titles == ("Here",)


def test_a_site_that_does_not_answer_is_told_as_such(room: Room) -> None:
    def broken(request: Handler) -> None:
        request.close_connection = True

    room.site.pages["/broken"] = broken
    room.open("<title>Here</title>")
    done = room.do(f'goto("{HOST}/broken")')
    assert done.error is not None
    assert "did not answer (net::ERR_EMPTY_RESPONSE)" in done.error
    assert done.site_failures == (f"{HOST}/broken: net::ERR_EMPTY_RESPONSE",)
    room.well("go_back()")
    assert room.see().open_pages_titles == ("Here",)


@pytest.mark.parametrize("place", ["http://127.0.0.1:1/home", "https://forum.localhost/home"])
def test_a_start_page_that_leads_elsewhere_is_told_with_the_place(room: Room, place: str) -> None:
    room.site.pages["/"] = lambda handler: handler.redirect(place)
    with pytest.raises(InfrastructureFault, match=re.escape(f"start page {HOST}/ led to {place}, and there: net::ERR")):
        room.begin([f"{HOST}/"])
