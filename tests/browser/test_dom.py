"""BrowserGym's raw parts: Chromium's own trees, with our ids in them."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.conftest import Room
from tests.browser.mixed_page import PAGE

RAW = ("axtree_object", "dom_object", "extra_element_properties", "axtree")


def _attributes(dom: dict[str, Any]) -> dict[str, dict[str, str]]:
    """By the id of the element, its attributes in the snapshot."""
    strings, found = dom["strings"], {}
    for document in dom["documents"]:
        for pairs in document["nodes"]["attributes"]:
            texts = [strings[number] for number in pairs]
            named = dict(zip(texts[::2], texts[1::2], strict=True))
            if "bid" in named:
                found[named["bid"]] = named
    return found


def test_the_raw_parts_name_the_elements_by_the_ids_of_the_tree(room: Room) -> None:
    room.open(PAGE)
    seen = room.see(*RAW)
    assert seen.axtree_object and seen.dom_object and seen.extra_element_properties
    json.dumps([seen.axtree_object, seen.dom_object, seen.extra_element_properties])
    shown = {line.strip()[1:].partition("]")[0] for line in (seen.axtree or "").splitlines() if "[" in line}
    in_dom = _attributes(seen.dom_object)
    in_tree = {node["browsergym_id"]: node for node in seen.axtree_object["nodes"] if "browsergym_id" in node}
    told = seen.extra_element_properties
    assert shown <= set(told) == set(in_dom)
    assert shown <= set(in_tree)
    assert in_tree[room.find('link "deep"')]["role"]["value"] == "link"
    assert in_tree[room.find('"shadowed"')]["name"]["value"] == "shadowed"
    assert in_tree[room.find('"Sort"')]["value"]["value"] == "Hot"
    for bid, each in told.items():
        assert list(each) == ["visibility", "bbox", "clickable", "set_of_marks"]
        assert in_dom[bid]["browsergym_set_of_marks"] == str(int(each["set_of_marks"]))
        assert float(in_dom[bid]["browsergym_visibility_ratio"]) == each["visibility"]


def test_all_nodes_hang_together_and_have_names_of_their_own(room: Room) -> None:
    drawn = "<style>p::before { content: 'x' }</style><p>z"
    room.open(f'{PAGE}{drawn}<iframe srcdoc="{drawn}">')
    seen = room.see("axtree_object")
    assert seen.axtree_object
    nodes = seen.axtree_object["nodes"]
    ids = [node["nodeId"] for node in nodes]
    assert len(set(ids)) == len(ids)
    below = {child for node in nodes for child in node["childIds"]}
    assert below == set(ids) - {nodes[0]["nodeId"]}
    assert sum(node["role"]["value"] == "RootWebArea" for node in nodes) == 4


def test_what_fields_hold_is_in_the_snapshot(room: Room) -> None:
    room.open("<input aria-label=a><textarea aria-label=b></textarea><input type=checkbox aria-label=c>")
    room.act("fill", '"a"', "typed")
    room.act("fill", '"b"', "longer")
    room.act("check", '"c"')
    seen = room.see("dom_object", "axtree")
    assert seen.dom_object
    told = _attributes(seen.dom_object)
    assert told[room.find('"a"')]["value"] == "typed"
    assert told[room.find('"b"')]["value"] == "longer"
    assert "checked" in told[room.find('"c"')]
    assert room.js("document.querySelector('input').getAttribute('value')") is None


def test_where_a_closed_root_reorders_its_children_the_rest_is_told_all_the_same(room: Room) -> None:
    room.open("""<div id=host><b slot=two>first</b><i slot=one>second</i></div><button>after</button><script>
      host.attachShadow({mode: "closed"}).innerHTML = "<slot name=one></slot><slot name=two></slot>"</script>""")
    seen = room.see(*RAW)
    assert seen.missing == ()
    assert room.find('"after"') in (seen.extra_element_properties or {})
