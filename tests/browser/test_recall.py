"""Each word in sight on a page with one of everything is told, in every format."""

from __future__ import annotations

import pytest

from browserenv.browser.sight import AXTREE_FORMATS
from tests.browser.conftest import Room
from tests.browser.mixed_page import PAGE
from tests.browser.recall import lost

FIELDS = """<!doctype html><title>x</title><style>p::before { content: "drawn " } .up { text-transform: uppercase }
.gone { visibility: hidden }</style><p class=up>shouted <b>bold</b><br>beside</p><p class=gone>unseen</p>
<input placeholder="Name or email" aria-label=Guest role=combobox>
<input type=search placeholder="Find events" aria-label=Seek>
<input placeholder="is typed over" aria-label=Full value=filled>
<textarea placeholder="Long words" aria-label=Note></textarea>
<select aria-label=Fruit><optgroup label=Near><option>apple</select>
<button><svg><text y=10>drawing</text></svg></button>
<table><caption>Ages</caption><tr><th>Ada<td>36</table><dl><dt>Term<dd>Meaning</dl><details open><summary>More</summary>
folded out</details><details><summary>Less</summary>folded in</details><fieldset><legend>Choice</legend>
<label><input type=radio>One way</label></fieldset><progress value=3 max=9></progress><output>result</output>
<span onclick="1">word</span> <time>noon</time> <code>x = 1</code>
<mark>marked</mark> <del>struck</del> <sup>raised</sup>"""


@pytest.mark.parametrize("axtree_format", AXTREE_FORMATS)
@pytest.mark.parametrize("page", [PAGE, FIELDS], ids=["mixed", "fields"])
def test_each_word_in_sight_is_told(room: Room, axtree_format: str, page: str) -> None:
    room.open(page)
    words, n_seen = lost(room.run, room.session, axtree_format, prune=axtree_format != "webarena")
    assert words == set()
    assert n_seen > 15


def test_a_word_that_is_not_told_is_found(room: Room) -> None:
    room.open("<p aria-hidden=true>dismiss</p>")
    assert lost(room.run, room.session, "browsergym") == ({"dismiss"}, 1)
    assert lost(room.run, room.session, "tree") == (set(), 1)


def test_what_stands_in_an_empty_field_is_told_unless_it_is_the_name(room: Room) -> None:
    room.open("""<input placeholder=Guests aria-label=Who><input placeholder=City>
        <input placeholder=Day aria-label=At value=1>
        <input role=combobox placeholder="Name or email" aria-label=Guest>""")
    tree = room.see().axtree or ""
    assert '"Who" placeholder="Guests"' in tree
    assert 'textbox "City"\n' in tree
    assert 'textbox "At": 1' in tree
    assert 'combobox "Guest" placeholder="Name or email"' in tree
    webarena = room.see("axtree", axtree_format="webarena").axtree or ""
    assert "textbox 'Who' required: False placeholder: Guests\n" in webarena
    browsergym = room.see("axtree", axtree_format="browsergym").axtree or ""
    assert "textbox 'Who', placeholder='Guests'\n" in browsergym
    assert "City'\n" in browsergym
    assert "Day" not in webarena + browsergym
