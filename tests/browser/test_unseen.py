"""Observing, whatever is asked for, leaves no trace: scripts, style sheets and forms of the page see nothing of it."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import pytest

from browserenv.browser.observe import PARTS
from browserenv.browser.sight import AXTREE_FORMATS
from tests.browser.conftest import Room

WATCHED = """<!doctype html><style>
  :not(html, head, head *, body, #tall, [known]) { outline: 3px solid red }
  input { transition: all 1s; width: 100px } input:focus { width: 100px }
  [bid], [data-x], [style*=caret] { display: none } @media (min-height: 900px) { body { color: green } }
</style><form known><input known id=i value=x autofocus style="color: black"><textarea known>y</textarea>
<select known><option known>a<option known selected>b</select><input known type=checkbox checked></form>
<div id=tall style="height: 3000px"></div><p known>text</p><div known id=host></div>
<iframe known id=f srcdoc="<!doctype html><input><script>
  const say = (what) => parent.seen.push('frame ' + what);
  for (const type of ['focus', 'blur', 'input', 'change', 'select', 'scroll', 'resize', 'animationstart'])
    addEventListener(type, () => say(type), true);
  document.addEventListener('selectionchange', () => say('selectionchange'));
  new MutationObserver(all => all.forEach(one => say(one.type)))
    .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
</script>"></iframe><script>
const seen = window.seen = [];
host.attachShadow({mode: "open"}).innerHTML = "<input>";
const everything = {subtree: true, childList: true, attributes: true, characterData: true};
for (const root of [document, host.shadowRoot])
  new MutationObserver(all => all.forEach(one => seen.push(one.type + " " + one.attributeName)))
    .observe(root, everything);
const known = [Element.prototype, HTMLElement.prototype, Document.prototype, window].flatMap(Object.keys);
const types = known.filter(key => key.startsWith("on")).map(key => key.slice(2));
for (const type of new Set([...types, "focusin", "focusout"]))
  for (const target of [window, document, i]) target.addEventListener(type, event => seen.push(name(event)), true);
const name = event => event.type === "resize" ? `resize to ${innerWidth} x ${innerHeight}` : event.type;
visualViewport.addEventListener("resize", () => seen.push("viewport resize"));
visualViewport.addEventListener("scroll", () => seen.push("viewport scroll"));
matchMedia("(min-height: 900px)").addEventListener("change", () => seen.push("media"));
new ResizeObserver(() => seen.push("size")).observe(i);
new IntersectionObserver(() => seen.push("intersection")).observe(document.querySelector("p"));
onresize = () => seen.push("onresize");
for (const [of, name] of [[Document, "activeElement"], [Element, "shadowRoot"], [HTMLInputElement, "value"]]) {
  const own = Object.getOwnPropertyDescriptor(of.prototype, name);
  Object.defineProperty(of.prototype, name, {...own, get() { seen.push("read " + name); return own.get.call(this); }});
}
for (const [of, name] of [[Document, "querySelectorAll"], [Document, "createElement"], [Element, "animate"],
                          [Element, "getBoundingClientRect"], [Element, "getAttribute"]]) {
  const own = of.prototype[name];
  of.prototype[name] = function (...args) { seen.push("called " + name); return own.apply(this, args); };
}
const state = () => JSON.stringify([document.documentElement.outerHTML, document.styleSheets.length,
  document.adoptedStyleSheets.length, document.getAnimations().length, Object.keys(window).length, scrollX, scrollY,
  getSelection().anchorOffset, history.length, document.cookie, document.title, innerWidth, innerHeight,
  [...document.querySelectorAll("*")].map(each => Object.values(getComputedStyle(each)).join())]);
let before;
const begin = () => { before = state(); seen.length = 0; };
const report = () => { const what = seen.slice(); if (state() !== before) what.push("another state"); return what; };
</script>"""


def _script(room: Room, code: str) -> Any:
    return room.run(room.session.script(f"async () => {{ {code} }}"))


TWO_FRAMES = "await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));"


FOCUSED = ["i.focus()", "i.blur()", "f.contentDocument.querySelector('input').focus()"]


def _seen_by_the_page(room: Room, focus: str, parts: Set[str]) -> list[str]:
    """What a page sees while parts of it are asked for, in every format."""
    room.open(WATCHED)
    _script(room, f"{focus}; {TWO_FRAMES}")
    room.well("noop(100)")
    _script(room, f"begin(); {TWO_FRAMES}")
    for axtree_format in AXTREE_FORMATS:
        for viewport_only in (True, False):
            seen = room.see(*parts, axtree_format=axtree_format, axtree_viewport_only=viewport_only)
            assert seen.missing == ()
    report: list[str] = _script(room, f"{TWO_FRAMES} return report()")
    return report


@pytest.mark.parametrize("focus", FOCUSED)
def test_nothing_is_seen_whatever_is_asked_for(room: Room, focus: str) -> None:
    seen = _seen_by_the_page(room, focus, PARTS - {"screenshot_full"})
    assert not seen, seen


def test_of_a_full_picture_the_page_is_told_nothing(room: Room) -> None:
    # For one frame the page may be of 1 x 1 px, of which its layout and its media queries know; see screenshot.py.
    seen = _seen_by_the_page(room, "i.focus()", {"screenshot_full", "screenshot"})
    assert set(seen) <= {"size", "intersection", "media"}


def test_the_watch_sees_what_a_trace_would_be(room: Room) -> None:
    room.open(WATCHED)
    _script(room, f"i.blur(); {TWO_FRAMES} begin(); i.focus(); i.setAttribute('bid', 1); {TWO_FRAMES}")
    seen = _script(room, "return report()")
    assert {"attributes bid", "focus", "another state"} <= set(seen)
    page = room.session._current().page
    assert page is not None
    room.run(page.set_viewport_size({"width": 800, "height": 950}))
    seen = _script(room, f"{TWO_FRAMES} return report()")
    assert {"resize to 800 x 950", "onresize", "viewport resize", "media"} <= set(seen)
