"""What is told when Chromium does not start: the telling line of its own, and the mend."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path
from typing import Any

import pytest

from browserenv.browser import chromium
from browserenv.browser.session import Session
from browserenv.errors import BrowserUnusableError, InfrastructureFault

LIBRARY = "error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory"
SANDBOX = "[1:1:FATAL:zygote_host_impl_linux.cc(132)] No usable sandbox! Update your kernel or see the documentation"
SCREEN = "[9:9:ERROR:ozone_platform_x11.cc(257)] Missing X server or $DISPLAY"
TROUBLES = [
    (LIBRARY, "libnss3.so", "playwright install-deps"),
    (SANDBOX, "andbox", "--no-sandbox"),
    (SCREEN, "Missing X server or $DISPLAY", "xvfb-run"),
]


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is taken for Chromium: a file for a test to write."""
    path = tmp_path / "chromium"
    monkeypatch.setenv("BROWSERENV_CHROMIUM", str(path))
    return path


def write(path: Path, *said: str) -> None:
    lines = "".join(f"echo '{line}' >&2\n" for line in said)
    path.write_text(f"#!/bin/sh\n{lines}exit 1\n")
    path.chmod(0o755)


@pytest.mark.parametrize("offers_cdp", [False, True])
@pytest.mark.parametrize(("said", "cause", "mend"), TROUBLES)
def test_a_known_trouble_is_told_in_a_line_with_its_mend(
    runner: asyncio.Runner, script: Path, said: str, cause: str, mend: str, offers_cdp: bool
) -> None:
    write(script, "[9:9:ERROR:dbus/bus.cc(405)] Failed to connect to the bus", said)
    with pytest.raises(BrowserUnusableError) as told:
        runner.run(Session.start({}, offers_cdp=offers_cdp))
    line = str(told.value)
    assert "\n" not in line
    assert line.startswith(f"{script} did not start: ")
    assert cause in line
    assert mend in line


def test_a_trouble_that_is_not_known_is_a_fault_with_the_first_line_of_it(runner: asyncio.Runner, script: Path) -> None:
    write(script, "Trace/breakpoint trap", "and more")
    with pytest.raises(InfrastructureFault, match=r"did not start: .*\(Trace/breakpoint trap\)"):
        runner.run(Session.start({}))


def test_a_machine_without_room_for_the_driver_is_a_fault(
    runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        async def start(self) -> Any:
            raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(chromium, "async_playwright", Full)
    with pytest.raises(InfrastructureFault, match=r"browser: Playwright's driver did not start: .*unavailable"):
        runner.run(Session.start({}))
