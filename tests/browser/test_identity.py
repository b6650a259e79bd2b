"""An id means what was observed: elements that got other content since are refused, others are not."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.browser.parse import parse
from tests.browser.conftest import Room

CHANGED = "other content in its place since it was observed"
ROWS = {
    "names": "`<button onclick=\"document.title = '${name}'\">Delete ${name}</button>`",
    "rows": "`<li><b>${name}</b> <button onclick=\"document.title = '${name}'\">Delete</button></li>`",
    "table": "`<tr><td>${name}</td><td><button onclick=\"document.title = '${name}'\">Edit</button>"
    "<button onclick=\"document.title = '${name}'\">Delete</button></td></tr>`",
    "blocks": "`<div class='row x'><div>${name}</div><div><button>Edit</button><button onclick=\"document.title = "
    "'${name}'\">Delete</button></div></div>`",
    "labels": "`<button aria-label='Delete ${name}' onclick=\"document.title = '${name}'\">x</button>`",
    "links": "`<p><a href='#${name}' onclick=\"document.title = '${name}'\">Delete</a></p>`",
}
# Draws a list as libraries do that keep the elements of its rows, and put other texts and attributes into them.
DRAW = """const patch = (old, fresh) => {
  if (!old || !fresh || old.nodeName !== fresh.nodeName) return false;
  if (old.nodeType === 3) { if (old.data !== fresh.data) old.data = fresh.data; return true; }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const parts = [...fresh.childNodes];
  parts.forEach((child, at) => patch(old.childNodes[at], child) || old.append(child));
  while (old.childNodes.length > parts.length) old.lastChild.remove();
  return true;
};
const draw = names => {
  const fresh = list.cloneNode(false);
  fresh.innerHTML = names.map(row).join("");
  patch(list, fresh);
};"""


def listing(row: str, names: list[str]) -> str:
    tag = "tbody" if row == "table" else "div"
    body = f"<{tag} id=list></{tag}>"
    body = f"<table>{body}</table>" if row == "table" else body
    return (
        f"<!doctype html><title>x</title>{body}<script>const row = name => {ROWS[row]}; {DRAW} draw({names})</script>"
    )


def script(room: Room, text: str) -> Any:
    """The page does something by itself, after it was observed."""
    return room.run(room.session.script(f"() => {{ {text} }}"))


def deletes(room: Room) -> list[str]:
    """The ids of what deletes, in reading order."""
    lines = [line.strip() for line in (room.see().axtree or "").splitlines() if "Delete" in line and "[" in line]
    return [line[1 : line.index("]")] for line in lines]


SHIFTS = ("Bob Carol Dan", "Zoe Alice Bob Carol", "Carol Bob Alice", "Bob Carol")


@pytest.mark.parametrize("row", ROWS)
def test_a_list_that_shifted_below_its_ids_takes_no_action(room: Room, row: str) -> None:
    room.open(listing(row, ["Alice", "Bob", "Carol"]))
    for shifted in SHIFTS:
        first = deletes(room)[0]
        script(room, f"draw({shifted.split()})")
        assert CHANGED in room.error(f'click("{first}")')
        again = deletes(room)
        room.well(f'click("{again[1]}")')
        assert room.see().open_pages_titles == (shifted.split()[1],)
        script(room, "draw(['Alice', 'Bob', 'Carol'])")


@pytest.mark.parametrize("row", ROWS)
def test_numbers_alone_tell_rows_apart_and_what_is_drawn_as_it_was_is_the_same(room: Room, row: str) -> None:
    room.open(listing(row, ["1", "2", "3"]))
    first = deletes(room)[0]
    script(room, "draw(['1', '2', '3', '4'])")
    room.well(f'click("{first}")')
    assert room.see("open_pages_titles").open_pages_titles == ("1",)
    script(room, "draw(['2', '3', '4'])")
    assert CHANGED in room.error(f'click("{first}")')


def test_the_message_says_what_it_was_and_what_it_is(room: Room) -> None:
    room.open(listing("names", ["Alice", "Bob"]))
    first = deletes(room)[0]
    script(room, "draw(['Bob', 'Carol'])")
    assert room.error(f'click("{first}")').startswith(
        f'{first} button "Delete Alice" is "Delete Bob" now: the page put'
    )
    room.open(listing("rows", ["Alice", "Bob"]))
    first = deletes(room)[0]
    script(room, "draw(['Bob', 'Carol'])")
    message = room.error(f'click("{first}")')
    assert message.startswith(f'{first} button "Delete" was beside "Alice", and is beside "Bob" now: the page put')


def test_a_list_that_shifts_by_a_timer_is_refused_and_its_new_ids_are_taken(room: Room) -> None:
    room.open(listing("rows", ["Alice", "Bob", "Carol"]))
    first = deletes(room)[0]
    script(room, "setTimeout(() => draw(['Bob', 'Carol']), 50)")
    room.well("noop()")
    assert "other content" in room.error(f'click("{first}")')
    room.well(f'click("{deletes(room)[0]}")')
    assert room.see().open_pages_titles == ("Bob",)


def test_what_the_first_action_of_a_step_moved_the_second_does_not_meet(room: Room) -> None:
    room.open(listing("rows", ["Alice", "Bob", "Carol"]))
    first, second, _ = deletes(room)
    script(room, "addEventListener('click', () => draw(['Bob', 'Carol']))")
    done = room.run(room.session.perform(*(parse(f'click("{each}")') for each in (first, second))))
    assert CHANGED in (done.error or "")
    assert room.see().open_pages_titles == ("Alice",)


TICKING = """<!doctype html><title>x</title><div id=list></div><script>
const posts = [["Tea", 3, 2], ["Books", 4, 3], ["Films", 5, 4]];
const html = ([title, comments, minutes]) => `<li><a href="#${title}">${title}</a> <i>${minutes} minutes ago</i>
  <a href="#c${title}" onclick="document.title = '${title}'">${comments} comments</a>
  <button onclick="document.title = '${title}'">Reply</button></li>`;
