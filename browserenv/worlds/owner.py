"""Who owns what a world started, so that it can be told when the owner is gone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

PROC = Path("/proc")


@dataclass(frozen=True)
class Owner:
    """A process of one machine.

    ``started`` is its start time in the kernel's clock ticks since boot, since process ids are used again; ``machine``
    stands for the boot and the process id space that the id belongs to. Both are empty where there is no ``/proc``.
    """

    process_id: int
    started: str
    machine: str

    @classmethod
    def present(cls) -> Self:
        """This process."""
        return cls(os.getpid(), start_ticks(os.getpid()), this_machine())

    @property
    def is_here(self) -> bool:
        """Whether the owner's process id means anything on this machine, since its last boot."""
        return self.machine == this_machine()

    @property
    def is_dead(self) -> bool:
        """Whether the owner certainly is gone; an owner elsewhere never is."""
        if not self.is_here:
            return False
        if PROC.is_dir():
            return start_ticks(self.process_id) != self.started
        try:
            os.kill(self.process_id, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return False


def start_ticks(process_id: int) -> str:
    """When a process started; empty when it is gone, a zombie, or cannot be told. Field 22 of proc(5)'s ``stat``."""
    try:
        text = (PROC / str(process_id) / "stat").read_text("ascii", errors="replace")
    except OSError:
        return ""
    fields = text.rpartition(")")[2].split()
    return "" if fields[0] in "ZX" else fields[19]


def this_machine() -> str:
    """The kernel's boot id and the process id space, or an empty string."""
    try:
        boot = (PROC / "sys" / "kernel" / "random" / "boot_id").read_text().strip()
        return f"{boot}/{(PROC / 'self' / 'ns' / 'pid').readlink()}"
    except OSError:
        return ""
