"""Finding Chromium and starting it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from browserenv.browser import launch
from browserenv.browser.launch import DISABLED_FEATURES, find_chromium, flags, require_chromium
from browserenv.errors import BrowserNotFoundError
from tests.browser.conftest import Room


def _executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without a browser; returns the one folder on its PATH."""
    monkeypatch.delenv(launch.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path / "bin"


def test_the_order_is_variable_playwright_path(
    no_browser: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert find_chromium() is None
    last = _executable(no_browser / "google-chrome")
    assert find_chromium() == last
    better = _executable(no_browser / "chromium")
    assert find_chromium(tmp_path / "not-downloaded") == better
    bundled = _executable(tmp_path / "playwright" / "chrome")
    assert find_chromium(bundled) == bundled
    chosen = _executable(tmp_path / "mine")
    monkeypatch.setenv(launch.VARIABLE, str(chosen))
    assert find_chromium(bundled) == chosen


def test_a_variable_that_names_nothing_is_an_error(no_browser: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(launch.VARIABLE, "/nowhere/chromium")
    with pytest.raises(BrowserNotFoundError, match="BROWSERENV_CHROMIUM=/nowhere/chromium is not an executable file"):
        find_chromium()


def test_without_any_browser_the_mend_is_told_in_one_line(no_browser: Path) -> None:
    with pytest.raises(BrowserNotFoundError, match="run 'playwright install chromium', or set BROWSERENV_CHROMIUM"):
        require_chromium()


def test_install_takes_what_is_there(no_browser: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "bundled_chromium", lambda: Path("/nowhere"))
    here = _executable(no_browser / "chromium")
    said: list[str] = []
    assert launch.install_chromium(said.append) == (here, "already there")
    assert said == []


def test_install_tries_the_download_first_and_then_tells_the_mend(
    no_browser: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "bundled_chromium", lambda: Path("/nowhere"))
    monkeypatch.setattr("sys.executable", str(_executable(no_browser / "python")))
    said: list[str] = []
    with pytest.raises(BrowserNotFoundError, match="run 'playwright install chromium'"):
        launch.install_chromium(said.append)
    assert said[0].startswith("downloading Chromium")


def test_an_install_that_hangs_is_given_up(no_browser: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "bundled_chromium", lambda: Path("/nowhere"))
    slow = _executable(no_browser / "python")
    slow.write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    monkeypatch.setattr("sys.executable", str(slow))
    said: list[str] = []
    with pytest.raises(BrowserNotFoundError):
        launch.install_chromium(said.append, download_timeout_s=0.2)
    assert any("gave up after" in line for line in said)


def test_flags_hold_the_wall_and_the_same_pixels() -> None:
    line = flags({"forum.localhost": ("127.0.0.1", 8000)})
    for flag in [
        "--host-resolver-rules=MAP forum.localhost:80 127.0.0.1:8000, MAP * ~NOTFOUND",
        "--disable-quic",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--no-proxy-server",
        "--font-render-hinting=none",
        "--disable-lcd-text",
        "--force-color-profile=srgb",
        "--force-device-scale-factor=1",
    ]:
        assert flag in line


def test_what_playwright_switches_off_stays_off(runner: asyncio.Runner) -> None:
    async def command_line() -> str:
        async with async_playwright() as playwright:
            path = require_chromium(playwright.chromium.executable_path)
            browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            cdp = await browser.new_browser_cdp_session()
            info = await cdp.send("SystemInfo.getProcessInfo")
            pid = next(each["id"] for each in info["processInfo"] if each["type"] == "browser")
            line = (Path("/proc") / str(pid) / "cmdline").read_text()
            await browser.close()
            return line

    switch = next(arg for arg in runner.run(command_line()).split("\0") if arg.startswith("--disable-features="))
    assert set(switch.partition("=")[2].split(",")) <= set(DISABLED_FEATURES)


def test_chromium_opens_no_pages_of_its_own(room: Room) -> None:
    room.open("<p>x</p>")
    targets = room.run(room.session._chromium.cdp.send("Target.getTargets"))
    assert [target["url"] for target in targets["targetInfos"] if target["type"] != "tab"] == [
        "http://forum.localhost/"
    ]