list.innerHTML = posts.map(html).join("");
const texts = [...document.querySelectorAll("i, li a + i + a")];
const more = text => text.replace(/[0-9]+/, n => Number(n) + 1);
const tick = () => texts.forEach(text => text.firstChild.data = more(text.firstChild.data));
</script>"""


def test_counters_and_clocks_that_tick_in_all_rows_are_no_other_rows(room: Room) -> None:
    room.open(TICKING)
    reply, comments = room.find('link "Tea"'), room.find('"3 comments"')
    script(room, "tick()")
    room.well(f'hover("{reply}")')
    room.well(f'click("{comments}")')
    assert room.see().open_pages_titles == ("Tea",)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3 comments", "4 comments"),
        ("1 comment", "2 comments"),
        ("0:59", "0:58"),
        ("Follow", "Following"),
        ("Cart (1 item)", "Cart (2 items)"),
    ],
)
def test_a_name_that_ticks_is_the_same_name(room: Room, before: str, after: str) -> None:
    room.open(f"<button onclick=\"document.title = 'pressed'\">{before}</button><p>4 comments</p>")
    button = room.find("button")
    script(room, f"document.querySelector('button').firstChild.data = '{after}'")
    room.well(f'click("{button}")')
    assert room.see().open_pages_titles == ("pressed",)


def test_an_element_that_became_another_by_itself_is_refused_once(room: Room) -> None:
    room.open('<button onclick="document.title = this.innerText">Buy tea</button>')
    for name, is_taken in (("Buy books", False), ("Buy films", True)):
        button = room.find("button")
        script(room, f"document.querySelector('button').firstChild.data = '{name}'")
        done = room.do(f'click("{button}")')
        assert (done.error is None) is is_taken
        assert is_taken or f'is "{name}" now' in (done.error or "")
    assert room.see().open_pages_titles == ("Buy films",)


def test_a_toggle_that_the_agent_renamed_is_clicked_again(room: Room) -> None:
    room.open("""<title>x</title><button onclick="this.firstChild.data = this.innerText === 'Show' ? 'Hide' : 'Show';
      document.title += '+'">Show</button>""")
    for name in ("Show", "Hide", "Show"):
        assert room.act("click", f'button "{name}"').error is None
    assert room.see().open_pages_titles == ("x+++",)


def test_what_is_typed_chosen_and_said_around_an_element_is_not_its_name(room: Room) -> None:
    room.open("""<div contenteditable role=textbox aria-label=Area>old</div>
      <select aria-label=Sort><option>New<option>Hot</select>
      <label>Name <input value=a></label><ul><li>Tea <span>pending</span> <button>Open</button></ul>""")
    area, pick, name, button = (room.find(words) for words in ('"Area"', '"Sort"', '"Name"', '"Open"'))
    room.well(f'fill("{area}", "something else")')
    room.well(f'press("{area}", "End")')
    script(room, "document.querySelector('option').firstChild.data = 'Fresh'")
    script(room, "document.querySelector('span').firstChild.data = 'done'")
    room.well(f'select_option("{pick}", "Hot")')
    room.well(f'fill("{name}", "Ada")')
    room.well(f'click("{button}")')


def test_rows_in_frames_and_shadow_trees_are_looked_at_too(room: Room) -> None:
    inner = listing("rows", ["Alice", "Bob"])
    room.open(
        """<iframe src=/1></iframe><x-row>Alice</x-row><x-row>Bob</x-row><script>
        const content = "<slot></slot><button>Delete</button>";
        for (const row of document.querySelectorAll("x-row")) row.attachShadow({mode: "open"}).innerHTML = content;
        </script>""",
        inner,
    )
    ids = deletes(room)
    assert len(ids) == 4
    script(room, 'frames[0].eval(\'draw(["Bob", "Carol"])\')')
    script(
        room, "document.querySelectorAll('x-row').forEach((row, at) => { row.firstChild.data = ['Bob', 'Carol'][at] })"
    )
    for each in ids:
        assert "other content" in room.error(f'click("{each}")')
