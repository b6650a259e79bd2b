"""Add to the nodes of a snapshot what it does not tell and ``peek.js`` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from browserenv.browser.tree import WORD, Node, walk

# What an editor consists of; all else in it (links, pictures) has a line of its own.
PLAIN = frozenset({"generic", "paragraph", "text"})


def complete(nodes: list[Node], answers: Sequence[Mapping[str, Mapping[str, Any]]]) -> None:
    """``answers``: of each frame to "told", see there."""
    states, roles, texts, names = (_together(answers, key) for key in ("states", "roles", "texts", "names"))
    for node in nodes:
        node.states.update(dict.fromkeys(states.get(node.ref, ()), ""))
        if node.ref in roles:
            node.role = roles[node.ref]
            node.states[WORD] = ""
        if node.ref in texts:
            _write(node, texts[node.ref])
        if node.ref in names and not (node.name or node.text or node.children):
            node.name = names[node.ref]


def _together(answers: Sequence[Mapping[str, Mapping[str, Any]]], key: str) -> dict[str, Any]:
    return {ref: value for answer in answers for ref, value in answer[key].items()}


def _write(node: Node, text: str) -> None:
    node.text = " ".join(text.split())
    if all(each.role in PLAIN for each in walk(node.children)):
        node.children = []
