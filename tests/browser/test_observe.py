"""Observing: what is seen, the same each time, and never a trace of it on the page."""

from __future__ import annotations

import numpy as np
import pytest

from browserenv.browser.observe import PARTS
from browserenv.errors import UnknownNameError
from tests.browser.conftest import HOST, Handler, Room

MIXED = """<!doctype html><title>Mixed</title><h1>Forum</h1><p>Some <b>bold</b> text</p>
<label>Name <input value="Ada" autofocus></label><select aria-label=Sort><option>New<option selected>Hot</select>
<input type=checkbox checked aria-label=On> <button disabled>Off</button> <a href="/f/books">books</a>
<details><summary>More</summary>hidden</details><ul><li>one<li>two</ul><table><tr><td>cell</td></tr></table>
<iframe srcdoc="<button>framed</button>"></iframe><iframe></iframe>
<div id=host></div><script>host.attachShadow({mode: "open"}).innerHTML = "<button>shadowed</button>";
frames[1].document.body.innerHTML = "<button>written</button>"</script>"""
WATCHED = """<!doctype html><form><input id=i value=x autofocus><textarea>y</textarea></form><p>text</p>
<iframe srcdoc="<input>"></iframe><style>#i:focus { color: red }</style><script>
const seen = [];
new MutationObserver(all => seen.push(...all.map(one => one.type + " " + one.attributeName)))
  .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
for (const type of ["focus", "blur", "input", "change", "scroll", "select", "selectionchange", "visibilitychange",
                    "resize", "keydown", "mousemove", "animationend", "transitionend", "load"])
  addEventListener(type, () => seen.push(type), true);
const sheets = () => document.styleSheets.length + document.adoptedStyleSheets.length;
const before = document.documentElement.outerHTML.length;
report = () => [...seen, document.documentElement.outerHTML.length - before, sheets(), getComputedStyle(i).caretColor];
</script>"""


def test_the_tree_tells_roles_names_values_states_and_addresses(room: Room) -> None:
    tree = room.open(MIXED).axtree or ""
    lines = [line.strip().partition("] ")[2] or line.strip() for line in tree.splitlines()]
    for line in [
        'heading "Forum" level=1',
        "paragraph: Some bold text",
        'textbox "Name" focused: Ada',
        'combobox "Sort"',
        'option "Hot" selected',
        'checkbox "On" checked',
        'button "Off" disabled',
        'link "books" -> /f/books',
        "listitem: one",
        'button "framed"',
        'button "shadowed"',
        'button "written"',
    ]:
        assert line in lines, tree


def test_only_what_is_asked_for_is_computed(room: Room) -> None:
    room.open(MIXED)
    seen = room.see("html")
    assert (seen.axtree, seen.screenshot, seen.focused_element, seen.open_pages_titles) == (None, None, None, None)
    assert (seen.url, seen.open_pages_urls, seen.active_page_index) == (f"{HOST}/", (f"{HOST}/",), 0)
    assert seen.html is not None
    assert seen.html.startswith("<!DOCTYPE html><html>")
    assert seen.missing == ()


def test_a_part_that_does_not_exist_is_an_error(room: Room) -> None:
    room.open(MIXED)
    with pytest.raises(UnknownNameError, match="no observation part 'axtre'; did you mean 'axtree'"):
        room.see("axtre")


def test_the_focused_element_is_named(room: Room) -> None:
    seen = room.open(MIXED)
    assert f'[{seen.focused_element}] textbox "Name" focused' in (seen.axtree or "")
    assert room.open("<button>x</button>").focused_element == ""


def test_ids_stay_while_an_element_stays(room: Room) -> None:
    room.open(MIXED)
    button, link = room.find('"shadowed"'), room.find('link "books"')
    framed = room.find('"framed"')
    room.well(f'click("{button}")')
    room.well(f'fill("{room.find("textbox")}", "Bob")')
    assert (room.find('"shadowed"'), room.find('link "books"'), room.find('"framed"')) == (button, link, framed)


def test_the_screenshot_is_the_viewport_in_rgb(room: Room) -> None:
    room.open("<!doctype html><body style='margin: 0; background: rgb(10, 20, 30); height: 5000px'>")
    screenshot = room.see("screenshot").screenshot
    assert screenshot is not None
    assert screenshot.shape == (600, 800, 3)
    assert screenshot.dtype == np.uint8
    assert (screenshot == np.array([10, 20, 30], dtype=np.uint8)).all()


def test_the_same_page_gives_the_same_tree_and_the_same_pixels(room: Room) -> None:
    pages = []
    for _ in range(2):
        room.open(MIXED)
        for wait in ("noop()", "noop(600)"):  # the text cursor blinks every half second
            room.well(wait)
            seen = room.see("axtree", "screenshot")
            assert seen.screenshot is not None
            pages.append((seen.axtree, seen.screenshot.tobytes()))
    assert all(page == pages[0] for page in pages)


def test_observing_leaves_no_trace_on_the_page(room: Room) -> None:
    room.open(WATCHED)
    before = room.js("document.defaultView.getComputedStyle(document.querySelector('#i')).caretColor")
    page = room.session._current()._tabs.page
    assert page is not None
    room.run(page.evaluate("seen.length = 0"))
    for _ in range(3):
        room.see(*PARTS)
    assert room.run(page.evaluate("report()")) == [0, 1, before]


