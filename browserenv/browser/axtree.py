"""The ``axtree`` of an observation: the page as text, in the format and with the options of ``Sight``."""

from __future__ import annotations

from collections.abc import Sequence

from browserenv.browser.accessibility import AxNode
from browserenv.browser.browsergym_text import browsergym_lines
from browserenv.browser.cut import cut
from browserenv.browser.inside import Inside, Naming
from browserenv.browser.inview import only_in_view
from browserenv.browser.sight import Sight
from browserenv.browser.tree import render
from browserenv.browser.webarena_text import tab_line, webarena_lines

DRAWN = "drawn by the browser: what is in it can be seen in a picture alone"
MOST_FRAMES = 3  # that are named
LEAST_VISIBILITY = 0.5  # below it, BrowserGym counts an element as not visible


def axtree(
    inside: Inside, naming: Naming, sight: Sight, *, titles: Sequence[str], active: int, viewport: tuple[int, int]
) -> str:
    """The text. ``titles`` of the tabs and the index of the ``active`` one are told by the ``webarena`` format."""
    if sight.axtree_format == "webarena":
        lines = webarena_lines(
            inside.told_nodes,
            naming.number,
            inside.boxes(),
            inside.is_clickable_word,
            viewport=viewport if sight.viewport_only else None,
            prune=sight.axtree_prune,
        )
        text = "\n".join([tab_line(titles, active), "", *lines])
    elif sight.axtree_format == "browsergym":
        text = "\n".join(_browsergym(inside, naming, sight))
    else:
        text = _tree(inside, naming, sight)
    notices = [f"... a frame is not in this text: {reason}" for reason in inside.unread[:MOST_FRAMES]]
    if len(inside.unread) > MOST_FRAMES:
        notices.append(f"... and {len(inside.unread) - MOST_FRAMES} more frames")
    if inside.extent.is_large:
        notices.append(f"... this page is shown in part: {inside.extent}; scroll to see them")
    if inside.extent.is_drawn:
        notices.append(f"... this page is an {inside.extent.content_type}, {DRAWN}")
    room = None if sight.axtree_max_chars is None else sight.axtree_max_chars - sum(len(each) + 1 for each in notices)
    return "\n".join([cut(text, room), *notices])


def _browsergym(inside: Inside, naming: Naming, sight: Sight) -> list[str]:
    def is_hidden(node: AxNode) -> bool:
        spot = inside.spot_of(node) if sight.viewport_only else None
        return spot is not None and spot.visibility < LEAST_VISIBILITY

    return browsergym_lines(
        inside.told_nodes, naming.bid, is_hidden, inside.is_clickable_word, prune=sight.axtree_prune
    )


def _tree(inside: Inside, naming: Naming, sight: Sight) -> str:
    nodes = inside.nodes
    if sight.viewport_only:
        nodes = only_in_view(nodes, {spot.ref for spot in inside.spots if spot.ref and not spot.visibility})
    return render(nodes, naming.node, prune=sight.axtree_prune)
