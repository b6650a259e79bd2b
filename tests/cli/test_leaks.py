"""Resets leave nothing: five here, ``browserenv doctor --resets 500`` for as many as one likes."""

from __future__ import annotations

import os
from typing import Any

import pytest

from browserenv.browser.session import Session
from browserenv.cli import leaks

N_RESETS = int(os.environ.get("BROWSERENV_RESETS", "5"))


@pytest.mark.slow
def test_nothing_outlives_a_reset(forum_golden: Any) -> None:
    assert leaks.count_leaks(N_RESETS) == []


def test_a_leak_would_be_found(forum_golden: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a reset that keeps the browser's context, every trace is seen."""
    original = Session.close_episode

    async def keep(session: Session) -> None:
        if session._episode is None:
            await original(session)

    async def go_on(session: Session, cookies: Any, start_urls: Any, start_time: Any, **options: Any) -> None:
        if session._episode is None:
            await opened(session, cookies, start_urls, start_time, **options)

    opened = Session.open_episode
    monkeypatch.setattr(Session, "close_episode", keep)
    monkeypatch.setattr(Session, "open_episode", go_on)
    [line] = leaks.count_leaks(1)
    for trace in ("localStorage", "sessionStorage", "cookies", "caches", "databases", "name", "history"):
        assert trace in line
