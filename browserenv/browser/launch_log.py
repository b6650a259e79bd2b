"""Why a Chromium did not start: the telling line of what it wrote, and the mend where one is known."""

from __future__ import annotations

import re
from pathlib import Path

from browserenv.errors import BrowserUnusableError, InfrastructureFault

# What Chromium, the loader of programs or Playwright say, and what helps.
MENDS = (
    (
        re.compile(r"error while loading shared libraries|missing dependencies|Missing libraries"),
        "run 'playwright install-deps chromium' as root, or install your system's package chromium",
    ),
    (
        re.compile(r"No usable sandbox|[Ss]andboxing failed|SUID sandbox helper|without --no-sandbox"),
        "let users have sandboxes here (unprivileged user namespaces), or set BROWSERENV_CHROMIUM to a script that "
        "starts Chromium with --no-sandbox",
    ),
    (
        re.compile(r"Missing X server|cannot open display|Unable to open X display|platform failed to initialize"),
        'set DISPLAY to a screen that is there, use xvfb-run (package xvfb), or render_mode="rgb_array"',
    ),
)
_WRITTEN = re.compile(r"^(?:  - )?\[pid=\d+\]\[(?:err|out)\] (.*)$", re.MULTILINE)
_MOST_CHARS = 300


def not_started(path: Path, message: str) -> BrowserUnusableError | InfrastructureFault:
    """The error to raise. ``message``: Playwright's, of many lines, among them what Chromium wrote.

    What the user can mend is a BrowserUnusableError; all else is a fault, which may not be there at the next try.
    """
    written = [line.strip() for line in _WRITTEN.findall(message) if line.strip()]
    first, *rest = [line.strip() for line in message.splitlines() if line.strip()] or ["no reason was given"]
    for line in (*written, first, *rest):
        for cause, mend in MENDS:
            if cause.search(line):
                return BrowserUnusableError(f"{path} did not start: {line[:_MOST_CHARS]}; {mend}")
    said = f" ({written[0][:_MOST_CHARS]})" if written else ""
    return InfrastructureFault("browser", f"{path} did not start: {first[:_MOST_CHARS]}{said}")
