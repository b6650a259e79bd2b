"""How long the browser's side waits for what, and how much it keeps."""

from __future__ import annotations

from dataclasses import dataclass, field

from browserenv.browser.downloads import MOST_BYTES
from browserenv.browser.perform import ActionLimits
from browserenv.browser.probe import ProbeLimits
from browserenv.browser.settle import SettleLimits

# An element that never becomes ready is told as such, before the action's time is up and nobody knows why.
READY_SHARE = 0.8


@dataclass(frozen=True)
class SessionLimits:
    """observe_s: for each part of an observation; call_s: for any call at all, the last resort; download_bytes: of all
    files that are downloaded in an episode."""

    action: ActionLimits = field(default_factory=ActionLimits)
    settle: SettleLimits = field(default_factory=SettleLimits)
    probe: ProbeLimits = field(default_factory=ProbeLimits)
    observe_s: float = 10.0
    call_s: float = 60.0
    download_bytes: int = MOST_BYTES


def limits_of(action_timeout_ms: float | None = None, navigation_timeout_ms: float | None = None) -> SessionLimits:
    """The limits that follow from a user's two.

    ``action_timeout_ms``: for any action but those that go to an address, whatever happens; an element has four fifths
    of it to become ready, and ``noop`` waits no longer than that. ``navigation_timeout_ms``: for a site to answer, be
    it the agent that asks, the judge, or the start of an episode. None: as ``ActionLimits`` and ``ProbeLimits`` say.
    """
    usual = SessionLimits()
    total_ms = action_timeout_ms or usual.action.total_s * 1000
    navigation_ms = navigation_timeout_ms or usual.action.navigation_ms
    ready_ms = READY_SHARE * action_timeout_ms if action_timeout_ms else usual.action.ready_ms
    wait_ms = min(READY_SHARE * total_ms, usual.action.wait_ms)
    longer_s = (max(total_ms - 20_000, 0) + 4 * max(navigation_ms - 15_000, 0)) / 1000
    return SessionLimits(
        ActionLimits(ready_ms, navigation_ms, wait_ms, total_ms / 1000),
        usual.settle,
        ProbeLimits(navigation_ms / 1000, usual.probe.read_s),
        usual.observe_s,
        usual.call_s + longer_s,
    )
