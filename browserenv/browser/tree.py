"""The accessibility tree of a page: read from Playwright's snapshot, cleaned, and written as text with element ids.

Playwright's ``aria_snapshot(mode="ai")`` is YAML-like: a line for each node, ``- role "name" [state] [ref=e5]: text``,
indented by two; names hold JSON escapes; keys and texts that YAML would misread are quoted.

The text for the agent has a line for each node, indented by two spaces for each level::

    [e5] textbox "Name" required: "Ada"
    [e6] combobox "Topic" = "Books"
    [e7] link "Forums" -> /forums
    Posted yesterday

``[id]`` comes first where the node can be acted on; then role, name, states, the text or value after a colon, and a
link's address after an arrow. Plain text stands on a line of its own. Nodes that only group others and that nothing
can be done with are left out, and their children move up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

_ATTRIBUTE = re.compile(r" \[([a-z-]+)(?:=([^\]]*))?\]")
_ROLE = re.compile(r"[A-Za-z][\w-]*")
_NAME = re.compile(r' ("(?:[^"\\]|\\.)*")')
CLICKABLE = "clickable"  # something happens when it is clicked, or has the keyboard
WORD = "word"  # it has no role of its own, and is shown because it can be used
FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "slider", "combobox"})
_SHOWN_STATES = (
    "aria-hidden",
    "checked",
    "collapsed",
    "disabled",
    "expanded",
    "inert",
    "invalid",
    "level",
    "modal",
    "pressed",
    "readonly",
    "required",
    "selected",
)


@dataclass
class Node:
    """One node: ``ref`` is Playwright's name of the element or empty; a node with role ``text`` is plain text.

    ``complaint``: what the browser says is wrong with the value of a field."""

    role: str
    name: str = ""
    states: dict[str, str] = field(default_factory=dict)
    text: str = ""
    ref: str = ""
    url: str = ""
    placeholder: str = ""
    complaint: str = ""
    children: list[Node] = field(default_factory=list)

    @property
    def focused(self) -> bool:
        return "active" in self.states

    @property
    def label(self) -> str:
        """What a person would call it: ``button "Save"``."""
        return f'{self.role} "{_clip(self.name)}"' if self.name else self.role


def read_snapshot(snapshot: str) -> list[Node]:
    """The nodes of a snapshot. Raises ValueError on a line that is none of Playwright's."""
    roots: list[Node] = []
    above: list[tuple[int, Node]] = []
    for line in snapshot.splitlines():
        content = line.lstrip(" ")
        depth = len(line) - len(content)
        while above and above[-1][0] >= depth:
            above.pop()
        parent = above[-1][1] if above else None
        node = _read_line(content.removeprefix("- "), parent)
        if node is not None:
            (parent.children if parent else roots).append(node)
            above.append((depth, node))
    return roots


def _read_line(content: str, parent: Node | None) -> Node | None:
    """The node of a line, or None for a property of ``parent``, which is set."""
    if content.startswith("/") and parent:
        key, _, value = content[1:].partition(": ")
        setattr(parent, key, _unquote_yaml(value)) if key in ("url", "placeholder") else None
        return None
    if content.startswith("text: "):
        return Node("text", text=_unquote_yaml(content[6:]))
    if content.startswith("'"):
        key, rest = _quoted_key(content)
    else:
        key, rest = content, ""
    return _read_node(key, rest)


def _quoted_key(content: str) -> tuple[str, str]:
    """Split ``'key with '' in it': rest`` into the key and what follows it."""
    end = 1
    while (end := content.index("'", end)) + 1 < len(content) and content[end + 1] == "'":
        end += 2
    return content[1:end].replace("''", "'"), content[end + 1 :]


def _read_node(key: str, rest: str) -> Node:
    role = _ROLE.match(key)
    if not role:
        raise ValueError(f"not a line of a snapshot: {key!r}")
    node, at = Node(role.group()), role.end()
    if name := _NAME.match(key, at):
        node.name, at = json.loads(name.group(1)), name.end()
    while attribute := _ATTRIBUTE.match(key, at):
        node.states[attribute.group(1)] = attribute.group(2) or ""
        at = attribute.end()
    node.ref = node.states.pop("ref", "")
    tail = key[at:] + rest
    node.text = _unquote_yaml(tail[2:]) if tail.startswith(": ") else ""
    return node


def _unquote_yaml(value: str) -> str:
    if value.startswith('"') and value.endswith('"') and len(value) > 1:
        return _unescape(value[1:-1])
    if value.startswith("'") and value.endswith("'") and len(value) > 1:
        return value[1:-1].replace("''", "'")
    return value


def _unescape(value: str) -> str:
    json_text = re.sub(r"\\x([0-9a-fA-F]{2})", r"\\u00\1", value)  # YAML has \xNN, JSON has not
    try:
        return str(json.loads(f'"{json_text}"', strict=False))
    except json.JSONDecodeError:
        return value


def walk(nodes: list[Node]) -> list[Node]:
    """All nodes in reading order."""
    found: list[Node] = []
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(reversed(node.children))
    return found


def render(nodes: list[Node], element_id: Callable[[Node], str], *, prune: bool = True) -> str:
    """The tree as text; ``element_id`` gives the id to show for a node with a ref, once each, in reading order.

    ``prune``: leave out the nodes that only group others.
    """
    lines: list[str] = []
    stack = [(node, 0) for node in reversed(nodes)]
    while stack:
        node, depth = stack.pop()
        shown = not (prune and _only_groups(node))
        if shown:
            lines.append("  " * depth + _line(node, element_id))
        stack.extend((child, depth + shown) for child in reversed(node.children))
    return "\n".join(lines)


def _only_groups(node: Node) -> bool:
    clickable = bool({"cursor", CLICKABLE, WORD} & node.states.keys()) or (
        node.focused and bool(node.ref) and not node.children
    )
    return node.role == "generic" and not node.name and not node.text and not clickable


def _line(node: Node, element_id: Callable[[Node], str]) -> str:
    if node.role == "text":
        return node.text
    parts = [f"[{element_id(node)}]" if node.ref else "", node.role, json.dumps(node.name, ensure_ascii=False)]
    if not node.name:
        parts.pop()
    states = node.states | ({"invalid": json.dumps(node.complaint, ensure_ascii=False)} if node.complaint else {})
    parts += [f"{key}={value}" if value else key for key, value in states.items() if key in _SHOWN_STATES]
    parts += ["focused"] if node.focused else []
    parts += [f"placeholder={json.dumps(node.placeholder, ensure_ascii=False)}"] if node.placeholder else []
    line = " ".join(part for part in parts if part)
    line += f": {node.text}" if node.text else ""
    return line + (f" -> {node.url}" if node.url else "")


def _clip(text: str, n_chars: int = 60) -> str:
    return text if len(text) <= n_chars else text[: n_chars - 3] + "..."
