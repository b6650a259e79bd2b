from __future__ import annotations

import threading

from browserenv.worlds.patience import Patience


def test_what_lasts_too_long_is_interrupted() -> None:
    lasting = threading.Event()
    patience = Patience(0.05, lasting.set)
    with patience:
        assert lasting.wait(30)
    assert patience.is_over


def test_what_ends_in_time_is_left_alone() -> None:
    interrupted: list[bool] = []
    patience = Patience(30, lambda: interrupted.append(True))
    with patience:
        pass
    assert not patience.is_over
    assert interrupted == []


def test_what_ended_by_itself_may_refuse_the_interruption() -> None:
    tried = threading.Event()

    def refuse() -> None:
        tried.set()
        raise OSError("not connected")

    patience = Patience(0.05, refuse)
    with patience:
        assert tried.wait(30)
    assert patience.is_over