def test_a_page_whose_thread_is_blocked_is_seen_as_such(room: Room) -> None:
    room.open("<button onclick='setTimeout(() => { for (;;); })'>Hang</button>")
    assert room.act("click", '"Hang"').settled.reason == "no answer"
    seen = room.see("axtree")
    assert (seen.axtree, [part for part, _ in seen.missing]) == ("", ["axtree"])
    room.do("tab_close()")
    room.well(f'goto("{HOST}/nowhere")')
    assert "nothing here" in (room.see().axtree or "")


def test_a_page_that_changes_while_it_is_read_is_seen(room: Room) -> None:
    room.open("""<button>steady</button><div id=d></div><script>
      setInterval(() => { d.innerHTML = "<iframe srcdoc='<p>in and out</p>'></iframe>" }, 20)</script>""")
    for _ in range(3):
        assert 'button "steady"' in (room.see().axtree or "")


def test_a_frame_that_never_loads_does_not_hide_the_rest(room: Room) -> None:
    def never(request: Handler) -> None:
        request.wait(60)
        request.close_connection = True

    room.site.pages["/never"] = never
    room.open("<button>here</button><iframe src=/never></iframe><iframe src='file:///etc/passwd'></iframe>")
    seen = room.see()
    assert 'button "here"' in (seen.axtree or "")
    assert seen.missing == ()


def test_many_frames_have_ids_of_their_own(room: Room) -> None:
    room.open("".join(f"<iframe srcdoc='<button>b{n}</button>'></iframe>" for n in range(30)))
    ids = {room_id for n in range(30) if (room_id := room.find(f'"b{n}"'))}
    assert len(ids) == 30


def test_a_large_page_is_seen_whole(room: Room) -> None:
    rows = "".join(f"<tr><td>row {n}</td></tr>" for n in range(3000))
    room.open(f"<table>{rows}</table>")
    assert (room.see().axtree or "").count("row 2999") >= 1


FORM = """<label>Name <input required></label><label>Code <input readonly value=7></label>
<div role=textbox aria-label=Bio aria-required=true contenteditable></div><button aria-expanded=false>Menu</button>
<details><summary>More</summary>hidden</details><iframe srcdoc="<label>City <input required></label>"></iframe>
<div id=host></div><script>
host.attachShadow({mode: "open"}).innerHTML = "<label>Mail <input required></label>"</script>"""


def test_what_must_be_filled_in_and_what_is_shut_is_told_in_frames_and_shadows_too(room: Room) -> None:
    tree = room.open(FORM).axtree or ""
    for name in ("Name", "Bio", "City", "Mail"):
        (line,) = [line for line in tree.splitlines() if f'textbox "{name}"' in line]
        assert line.endswith(" required"), tree
    assert 'textbox "Code" readonly: 7' in tree
    assert 'button "Menu" collapsed' in tree
    assert 'generic "More" collapsed' in tree


def test_a_state_is_told_no_longer_when_it_is_over(room: Room) -> None:
    assert 'button "Menu" collapsed' in (
        room.open(
            "<button aria-expanded=false onclick=\"this.setAttribute('aria-expanded', 'true')\">Menu</button>"
        ).axtree
        or ""
    )
    room.act("click", '"Menu"')
    assert 'button "Menu" expanded' in (room.see().axtree or "")


BLINKING = {
    "field": "<input autofocus value=x style='transition: all 1s'>",
    "area": "<textarea autofocus>x</textarea>",
    "editable": "<div contenteditable id=e>x</div><script>e.focus()</script>",
    "frame": "<iframe srcdoc='<iframe srcdoc=\"<input autofocus value=x>\"></iframe>'></iframe>",
    "shadow": """<div id=h></div><script>h.attachShadow({mode: "open"}).innerHTML = "<input value=x>";
                 h.shadowRoot.firstChild.focus()</script>""",
}


@pytest.mark.parametrize("kind", BLINKING)
def test_the_text_cursor_is_in_no_picture(room: Room, kind: str) -> None:
    room.open("<style>*:focus { outline: none }</style>" + BLINKING[kind])
    if kind == "frame":
        room.act("click", "textbox")
    pictures = []
    for _ in range(2):
        for wait in ("noop()", "noop(600)"):  # it blinks every half second
            room.well(wait)
            picture = room.see("screenshot").screenshot
            assert picture is not None
            pictures.append(picture.tobytes())
    assert len(set(pictures)) == 1


def test_a_picture_is_scaled_down_on_request(room: Room) -> None:
    room.open(
        "<!doctype html><body style='margin: 0; background: linear-gradient(red 300px, lime 300px); height: 600px'>"
    )
    seen = room.see("screenshot", screenshot_scale=0.333).screenshot
    assert seen is not None
    assert seen.shape == (round(600 * 0.333), round(800 * 0.333), 3)
    assert seen[50, 100].tolist() == [255, 0, 0]
    assert seen[150, 100].tolist() == [0, 255, 0]


def test_a_frame_of_another_site_is_in_the_tree_and_in_no_way_of_the_other_formats(room: Room) -> None:
    room.site.pages["/other"] = "<label>Elsewhere <input required></label>"
    tree = room.open("<button>here</button><iframe src='http://shop.localhost/other'></iframe>").axtree or ""
    assert 'textbox "Elsewhere" required' in tree
    for axtree_format in ("webarena", "browsergym"):
        seen = room.see("axtree", "screenshot_som", "axtree_object", axtree_format=axtree_format)
        assert seen.missing == ()
        assert "here" in (seen.axtree or "")
        assert "Iframe" in (seen.axtree or "")
