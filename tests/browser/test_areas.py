"""The areas of image maps: they are seen as links, and clicked where their shape is."""

from __future__ import annotations

import pytest

from browserenv.browser.limits import SessionLimits
from browserenv.browser.perform import ActionLimits
from tests.browser.conftest import Room

PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='300' height='100'/>"
PAGE = f"""<!doctype html><title>x</title><div style="height: 1500px"></div>
<img src="{PICTURE}" width=300 height=100 usemap="#rooms" alt=Plan style="border: 7px solid; padding: 11px">
<map name=rooms><area href="#hall" shape=rect coords="0,0,100,100" alt=Hall><area href="#bath" shape=circle
coords="150,50,30" alt=Bath><area href="#ell" shape=poly coords="200,0,300,0,300,20,220,20,220,100,200,100" alt=Ell>
<area shape=rect coords="100,0,110,10" alt=Nothing></map><map name=unused><area href="#none" alt=Unused></map>
<script>for (const area of document.querySelectorAll("area")) {{
  area.onclick = event => {{ event.preventDefault(); document.title = `${{area.alt}} ${{event.shiftKey}}`; }};
  area.ondblclick = () => document.title = `${{area.alt}} twice`;
  area.onmouseover = () => document.title = `over ${{area.alt}}`;
}}</script>"""


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """What cannot be done is told soon."""
    return SessionLimits(action=ActionLimits(ready_ms=800))


def title(room: Room) -> str:
    return (room.see("open_pages_titles").open_pages_titles or ("",))[0]


def test_areas_of_a_picture_are_links_and_are_clicked_in_their_shapes(room: Room) -> None:
    tree = room.open(PAGE).axtree or ""
    assert "Nothing" not in tree
    assert "Unused" not in tree
    for name in ("Hall", "Bath", "Ell"):
        area = room.find(f'link "{name}" -> #{name.lower()}')
        room.well(f'click("{area}", modifiers=["Shift"])')
        assert title(room) == f"{name} true"
        room.well(f'dblclick("{area}")')
        assert title(room) == f"{name} twice"
    room.well(f'hover("{room.find("Hall")}")')
    assert title(room) == "over Hall"


def test_the_page_sees_nothing_of_it(room: Room) -> None:
    room.open(PAGE)
    page = "[getComputedStyle(hall).display, hall.getBoundingClientRect().width, hall.checkVisibility()]"
    found = room.run(room.session.script(f"() => {{ const hall = document.querySelector('area'); return {page} }}"))
    assert found == ["none", 0, False]


def test_an_area_that_is_covered_or_lost_its_picture_is_told(room: Room) -> None:
    room.open(PAGE)
    hall = room.find("Hall")
    cover = "document.body.insertAdjacentHTML('beforeend', '<div style=\"position: fixed; inset: 0\">x</div>')"
    room.run(room.session.script(f"() => {{ {cover} }}"))
    assert "is covered; close or move what lies over the picture" in room.error(f'click("{hall}")')
    room.run(room.session.script("() => document.querySelector('img').remove()"))
    assert "belongs to no picture any more" in room.error(f'click("{hall}")')


@pytest.mark.parametrize(("form", "line"), [("webarena", "link 'Ell'"), ("browsergym", "link 'Ell'")])
def test_other_formats_have_their_ids_too(room: Room, form: str, line: str) -> None:
    room.open(PAGE)
    room.well("scroll(0, 3000)")
    tree = room.see("axtree", axtree_format=form).axtree or ""
    (found,) = [each.strip() for each in tree.splitlines() if line in each]
    room.well(f'click("{found[1 : found.index("]")]}")')
    assert title(room) == "Ell false"
