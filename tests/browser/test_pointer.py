"""Actions by pixels and keys."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Room

BOARD = """<!doctype html><style>body { margin: 0; height: 3000px } #pad { width: 800px; height: 500px }</style>
<div id=pad></div><script>
const log = [];
for (const type of ["mousedown", "mouseup", "click", "dblclick"]) pad.addEventListener(type, event => {
  log.push(`${type[0]}${type.length}@${event.clientX},${event.clientY}/${event.button}`);
  document.title = log.join(" ");
});
</script>"""


@pytest.mark.parametrize(
    ("action", "title"),
    [
        ("mouse_click(10, 20)", "m9@10,20/0 m7@10,20/0 c5@10,20/0"),
        ('mouse_click(10, 20, "middle")', "m9@10,20/1 m7@10,20/1"),
        ("mouse_down(5, 6)", "m9@5,6/0"),
        ("mouse_up(5, 6)", "m7@5,6/0"),
        ("mouse_drag_and_drop(1, 2, 30, 40)", "m9@1,2/0 m7@30,40/0 c5@30,40/0"),
    ],
)
def test_the_mouse_acts_where_it_is_told(room: Room, action: str, title: str) -> None:
    room.open(BOARD)
    room.well(action)
    assert room.see().open_pages_titles == (title,)


def test_a_double_click_is_one(room: Room) -> None:
    room.open(BOARD)
    room.well("mouse_dblclick(10, 20)")
    assert (room.see().open_pages_titles or ("",))[0].endswith("d8@10,20/0")


def test_moving_hovers(room: Room) -> None:
    room.open("<body style='margin: 0'><div style='height: 99px' onmousemove=\"document.title = 'over'\"></div>")
    room.well("mouse_move(3, 4)")
    assert room.see().open_pages_titles == ("over",)


@pytest.mark.parametrize("action", ["mouse_click(800, 0)", "mouse_move(0, -1)", "mouse_drag_and_drop(1, 1, 1, 600)"])
def test_pixels_outside_the_viewport_are_refused(room: Room, action: str) -> None:
    room.open(BOARD)
    assert "is outside the viewport, which is 800 x 600 pixels" in room.error(action)


def test_scroll_moves_the_page_before_it_is_seen(room: Room) -> None:
    room.open(BOARD)
    room.well("scroll(0, 700)")
    assert room.js("document.documentElement.scrollTop") == 700
    room.well("scroll(0, -300)")
    assert room.js("document.documentElement.scrollTop") == 400
    room.well("scroll(0, 1000000)")
    assert room.js("document.documentElement.scrollTop") == 2400


def test_scroll_turns_the_wheel_under_the_pointer(room: Room) -> None:
    room.open("""<!doctype html><body style="margin: 0"><div id=box style="height: 100px; overflow: auto">
      <div style="height: 2000px"></div></div><div style="height: 3000px"></div>""")
    room.well("mouse_move(50, 50)")
    room.well("scroll(0, 120)")
    assert room.js("document.querySelector('#box').scrollTop") == 120
    assert room.js("document.documentElement.scrollTop") == 0


def test_scroll_at_goes_there_first(room: Room) -> None:
    room.open("""<!doctype html><body style="margin: 0"><div id=box style="height: 100px; overflow: auto">
      <div style="height: 2000px"></div></div><div style="height: 3000px"></div>""")
    room.well("scroll_at(50, 50, 0, 120)")
    assert room.js("document.querySelector('#box').scrollTop") == 120
    room.well("scroll_at(50, 300, 0, 70)")
    assert room.js("document.documentElement.scrollTop") == 70
    assert "is outside the viewport" in room.error("scroll_at(50, 900, 0, 10)")


def test_the_keyboard_writes_where_the_focus_is(room: Room) -> None:
    room.open('<input autofocus onkeydown="document.title += event.key">')
    room.well('keyboard_type("ab")')
    room.well('keyboard_insert_text("ç💡")')
    room.well('keyboard_press("Shift+ArrowLeft")')
    room.well('keyboard_press("x")')
    assert room.js("document.querySelector('input').value") == "abçx"
    assert room.see().open_pages_titles == ("abShiftArrowLeftx",)


def test_a_key_is_held_until_it_is_released(room: Room) -> None:
    room.open("<input autofocus>")
    room.well('keyboard_down("Shift")')
    room.well('keyboard_press("KeyA")')
    room.well('keyboard_up("Shift")')
    room.well('keyboard_press("a")')
    assert room.js("document.querySelector('input').value") == "Aa"


@pytest.mark.parametrize("action", ['keyboard_press("Entr")', 'keyboard_down("")', 'keyboard_up("Control+")'])
def test_keys_that_do_not_exist_are_told_as_such(room: Room, action: str) -> None:
    room.open("<input autofocus>")
    assert "Unknown key" in room.error(action)
