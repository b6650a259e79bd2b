"""BrowserGym's side of ``bench step``: runs in a Python that has ``browsergym-core``, and imports nothing of ours.

Reads one JSON object a line: first the settings, then what to do; answers each with the milliseconds that it took.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any


def _make(settings: dict[str, Any]) -> Any:
    # Imported here, since this package is not there when our own tools read this file.
    import browsergym.core  # type: ignore[import-not-found] # noqa: PLC0415
    import gymnasium as gym  # noqa: PLC0415

    # Its chat opens a second browser, always at the place where Playwright downloads one to: lead from there to ours.
    place = Path(browsergym.core._get_global_playwright().chromium.executable_path)
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.exists():
        place.symlink_to(settings["chromium"])
    return gym.make(
        "browsergym/openended",
        disable_env_checker=True,
        task_kwargs={"start_url": settings["url"], "goal": "bench"},
        headless=True,
        pw_chromium_kwargs={"executable_path": settings["chromium"]},
        pw_context_kwargs={"storage_state": {"cookies": settings["cookies"], "origins": []}},
        **settings["options"],
    ).unwrapped


def _action(env: Any, order: dict[str, Any]) -> str:
    """The action string of an order; what it names by CSS gets the id that BrowserGym wrote into the page."""
    if order["do"] == "noop":
        return "noop(0)"
    bid = env.page.locator(order["css"]).first.get_attribute("bid")
    return f"fill({bid!r}, {order['text']!r})" if order["do"] == "fill" else f"click({bid!r})"


def _take(env: Any, order: dict[str, Any]) -> float | None:
    """Carry an order out; only the call of the environment itself is timed. None: BrowserGym could not do it in time.

    Its actions have half a second, the page that they lead to included; what was done in time counts all the same.
    """
    error = ""
    call: Any = env.reset
    if order["do"] != "reset":
        action = _action(env, order)

        def call() -> Any:
            nonlocal error
            error = env.step(action)[0]["last_action_error"]

    began_s = time.perf_counter()
    call()
    elapsed_ms = (time.perf_counter() - began_s) * 1000
    if error and "Timeout" not in error:
        raise RuntimeError(error)
    return None if error and "action done" not in error else elapsed_ms


def main() -> None:
    """Serve orders until the input ends."""
    env = _make(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        order = json.loads(line)
        if order["do"] == "home":
            env.page.goto(order["url"])
            env._get_obs()  # which marks the elements with their ids
            reply: float | None = 0.0
        else:
            reply = _take(env, order)
        print(json.dumps({"ms": reply}), flush=True)
    env.close()


if __name__ == "__main__":
    main()
