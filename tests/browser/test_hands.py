"""Actions on elements: what they do, and what they say when they cannot."""

from __future__ import annotations

import pytest

from browserenv.browser.limits import SessionLimits
from browserenv.browser.perform import ActionLimits
from tests.browser.conftest import HOST, Handler, Room

FORM = """<!doctype html><title>Form</title><style>body { margin: 8px } .gone { display: none }</style>
<form onsubmit="event.preventDefault(); document.title = 'sent'">
<label>Name <input id=name></label> <label>Bio <textarea id=bio></textarea></label>
<label>Age <input id=age type=number></label> <label>Born <input id=born type=date></label>
<label>Code <input id=code maxlength=3></label> <label>Fixed <input id=fixed readonly value=x></label>
<label>Mail <input id=mail disabled></label> <div id=area contenteditable role=textbox aria-label=Area>old</div>
<label>Topic <select id=topic><option value=1>Books</option><option value=2> New  films </option>
<option value=3 disabled>Closed</option><optgroup label=More><option>Games</option></optgroup></select></label>
<label>Tags <select id=tags multiple><option>red</option><option>green</option><option>blue</option></select></label>
<label>Agree <input id=agree type=checkbox></label> <label>One <input id=one type=radio name=r></label>
<label>File <input id=file type=file></label> <label>Files <input id=files type=file multiple></label>
<button>Send</button> <button type=button disabled>Off</button> <button type=button id=mouse>Mouse</button>
<a href="/other">Other page</a></form>
<script>mouse.onclick = mouse.ondblclick = mouse.onmouseover = mouse.onauxclick = mouse.oncontextmouse = mouse.onfocus =
  event => document.title += " " + event.type + (event.shiftKey ? "+shift" : "") + (event.button || "")</script>"""
COVERED = """<!doctype html><style>#cover { position: fixed; inset: 0; background: #fff8 }</style>
<button onclick="document.title = 'pressed'">Under</button><div id=cover>Please accept our cookies</div>"""


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """Elements that never become ready are told soon."""
    return SessionLimits(action=ActionLimits(ready_ms=800))


def test_fill_replaces_what_a_field_holds(room: Room) -> None:
    room.open(FORM)
    for words, locator, value in [
        ('textbox "Name"', "#name", "Ada"),
        ('textbox "Name"', "#name", "Björk\u2019s 💡"),
        ('textbox "Bio"', "#bio", "two\nlines"),
        ('spinbutton "Age"', "#age", "42"),
        ('textbox "Born"', "#born", "2023-10-15"),
    ]:
        assert room.act("fill", words, value).error is None
        assert room.js(f"document.querySelector('{locator}').value") == value
    assert room.act("fill", 'textbox "Area"', "new").error is None
    assert room.js("document.querySelector('#area').innerText") == "new"
    assert room.act("clear", 'textbox "Name"').error is None
    assert room.js("document.querySelector('#name').value") == ""


def test_fill_key_by_key_wakes_suggestions(room: Room) -> None:
    room.open("<input aria-label=City oninput='document.title = (window.n = (window.n || 0) + 1)'>")
    assert room.act("fill", 'textbox "City"', "Rome", True).error is None
    assert room.see().open_pages_titles == ("4",)
    assert room.js("document.querySelector('input').value") == "Rome"


@pytest.mark.parametrize(
    ("words", "value", "message"),
    [
        ('combobox "Topic"', "Books", 'is a select; use select_option; its options are "Books", "New films", "Closed"'),
        ('checkbox "Agree"', "yes", "is an input of type checkbox; use check or uncheck"),
        ('button "File"', "a.txt", "is an input of type file; use upload_file"),
        ('button "Send"', "x", "takes no text"),
        ('link "Other page"', "x", "takes no text"),
        ('textbox "Born"', "15 October", "write it as in 2023-10-15"),
        ('spinbutton "Age"', "many", "takes a number, such as 12"),
        ('textbox "Mail"', "x", "is disabled"),
        ('textbox "Fixed"', "y", "is read-only"),
        ('textbox "Code"', "abcdef", 'now holds "abc", not what was written into it'),
    ],
)
def test_fill_tells_why_it_cannot(room: Room, words: str, value: str, message: str) -> None:
    room.open(FORM)
    done = room.act("fill", words, value)
    assert done.error is not None
    assert message in done.error
    assert "Call log" not in done.error


