"""The processes of a browser, so that none is left behind. Works where there is a ``/proc``; elsewhere does nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
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


def tree_of(pid: int) -> tuple[int, ...]:
    """A process and all that it started, and those started; empty when it is gone."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir() if PROC.is_dir() else ():
        if entry.name.isdigit():
            children.setdefault(parent_of(int(entry.name)), []).append(int(entry.name))
    found = [pid] if (PROC / str(pid)).exists() else []
    for each in found:
        found += children.get(each, [])
    return tuple(found)


def pss_mb(pids: Iterable[int]) -> float:
    """Memory of processes in megabytes, what several share counted in parts: proportional set size."""
    kilobytes = 0
    for pid in pids:
        try:
            rollup = (PROC / str(pid) / "smaps_rollup").read_text("ascii", errors="replace")
        except OSError:
            continue  # it ended meanwhile
        kilobytes += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return kilobytes / 1000
