"""Times as people read them, counted from the site's pinned clock."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup

_UNITS = (
    (365 * 86_400, "year"),
    (30 * 86_400, "month"),
    (7 * 86_400, "week"),
    (86_400, "day"),
    (3_600, "hour"),
    (60, "minute"),
)
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def read(text: str) -> datetime:
    """The time that a row holds as ISO 8601 text; without a zone it is UTC."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def ago(then: datetime, now: datetime) -> str:
    """``3 hours ago`` in the largest whole unit; ``just now`` under a minute and for times to come."""
    seconds = (now - then).total_seconds()
    for length, unit in _UNITS:
        n = int(seconds // length)
        if n > 0:
            return f"{n} {unit}{'s' if n > 1 else ''} ago"
    return "just now"


def spell(moment: datetime) -> str:
    """``15 October 2023 at 15:34 UTC``."""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year} at {moment.hour:02}:{moment.minute:02} UTC"


def element(text: str, now: datetime) -> Markup:
    """The HTML of a row's time: how long ago for readers, the exact time for machines and on hovering."""
    then = read(text)
    return Markup(f'<time datetime="{then.isoformat()}" title="{spell(then)}">{ago(then, now)}</time>')