MASKED = """<!doctype html><input aria-label=Field><script>
const masks = { phone: text => text.replace(/[^0-9]/g, "").replace(/^(...)(...)(....)$/, "($1) $2-$3"),
  money: text => (text.replace(/[^0-9]/g, "") / 100).toFixed(2), thousands: text => Number(text).toLocaleString("en"),
  digits: text => text.replace(/[^0-9]/g, ""), upper: text => text.toUpperCase(),
  letters: text => text.replace(/[^a-z]/g, "") };
const field = document.querySelector("input");
field.oninput = () => field.value = masks[new URLSearchParams(location.hash.slice(1)).get("mask")](field.value);
</script>"""


@pytest.mark.parametrize(
    ("mask", "value", "held", "is_taken"),
    [
        ("phone", "5551234567", "(555) 123-4567", True),
        ("phone", "555-123-4567", "(555) 123-4567", True),
        ("thousands", "1234567", "1,234,567", True),
        ("phone", "+1 555", "1555", False),
        ("money", "1234", "12.34", False),
        ("digits", "-5", "5", False),
        ("digits", "1.5", "15", False),
        ("upper", "abc", "ABC", False),
        ("letters", "a@b.c", "abc", False),
    ],
)
def test_what_a_mask_adds_is_no_failure(room: Room, mask: str, value: str, held: str, is_taken: bool) -> None:
    room.site.pages["/"] = MASKED
    room.begin([f"{HOST}/#mask={mask}"])
    error = room.act("fill", 'textbox "Field"', value).error or ""
    assert room.js("document.querySelector('input').value") == held
    assert (f'now holds "{held}", not what was written into it' in error) is not is_taken
    assert (error == "") is is_taken


def test_fields_of_time_and_numbers_hold_what_was_written(room: Room) -> None:
    kinds = {"time": "15:34", "month": "2023-10", "week": "2023-W41", "datetime-local": "2023-10-15T15:34"}
    room.open("".join(f"<input type={kind} aria-label={kind}>" for kind in [*kinds, "number"]))
    for kind, value in kinds.items():
        assert room.act("fill", f'"{kind}"', value).error is None
        assert room.js(f"document.querySelector('[type={kind}]').value") == value
        assert f"write it as in {value[:4]}" in (room.act("fill", f'"{kind}"', "soon").error or "")
    assert "takes a number, such as 12, not '1,234'" in (room.act("fill", '"number"', "1,234").error or "")
    assert room.act("fill", '"number"', "1234.50").error is None
    assert room.js("document.querySelector('[type=number]').value") == "1234.50"


def test_an_option_of_an_open_list_is_clicked(room: Room) -> None:
    room.open("""<!doctype html><title>x</title><button onclick="list.hidden = false">Sort</button>
      <ul id=list role=listbox hidden>
      <li role=option onclick="document.title = 'new'; list.hidden = true">New</li>
      <li role=option onclick="document.title = 'hot'; list.hidden = true">Hot</li></ul>""")
    assert room.act("click", 'button "Sort"').error is None
    assert room.act("click", 'option "Hot"').error is None
    assert room.see().open_pages_titles == ("hot",)


def test_what_a_sticky_header_covers_is_scrolled_out_from_below_it(room: Room) -> None:
    room.open("""<!doctype html><body style="margin: 0"><div style="position: sticky; top: 0; height: 80px;
      background: white" onclick="document.title = 'header'">Header</div><div style="height: 100px"></div>
      <button onclick="document.title = 'pressed'">Under</button><div style="height: 3000px"></div>""")
    button = room.find('"Under"')
    room.well("scroll(0, 150)")
    room.well(f'click("{button}")')
    assert room.see().open_pages_titles == ("pressed",)


