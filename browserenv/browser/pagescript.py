"""The script that runs in every frame of a page before the page's own: its clock, its timers, its rest."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.resources import files

QUIET = "limits => window.__browserenv ? window.__browserenv.quiet(limits) : 'bare'"


def page_script(start_time: datetime, now: datetime) -> str:
    """The script for pages whose clock shows ``start_time`` at the moment ``now``, and runs on from there.

    Both need a time zone. The clock runs, because libraries that debounce or animate by ``Date`` stand still under a
    frozen one. Only dates are shifted: timers, frames and ``performance.now()`` stay the browser's own.
    """
    offset_ms = round((start_time.astimezone(UTC) - now.astimezone(UTC)).total_seconds() * 1000)
    return files(__package__).joinpath("page.js").read_text("utf-8").replace("OFFSET_MS", f"({offset_ms})")
