from __future__ import annotations

import threading

import pytest

from browserenv.sites.forum.manifest import MANIFEST
from browserenv.sites.kit.mount import Mount
from browserenv.sites.kit.state import State


def test_a_reset_waits_for_running_requests_and_holds_back_new_ones(state: State) -> None:
    mount = Mount(MANIFEST, state)
    order: list[str] = []
    inside, leave, waiting = threading.Event(), threading.Event(), threading.Event()

    def first_request() -> None:
        with mount.request():
            inside.set()
            leave.wait()
            order.append("request ends")

    def reset() -> None:
        with mount.exclusive():
            order.append("reset")
            waiting.set()

    request = threading.Thread(target=first_request)
    request.start()
    inside.wait()
    resetting = threading.Thread(target=reset)
    resetting.start()
    leave.set()
    for thread in (request, resetting):
        thread.join(10)
    assert order == ["request ends", "reset"]
    with mount.request():
        pass


def test_a_reset_does_not_wait_for_ever(state: State) -> None:
    mount = Mount(MANIFEST, state)
    with mount.request(), pytest.raises(TimeoutError, match="1 requests of forum still run"), mount.exclusive(0.01):
        pass
    with mount.request():  # the gate is open again
        pass


def test_secrets_differ_between_mounts(state: State) -> None:
    assert Mount(MANIFEST, state).secret != Mount(MANIFEST, state).secret
