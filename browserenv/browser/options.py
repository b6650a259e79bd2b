"""The options of a select: which one an agent means."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.elements import Element
from browserenv.browser.failures import ActionFailed

OPTION = "option "  # how the label of an option begins
# The place of an option in its select, and what it is called; run on the option itself.
_PLACE = """function () {
  const select = this.closest("select");
  return select && { index: [...select.options].indexOf(this), name: this.ariaLabel || this.label };
}"""


def is_inner_option(element: Element) -> bool:
    """Whether an id stands for an option of a closed select, as numbers of the ``webarena`` format do."""
    return bool(element.part) and element.label.startswith(OPTION)


async def place_of(cdp: CDPSession, element: Element, options: Sequence[Mapping[str, Any]]) -> int:
    """The place of such an option among all of its select: by its own node, since labels and values may repeat.

    ``options``: of the select now. Raises ActionFailed when it is gone, or is another option now.
    """
    name = flat(element.label.removeprefix(OPTION)[1:-1])
    if not element.part.isdecimal():
        return _only(element, name, options)
    try:
        node = await cdp.send("DOM.resolveNode", {"backendNodeId": int(element.part)})
        call = {"objectId": node["object"]["objectId"], "functionDeclaration": _PLACE, "returnByValue": True}
        found = (await cdp.send("Runtime.callFunctionOn", call))["result"].get("value")
    except PlaywrightError:
        found = None
    if not found or not 0 <= found["index"] < len(options):
        raise ActionFailed(f"{element} is gone since it was observed; the options are {listed(options)}")
    if not flat(found["name"]).startswith(name):
        raise ActionFailed(f'{element} is now "{flat(found["name"])[:60]}"; look at the options again')
    return int(found["index"])


def _only(element: Element, name: str, options: Sequence[Mapping[str, Any]]) -> int:
    """Chromium tells no node of what is in a large page or in a frame of another process: then by the label."""
    places = [index for index, option in enumerate(options) if flat(option["label"]).startswith(name)]
    exact = [index for index in places if flat(options[index]["label"]) == name]
    fitting = exact or places
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise ActionFailed(f"{element} is one of {len(fitting)} options of that name; focus the select and press keys")
    raise ActionFailed(f"{element} is gone since it was observed; the options are {listed(options)}")


def index_of(element: Element, options: Sequence[Mapping[str, Any]], wanted: str) -> int:
    """The place of the option that ``wanted`` names: by label, by value, then by label whatever its case and spaces;
    the first that fits and can be chosen. Labels come first, since they are what an agent sees.

    Raises ActionFailed.
    """
    ways: tuple[Callable[[Mapping[str, Any]], bool], ...] = (
        lambda option: option["label"] == wanted,
        lambda option: option["value"] == wanted,
        lambda option: flat(option["label"]).casefold() == flat(wanted).casefold(),
    )
    disabled = False
    for fits in ways:
        for index, option in enumerate(options):
            if fits(option) and not option["disabled"]:
                return index
            disabled = disabled or fits(option)
    if disabled:
        raise ActionFailed(f"option {wanted!r} of {element} is disabled")
    raise ActionFailed(f"{element} has no option {wanted[:80]!r}; its options are {listed(options)}")


def listed(options: Sequence[Mapping[str, Any]], n_options: int = 20) -> str:
    """The labels of options, for the agent."""
    return quoted([option["label"] for option in options], n_options)


def quoted(labels: Sequence[str], n_labels: int = 20) -> str:
    listed = ", ".join(f'"{flat(label)[:60]}"' for label in labels[:n_labels])
    return listed + (f" and {len(labels) - n_labels} more" if len(labels) > n_labels else "")


def flat(text: str) -> str:
    """On one line, with single spaces."""
    return re.sub(r"\s+", " ", text).strip()
