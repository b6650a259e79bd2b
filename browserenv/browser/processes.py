"""The processes of a browser, so that none is left behind. Works where there is a ``/proc``; elsewhere does nothing."""

from __future__ import annotations

import os
import signal
from pathlib import Path

PROC = Path("/proc")


def parent_of(pid: int) -> int:
    """The parent of a process; 0 when it cannot be told."""
    try:
        stat = (PROC / str(pid) / "stat").read_text("ascii", errors="replace")
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


def kill_process(pid: int, with_group: bool = False) -> None:
    """Kill a process if it is still there; with the group that it leads, as Playwright's Chromium does, on wish."""
    if pid <= 1 or not (PROC / str(pid)).exists():
        return
    try:
        if with_group and os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