@pytest.mark.parametrize(
    ("options", "value"), [("Books", "1"), ("2", "2"), ("New films", "2"), ("new  FILMS", "2"), ("Games", "Games")]
)
def test_select_option_takes_label_or_value(room: Room, options: str, value: str) -> None:
    room.open(FORM)
    assert room.act("select_option", 'combobox "Topic"', options).error is None
    assert room.js("document.querySelector('#topic').value") == value


def test_the_chosen_option_of_a_closed_select_is_seen(room: Room) -> None:
    room.open(FORM)
    assert 'option "Books" selected' in (room.see().axtree or "")
    room.act("select_option", 'combobox "Topic"', "Games")
    assert 'option "Games" selected' in (room.see().axtree or "")
    assert 'option "Books" selected' not in (room.see().axtree or "")


def test_select_option_takes_several_where_several_can_be(room: Room) -> None:
    room.open(FORM)
    assert room.act("select_option", 'listbox "Tags"', ["red", "blue"]).error is None
    assert room.js("[...document.querySelector('#tags').selectedOptions].map(o => o.value).join()") == "red,blue"
    assert "takes one option, not 2" in (room.act("select_option", 'combobox "Topic"', ["1", "2"]).error or "")


@pytest.mark.parametrize(
    ("words", "option", "message"),
    [
        ('combobox "Topic"', "Music", "has no option 'Music'; its options are \"Books\""),
        ('combobox "Topic"', "Closed", "option 'Closed' of e"),
        ('textbox "Name"', "Books", "is not a select"),
    ],
)
def test_select_option_tells_why_it_cannot(room: Room, words: str, option: str, message: str) -> None:
    room.open(FORM)
    assert message in (room.act("select_option", words, option).error or "")


def test_a_list_that_is_no_select_tells_its_options(room: Room) -> None:
    room.open("""<input list=cities aria-label=City><datalist id=cities><option>Oslo</option><option value=Rome>
      </datalist><div role=combobox tabindex=0 aria-label=Sort aria-controls=box>by</div>
      <div id=box role=listbox aria-label=Box><div role=option>New</div><div role=option>Hot</div></div>""")
    assert (room.act("select_option", '"City"', "x").error or "").endswith('fill it; its options are "Oslo", "Rome"')
    for words in ('"Sort"', '"Box"'):
        error = room.act("select_option", words, "x").error or ""
        assert error.endswith('click the option that it shows; its options are "New", "Hot"')


def test_a_long_list_of_options_is_cut(room: Room) -> None:
    options = "".join(f"<option>n{n}</option>" for n in range(300))
    room.open(f"<select aria-label=Many>{options}</select>")
    assert room.act("select_option", 'combobox "Many"', "n299").error is None
    assert "and 280 more" in (room.act("select_option", 'combobox "Many"', "none").error or "")


def test_click_takes_buttons_and_modifiers(room: Room) -> None:
    room.open(FORM)
    button = room.find('"Mouse"')
    room.well(f'click("{button}", modifiers=["Shift"])')
    room.well(f'click("{button}", button="middle")')
    room.well(f'dblclick("{button}")')
    assert room.see().open_pages_titles == ("Form mouseover+shift focus click+shift auxclick1 click click dblclick",)


def test_hover_and_focus(room: Room) -> None:
    room.open(FORM)
    button = room.find('"Mouse"')
    room.well(f'focus("{button}")')
    assert room.see().focused_element == button
    room.well(f'hover("{button}")')
    assert room.see().open_pages_titles == ("Form focus mouseover",)


def test_press_takes_keys_and_combinations(room: Room) -> None:
    room.open(FORM)
    name = room.find('textbox "Name"')
    room.well(f'fill("{name}", "Ada")')
    room.well(f'press("{name}", "Control+a")')
    room.well(f'press("{name}", "Backspace")')
    assert room.js("document.querySelector('#name').value") == ""
    room.well(f'press("{name}", "Enter")')
    assert room.see().open_pages_titles == ("sent",)
    assert 'Unknown key: "Entr"' in room.error(f'press("{name}", "Entr")')


