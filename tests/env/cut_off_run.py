"""Run by ``test_cut_off.py`` in a network of its own: an interface comes and goes while an agent visits pages.

Prints what the page shows that lost a part by one such change, and how a failure of the agent is scored: with no
change, after a page that was mended, and after one that lost parts each time, since changes did not end.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from typing import Any

from browserenv.gymnasium_env import BrowserEnv

ADDRESS = "http://calendar.localhost/agenda/2023-10-15"
VISIT = f'goto("{ADDRESS}")'
CUT_OFF = "ERR_NETWORK_CHANGED"
MAX_VISITS = 100
N_PROBES = 4


def come() -> None:
    for command in ("link add come type veth peer name go", "address add 198.19.255.1/30 dev come", "link set come up"):
        subprocess.run(["ip", *command.split()], check=True)


def go() -> None:
    subprocess.run(["ip", "link", "delete", "come"], check=True)


class Changes:
    """``once`` or until ``end`` an interface comes and goes, beside what the caller does."""

    def __init__(self, *, once: bool) -> None:
        self._ended = threading.Event()
        if once:
            self._ended.set()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while True:
            come()
            go()
            if self._ended.is_set():
                return

    def end(self) -> None:
        self._ended.set()
        self._thread.join()


def shown(observation: dict[str, Any]) -> str:
    return re.sub(r"\[\w+\]", "", observation["axtree"])


def visit(env: BrowserEnv, *, once: bool) -> dict[str, Any]:
    """Visit until a page lost a part by one change, or by changes without end could not be had whole: what it showed,
    and the fault that was told."""
    for _ in range(MAX_VISITS):
        changes = Changes(once=once)
        observation, *_, info = env.step(VISIT)
        changes.end()
        if CUT_OFF in str(info["page_errors"]) if once else info["fault"]:
            return {"shown": shown(observation), "fault": dict(info["fault"] or {})}
    return {}


def probe(env: BrowserEnv, *, once: bool) -> list[list[Any]]:
    """What the judge reads on the page, with changes: the values, and the failures."""
    found: set[tuple[Any, str | None]] = set()
    for _ in range(N_PROBES):
        changes = Changes(once=once)
        answer = env.run(env.core.require_session().probe(ADDRESS, "document.body.innerText"))
        changes.end()
        found.add((answer.value, answer.failure and answer.failure.value))
    return [list(each) for each in found]


def give_up(env: BrowserEnv) -> dict[str, Any]:
    *_, info = env.step('send_msg_to_user("It is not there.")')
    return {key: info[key] for key in ("outcome", "reward_valid")} | {"fault": dict(info["fault"] or {})}


def main() -> None:
    env = BrowserEnv("calendar.move-event", size="small", observe=("axtree",), max_steps=MAX_VISITS + 2)
    try:
        seen: dict[str, Any] = {}
        env.reset(seed=0)
        observation, *_, info = env.step(VISIT)
        seen["no change"] = {"shown": shown(observation), "fault": dict(info["fault"] or {})} | give_up(env)
        for name, once in (("one change", True), ("changes without end", False)):
            env.reset(seed=0)
            seen[name] = visit(env, once=once)
            seen[name] |= give_up(env)
        env.reset(seed=0)
        seen["judge"] = [probe(env, once=once) for once in (True, False)]
        json.dump(seen, sys.stdout)
    finally:
        env.close()


if __name__ == "__main__":
    main()
