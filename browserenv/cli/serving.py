"""How commands that serve something end."""

from __future__ import annotations

import signal
import threading


def until_ended() -> None:
    """Wait for Ctrl-C, or for the signal that ``kill`` and service managers send."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        return
    finally:
        signal.signal(signal.SIGTERM, before)
