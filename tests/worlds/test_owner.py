from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace

from browserenv.worlds.owner import Owner, start_ticks, this_machine


def test_this_process_is_alive() -> None:
    owner = Owner.present()
    assert (owner.process_id, owner.machine) == (os.getpid(), this_machine())
    assert not owner.is_dead


def test_a_killed_process_is_dead_also_before_its_parent_asked_for_it() -> None:
    child = subprocess.Popen([sys.executable, "-c", "print(flush=True); input()"], stdin=-1, stdout=-1)
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        owner = Owner(child.pid, start_ticks(child.pid), this_machine())
        before = owner.is_dead
        child.send_signal(signal.SIGKILL)
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # a zombie now
        assert (before, owner.is_dead) == (False, True)


def test_another_process_with_the_same_id_is_not_the_owner() -> None:
    assert replace(Owner.present(), started="1").is_dead


def test_nothing_is_said_of_an_owner_elsewhere() -> None:
    owner = replace(Owner.present(), started="1", machine="another boot")
    assert not owner.is_here
    assert not owner.is_dead