def test_check_and_uncheck(room: Room) -> None:
    room.open(FORM)
    assert room.act("check", 'checkbox "Agree"').error is None
    assert 'checkbox "Agree" checked' in (room.see().axtree or "")
    assert room.act("uncheck", 'checkbox "Agree"').error is None
    assert 'checkbox "Agree" checked' not in (room.see().axtree or "")
    assert room.act("check", 'radio "One"').error is None
    assert "radio" in (room.act("uncheck", 'radio "One"').error or "")
    assert "Not a checkbox or radio button" in (room.act("check", '"Send"').error or "")


def test_a_checkbox_hidden_behind_its_label_can_be_ticked(room: Room) -> None:
    room.open("""<style>input { opacity: 0; position: absolute; width: 20px; height: 20px; margin: 0 }
      label::before { content: "[ ]" }</style><label><input type=checkbox>Styled</label>""")
    assert room.act("check", 'Styled"').error is None
    assert room.js("document.querySelector('input').checked") is True


def test_drag_and_drop(room: Room) -> None:
    room.open("""<ul><li draggable=true ondragstart="event.dataTransfer.setData('text', 'card')">Card</li>
      <li ondragover="event.preventDefault()" ondrop="document.title = event.dataTransfer.getData('text')">Box</li>""")
    card, box = room.find("Card"), room.find("Box")
    room.well(f'drag_and_drop("{card}", "{box}")')
    assert room.see().open_pages_titles == ("card",)


# --- why not


def test_a_covered_element_names_what_covers_it(room: Room) -> None:
    room.open(COVERED)
    message = room.act("click", '"Under"').error
    assert message is not None
    assert 'button "Under" is covered by <div#cover> "Please accept our cookies"' in message
    assert room.see().open_pages_titles != ("pressed",)


def test_what_takes_the_clicks_of_an_element_is_named_by_its_id(room: Room) -> None:
    room.open("""<!doctype html><style>.box { position: relative; width: 200px } .box * { position: absolute; inset: 0 }
      </style><div class=box style="height: 20px"><input role=combobox aria-label=City><div id=pick tabindex=0
      onclick="document.title = 'opened'">Pick a city</div></div>""")
    field, pick = room.find('combobox "City"'), room.find("Pick a city")
    message = room.error(f'click("{field}")')
    assert f'is covered by <div#pick> "Pick a city", which is {pick} ' in message
    assert message.endswith("; click that instead, or close or move it first")
    room.well(f'click("{pick}")')


def test_an_element_that_takes_no_clicks_any_more_is_told_as_such(room: Room) -> None:
    room.open("""<!doctype html><div id=panel><button id=go>Go</button></div>
      <div style="overflow: hidden; height: 20px" id=clip><button style="margin-top: 90px">Cut</button></div>""")
    go, cut = room.find('"Go"'), room.find('"Cut"')
    room.run(room.session.script("() => { go.style.pointerEvents = 'none' }"))
    message = room.error(f'click("{go}")')
    assert 'button "Go" takes no clicks now, <div#panel> "Go" gets them; something else has to be done' in message
    room.run(room.session.script("() => { clip.style.overflow = 'clip' }"))
    assert '"Cut" is cut off: a click on its middle meets <' in room.error(f'click("{cut}")')


def test_a_page_that_is_busy_with_a_click_is_told_as_such(room: Room) -> None:
    room.open('<button onclick="const end = performance.now() + 2500; while (performance.now() < end);">Spin</button>')
    button = room.find('"Spin"')
    assert room.error(f'click("{button}")').startswith(f'{button} button "Spin": the page does not answer')
    room.well(f'hover("{button}")')


def test_a_disabled_element_is_told_as_such(room: Room) -> None:
    room.open(FORM)
    assert "is disabled" in (room.act("click", '"Off"').error or "")


def test_an_element_that_was_hidden_meanwhile_is_told_as_such(room: Room) -> None:
    room.open(FORM)
    button = room.find('"Mouse"')
    room.run(room.session._current()._tabs.page.evaluate("document.querySelector('#mouse').className = 'gone'"))  # type: ignore[union-attr]
    assert "is not visible" in room.error(f'click("{button}")')


