"""Add to the nodes of a snapshot what it does not tell and ``peek.js`` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from browserenv.browser.tree import FIELDS, WORD, Node, walk

# What an editor consists of; all else in it (links, pictures) has a line of its own.
PLAIN = frozenset({"generic", "paragraph", "text"})


def complete(nodes: list[Node], answers: Sequence[Mapping[str, Mapping[str, Any]]]) -> None:
    """``answers``: of each frame to "told", see there."""
    states, roles, texts, names = (_together(answers, key) for key in ("states", "roles", "texts", "names"))
    groups, wrong, placeholders = (_together(answers, key) for key in ("groups", "wrong", "placeholders"))
    options, stands = (_together(answers, key) for key in ("options", "stands"))
    for node in nodes:
        node.states.update(dict.fromkeys(states.get(node.ref, ()), ""))
        if node.ref in roles:
            node.role = roles[node.ref]
            node.states[WORD] = ""
        if node.ref in texts:
            _write(node, texts[node.ref])
        if node.ref in names and not node.name and (node.role == "group" or not (node.text or node.children)):
            node.name = names[node.ref]
        if node.ref in stands and not (node.text or node.children):
            node.text = stands[node.ref]
        if node.ref in options:
            _label(node, options[node.ref])
        if node.ref in groups:
            _group(node, groups[node.ref])
        node.complaint = wrong.get(node.ref, "")
        node.placeholder = placeholders.get(node.ref, "") if placeholders.get(node.ref) != node.name else ""
        if node.role in FIELDS and [each.role for each in node.children] == ["text"]:
            node.text, node.children = node.children[0].text, []


def _together(answers: Sequence[Mapping[str, Mapping[str, Any]]], key: str) -> dict[str, Any]:
    return {ref: value for answer in answers for ref, value in answer[key].items()}


def _label(select: Node, labels: Sequence[str]) -> None:
    """Call the options of a select what it shows them as."""
    options = [each for each in walk(select.children) if each.role == "option"]
    if len(options) == len(labels):
        for option, label in zip(options, labels, strict=True):
            option.name = label


def _group(select: Node, groups: Sequence[tuple[str, int, bool]]) -> None:
    """Put the options of a closed select, which the snapshot has in one row, into their groups."""
    options = select.children
    if any(each.role != "option" for each in options) or len(options) != sum(n_options for _, n_options, _ in groups):
        return  # they have their groups, or are not those that were counted
    select.children = []
    for label, n_options, is_disabled in groups:
        part, options = options[:n_options], options[n_options:]
        disabled = {"disabled": ""} if is_disabled else {}
        select.children += [Node("group", label, disabled, children=part)] if label else part


def _write(node: Node, text: str) -> None:
    node.text = " ".join(text.split())
    if all(each.role in PLAIN for each in walk(node.children)):
        node.children = []
