"""Run by ``test_moved_clock.py`` in a process whose clock and zone were moved: what pages and judges show there."""

from __future__ import annotations

import json
import re
import sys
import time
from datetime import datetime
from typing import Any

from browserenv.agents.oracle import OracleAgent
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play

TASK = "calendar.reading-evening"
ORIGINS = ("http://calendar.localhost", "http://forum.localhost")
PAGES = ("calendar/month", "calendar/event/new", "calendar/tasks", "forum/f/books")
# Where a page could learn of the machine's time, beside what it shows.
CLOCKS = """() => [new Date().toISOString().slice(0, 15), new Date(Date.now()).getDay(), Date().slice(0, 15),
  new Intl.DateTimeFormat("en-US").format(), Intl.DateTimeFormat().resolvedOptions().timeZone,
  new Date().getTimezoneOffset(),
  new Date(performance.timeOrigin).toISOString().slice(0, 13), document.lastModified.slice(0, 13), document.cookie]"""


def verdicts(info: dict[str, Any]) -> list[Any]:
    return [info["outcome"], [check["reason"] for check in info["checks"]], info["integrity"]]


def main() -> None:
    """Print as JSON what must be the same everywhere, and when and where this process believes to be."""
    env = BrowserEnv(TASK, size="small", observe=("axtree",))
    try:
        _, info = env.reset(seed=0)
        shown: dict[str, Any] = {"fingerprints": info["fingerprints"]}
        session = env.core.require_session()
        for page in PAGES:
            site, _, path = page.partition("/")
            observation, *_, info = env.step(f'goto("http://{site}.localhost/{path}")')
            seen = re.sub(r"\[\w+\]", "", observation["axtree"])
            shown[page] = [seen, env.run(session.script(CLOCKS)), verdicts(info)]
        hosts = dict(zip(("calendar", "forum"), ORIGINS, strict=True))
        played = play(env, OracleAgent(env.task_for(0).oracle, hosts), 0)
        kept = env.run(env.core.require_session().storage(ORIGINS))
        shown["oracle"] = [played.reward, kept, verdicts(played.info)]
    finally:
        env.close()
    now, fault = datetime.now().astimezone().isoformat(), dict(played.info["fault"] or {})
    json.dump({"shown": shown, "now": now, "zone": time.tzname, "fault": fault}, sys.stdout)


if __name__ == "__main__":
    main()