def test_an_element_that_moves_in_is_waited_for(room: Room) -> None:
    room.open("""<style>@keyframes in { from { transform: translateX(-300px) } }
      button { animation: in 600ms linear }</style><button onclick="document.title = 'pressed'">Slide</button>""")
    assert room.act("click", '"Slide"').error is None
    assert room.see().open_pages_titles == ("pressed",)


def test_an_unknown_id_fails_at_once_and_tells_the_ids_there_are(room: Room) -> None:
    room.open(FORM)
    done = room.do('click("e999")')
    first, second = (done.error or "").splitlines()
    assert first == "no element 'e999'; the last observation has 21 elements, e1 to e21"
    assert second == 'nearest are e21 link "Other page", e20 button "Mouse", e19 button "Off"'
    assert done.act_ms < 500
    assert room.error('click("Send")').endswith('nearest are e18 button "Send"')
    assert room.error('click("")').splitlines() == ["no element ''; the last observation has 21 elements, e1 to e21"]


def test_an_id_before_any_observation_is_told_as_such(room: Room) -> None:
    room.site.pages["/"] = FORM
    room.begin([f"{HOST}/"])
    assert room.error('click("e1")') == (
        "no element 'e1'; no element ids were shown for this tab; observe its axtree first"
    )


def test_an_element_that_is_gone_is_told_as_such_at_once(room: Room) -> None:
    room.open("<ul><li>one</li></ul><button onclick=\"document.querySelector('li').remove()\">Remove</button>")
    item, button = room.find("listitem: one"), room.find('"Remove"')
    room.well(f'click("{button}")')
    done = room.do(f'click("{item}")')
    assert f"{item} listitem is gone since it was observed" in (done.error or "")
    assert done.act_ms < 500


def test_a_list_drawn_anew_never_takes_a_click_for_an_old_neighbour(room: Room) -> None:
    room.open("""<div id=list></div><button onclick="draw(['b', 'c'])">Next</button><script>
      const button = name => `<button onclick="document.title = '${name}'">${name}</button>`;
      const draw = names => list.innerHTML = names.map(button).join("");
      draw(["a", "b"])</script>""")
    first = room.find('button "a"')
    room.act("click", '"Next"')
    assert "is gone" in room.error(f'click("{first}")')
    assert room.see().open_pages_titles == ("",)


def test_an_id_of_the_page_before_never_means_an_element_of_this_one(room: Room) -> None:
    room.site.pages["/other"] = "<title>Other</title>" + "<button>wrong</button>" * 40
    room.open(FORM)
    old = room.find('"Mouse"')
    assert room.act("click", '"Other page"').error is None
    assert room.see().open_pages_titles == ("Other",)
    assert "is gone" in room.error(f'click("{old}")')


def test_a_slow_page_behind_a_click_is_no_failed_click(room: Room) -> None:
    def slow(request: Handler) -> None:
        request.wait(1.6)
        request.send("<title>Slow</title>")

    room.site.pages["/other"] = slow
    room.open(FORM)
    assert room.act("click", '"Other page"').error is None
    assert room.see().open_pages_titles == ("Slow",)


def test_elements_in_frames_and_shadow_trees_are_reached(room: Room) -> None:
    room.open(
        """<iframe src=/1></iframe><div id=host></div><script>host.attachShadow({mode: "open"}).innerHTML =
           "<input aria-label=shadow oninput='document.title = this.value'>"</script>""",
        "<iframe src=/2></iframe>",
        "<input aria-label=inner oninput='top.document.title = this.value'>",
    )
    assert room.act("fill", '"inner"', "from a frame in a frame").error is None
    assert room.see().open_pages_titles == ("from a frame in a frame",)
    assert room.act("fill", '"shadow"', "from the shadow").error is None
    assert room.see().open_pages_titles == ("from the shadow",)


def test_an_element_of_a_frame_that_is_gone_is_told_as_such(room: Room) -> None:
    room.open(
        """<iframe srcdoc='<button>inside</button>'></iframe>
           <button onclick="frames[0].frameElement.remove()">Cut</button>"""
    )
    inside = room.find('"inside"')
    assert room.act("click", '"Cut"').error is None
    assert "is gone" in room.error(f'click("{inside}")')
