"""Episodes in a row take no more of the machine: open files, threads, processes, temporary files stay as they were."""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path

import pytest

from browserenv.browser.processes import tree_of
from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden

WARM_UP, MEASURED = 3, 8
ACTIONS = ('click("e1")', 'goto("http://forum.localhost/forums")', "new_tab()", "scroll(0, 300)")


def play(env: BrowserEnv, seed: int) -> None:
    env.reset(seed=seed)
    for action in ACTIONS:
        env.step(action)
    env.step('send_msg_to_user("done")')


def counts() -> dict[str, int]:
    """How much this process and its children hold."""
    return {
        "open files": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
        "processes": len(tree_of(os.getpid())),
    }


def files(temporary: Path) -> list[str]:
    """What lies in the temporary folder; Playwright's own, which it removes with the browser, left out."""
    found = [str(path.relative_to(temporary)) for path in temporary.rglob("*")]
    return sorted(name for name in found if not name.startswith("playwright"))


@pytest.mark.slow
def test_episodes_in_a_row_leave_nothing_behind(
    forum_golden: Golden, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path = tmp_path_factory.mktemp("t")  # short: a socket is in it
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    env = BrowserEnv("580", size="small", observe=("axtree", "screenshot"))
    try:
        for seed in range(WARM_UP):
            play(env, seed)
        before, lying_before = counts(), files(tmp_path)
        for seed in range(MEASURED):
            play(env, seed)
        grown = {what: n - before[what] for what, n in counts().items()}
        # Chromium keeps a process in reserve or not, and threads that wait are started as needed: not one an episode.
        assert max(grown.values()) < MEASURED / 2, grown
        assert files(tmp_path) == lying_before
    finally:
        env.close()
    assert files(tmp_path) == []
