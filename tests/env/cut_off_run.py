"""Run by ``test_cut_off.py`` in a network of its own: an interface comes and goes while an agent visits pages.

Prints the outcomes of what the agent then fails at: as long as no page lost a part, and after one did.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading

from browserenv.gymnasium_env import BrowserEnv

VISIT = 'goto("http://calendar.localhost/agenda/2023-10-15")'
MAX_VISITS = 200


def come_and_go(ended: threading.Event) -> None:
    while not ended.is_set():
        for command in (
            "link add come type veth peer name go",
            "address add 198.19.255.1/30 dev come",
            "link set come up",
        ):
            subprocess.run(["ip", *command.split()], check=True)
        subprocess.run(["ip", "link", "delete", "come"], check=True)


def visit_until_cut_off(env: BrowserEnv) -> bool:
    """Whether a page came and lost a part of itself."""
    for _ in range(MAX_VISITS):
        observation, *_, info = env.step(VISIT)
        if "ERR_NETWORK_CHANGED" in str(info["page_errors"]) and not observation["last_action_error"]:
            return True
    return False


def main() -> None:
    env = BrowserEnv("calendar.move-event", size="small", observe=("axtree",), max_steps=MAX_VISITS + 2)
    ended = threading.Event()
    interface = threading.Thread(target=come_and_go, args=[ended])
    try:
        env.reset(seed=0)
        env.step(VISIT)
        *_, before = env.step('send_msg_to_user("It is not there.")')
        env.reset(seed=0)
        interface.start()
        was_cut_off = visit_until_cut_off(env)
        ended.set()
        interface.join()
        *_, after = env.step('send_msg_to_user("It is not there.")')
        keys = ("outcome", "reward_valid", "fault")
        seen = {name: {key: info[key] for key in keys} for name, info in (("before", before), ("after", after))}
        json.dump({"was cut off": was_cut_off, **seen}, sys.stdout)
    finally:
        ended.set()
        env.close()


if __name__ == "__main__":
    main()
