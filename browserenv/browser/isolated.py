"""Evaluate an expression on a page in a JavaScript world of its own.

The document is the page's, the globals are not: what the scripts of the page put in place of ``document.querySelector``
or ``JSON.stringify`` is not seen here, and nothing done here is seen there.
"""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import CDPSession

WORLD = "browserenv"
SPECIAL = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf"), "-0": -0.0}


class ScriptError(Exception):
    """The expression threw; the message is the first line of what it threw."""


async def evaluate(cdp: CDPSession, expression: str, timeout_s: float, awaits: bool = False) -> Any:
    """The JSON value of ``expression`` on the main frame of the page that ``cdp`` is attached to.

    ``awaits``: the expression gives a promise, and the value is what it promises.

    Raises ScriptError when it throws, TimeoutError when there is no answer in ``timeout_s`` seconds, and Playwright's
    Error when the page went away.
    """
    return await asyncio.wait_for(_evaluate(cdp, expression, timeout_s, awaits), timeout_s)


async def _evaluate(cdp: CDPSession, expression: str, timeout_s: float, awaits: bool) -> Any:
    tree = await cdp.send("Page.getFrameTree")
    frame_id = tree["frameTree"]["frame"]["id"]
    world = await cdp.send("Page.createIsolatedWorld", {"frameId": frame_id, "worldName": WORLD})
    answer = await cdp.send(
        "Runtime.evaluate",
        {
            "expression": expression,
            "contextId": world["executionContextId"],
            "returnByValue": True,
            "awaitPromise": awaits,
            "timeout": timeout_s * 1000,
        },
    )
    if details := answer.get("exceptionDetails"):
        thrown = details.get("exception", {}).get("description") or details.get("text", "an error")
        raise ScriptError(str(thrown).splitlines()[0])
    result = answer["result"]
    return SPECIAL.get(result.get("unserializableValue", ""), result.get("value"))
