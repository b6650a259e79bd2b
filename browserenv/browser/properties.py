"""What BrowserGym tells of elements beside the trees, in its shapes; on our objects, never on the page."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

from browserenv.browser.dom import Placed
from browserenv.browser.survey import Spot

ID, VISIBILITY, MARK = "bid", "browsergym_visibility_ratio", "browsergym_set_of_marks"


def element_properties(
    spots: list[Spot], clickable: Set[str], id_of: Callable[[Spot], str]
) -> dict[str, dict[str, Any]]:
    """``extra_element_properties``: by element id ``visibility`` (share of the box in sight, in [0, 1]), ``bbox``
    (x, y, width, height in px of the viewport, or None), ``clickable`` and ``set_of_marks``."""
    return {
        id_of(spot): {
            "visibility": float(spot.visibility),
            "bbox": list(spot.box) if spot.box else None,
            "clickable": spot.ref in clickable,
            "set_of_marks": spot.marked,
        }
        for spot in spots
        if spot.ref
    }


def annotate(dom: dict[str, Any], placed: list[Placed], id_of: Callable[[Spot], str]) -> None:
    """Write ids, visibility and marks into the snapshot ``dom`` as attributes, and what fields hold now.

    So the functions that BrowserGym has for its ``dom_object`` (``flatten_dom_to_str``,
    ``extract_dom_extra_properties``) read ours.
    """
    table = _Strings(dom["strings"])
    for document in dom["documents"]:
        _write_values(document["nodes"], table)
    for each in placed:
        attributes = dom["documents"][each.document]["nodes"]["attributes"][each.node]
        if each.spot.ref:
            attributes += [table.number(ID), table.number(id_of(each.spot))]
        attributes += [table.number(VISIBILITY), table.number(f"{each.spot.visibility:g}")]
        attributes += [table.number(MARK), table.number(str(int(each.spot.marked)))]


class _Strings:
    """The snapshot's table of texts."""

    def __init__(self, strings: list[str]) -> None:
        self._strings = strings
        self._numbers = {text: number for number, text in enumerate(strings)}

    def number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self._strings)
            self._strings.append(text)
        return self._numbers[text]


def _write_values(nodes: dict[str, Any], table: _Strings) -> None:
    """What a person typed or ticked is no attribute of the page; BrowserGym shows it as one."""
    for field in ("inputValue", "textValue"):
        for node, value in zip(nodes[field]["index"], nodes[field]["value"], strict=True):
            _set(nodes["attributes"][node], table.number("value"), value)
    for node in nodes["inputChecked"]["index"]:
        _set(nodes["attributes"][node], table.number("checked"), table.number(""))


def _set(attributes: list[int], name: int, value: int) -> None:
    names = attributes[::2]
    if name in names:
        attributes[2 * names.index(name) + 1] = value
    else:
        attributes += [name, value]
