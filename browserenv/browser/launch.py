"""Find a Chromium, install one where there is none, and start it behind the wall."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Playwright
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.launch_log import not_started
from browserenv.browser.wall import resolver_rules
from browserenv.errors import BrowserNotFoundError, BrowserUnusableError

VARIABLE = "BROWSERENV_CHROMIUM"
NAMES_ON_PATH = ("chromium", "chromium-browser", "google-chrome")
DOWNLOAD_TIMEOUT_S = 300.0
LAUNCH_TIMEOUT_MS = 30_000.0
# The session closes the browser itself; a signal handler would fight with the host program's own.
_OWN_LIFE: Mapping[str, Any] = {
    "timeout": LAUNCH_TIMEOUT_MS,
    "handle_sigint": False,
    "handle_sigterm": False,
    "handle_sighup": False,
}

QUIET_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
)
# The same page gives the same pixels: no sub-pixel text, no hinting by local settings, one colour profile, scale 1.
STEADY_FLAGS = (
    "--disable-lcd-text",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--disable-smooth-scrolling",
)
# The parts of Chromium's own window that are pages themselves: a process and two pages more for every context.
_WINDOW_FEATURES = ("WebUIOmniboxAimPopup", "WebUIOmniboxPopup")
# A second --disable-features replaces the first, so what Playwright switches off is switched off here too.
DISABLED_FEATURES = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    "msForceBrowserSignIn",
    *_WINDOW_FEATURES,
)
# The resolver rules hold names only, so everything that could reach an address by another way is shut.
WALL_FLAGS = (
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--no-proxy-server",
)


def flags(addresses: Mapping[str, tuple[str, int]]) -> list[str]:
    """Command line of Chromium for a world; ``addresses`` maps host names to (ip, port) of the sites."""
    rules = f"--host-resolver-rules={resolver_rules(addresses)}"
    features = f"--disable-features={','.join(DISABLED_FEATURES)}"
    return [*QUIET_FLAGS, *STEADY_FLAGS, *WALL_FLAGS, *_container_flags(), features, rules]


def _container_flags() -> list[str]:
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    # Chromium refuses to start its sandbox as root; containers give 64 MB of /dev/shm, too little for a page.
    return ["--disable-dev-shm-usage", *(["--no-sandbox"] if as_root else [])]


def find_chromium(bundled: str | Path | None = None) -> Path | None:
    """The Chromium to use: ``$BROWSERENV_CHROMIUM``, Playwright's own build at ``bundled``, or one on PATH; else None.

    Raises BrowserNotFoundError when the variable is set and names no executable file.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        if not _is_executable(Path(chosen)):
            raise BrowserNotFoundError(f"{VARIABLE}={chosen} is not an executable file; set it to one or unset it")
        return Path(chosen)
    if bundled and _is_executable(Path(bundled)):
        return Path(bundled)
    return next((Path(found) for name in NAMES_ON_PATH if (found := shutil.which(name))), None)


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def require_chromium(bundled: str | Path | None = None) -> Path:
    """As ``find_chromium``, but raises BrowserNotFoundError with the mend when there is none."""
    found = find_chromium(bundled)
    if found is None:
        raise BrowserNotFoundError(
            f"no Chromium: none of {', '.join(NAMES_ON_PATH)} on PATH, nor Playwright's own; "
            f"run 'playwright install chromium', or set {VARIABLE}"
        )
    return found


def _require_screen() -> None:
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise BrowserUnusableError(
            'a window needs a screen, and DISPLAY is not set; use xvfb-run, or render_mode="rgb_array"'
        )


def bundled_chromium() -> Path:
    """Where Playwright keeps its own build, whether or not it is there. Must not be called inside a running loop."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  the sync face is needed here alone

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


def install_chromium(log: Callable[[str], None], download_timeout_s: float = DOWNLOAD_TIMEOUT_S) -> tuple[Path, str]:
    """Make sure that there is a Chromium; returns (its path, how it was found), for a person to read.

    Tried in turn: what ``find_chromium`` finds; Playwright's download; Debian's package, when root. Raises
    BrowserNotFoundError when all fail. Must not be called inside a running event loop.
    """
    bundled = bundled_chromium()
    if found := find_chromium(bundled):
        return found, "already there"
    log("downloading Chromium (playwright install chromium)")
    if _run([sys.executable, "-m", "playwright", "install", "chromium"], log, download_timeout_s) and (
        found := find_chromium(bundled)
    ):
        return found, "downloaded by Playwright"
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        log("installing Debian's package (apt-get install chromium)")
        install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
        if _run(install, log, download_timeout_s) and (found := find_chromium(bundled)):
            return found, "Debian's package"
    return require_chromium(bundled), "already there"


def _run(command: Sequence[str], log: Callable[[str], None], timeout_s: float) -> bool:
    """Whether the command ended well in time; its last line is logged when it did not."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout_s, check=False)
    except subprocess.TimeoutExpired:
        log(f"{command[0]}: gave up after {timeout_s:.0f} s")
        return False
    if done.returncode != 0:
        log((done.stderr or done.stdout).strip().rpartition("\n")[2])
    return done.returncode == 0


async def launch(
    playwright: Playwright,
    addresses: Mapping[str, tuple[str, int]],
    *,
    headless: bool = True,
    executable: Path | None = None,
    slow_mo_ms: float = 0,
    extra_flags: Sequence[str] = (),
) -> Browser:
    """Start Chromium so that it can reach the hosts of ``addresses`` and nothing else.

    Raises BrowserUnusableError when there is no Chromium, when a window has no screen to be on, and when it does not
    start for what the user can mend; InfrastructureFault when it does not start for another reason.
    """
    if not headless:
        _require_screen()
    path = executable or require_chromium(playwright.chromium.executable_path)
    options: dict[str, Any] = {"headless": headless, "slow_mo": slow_mo_ms}
    try:
        return await playwright.chromium.launch(
            executable_path=path, args=[*flags(addresses), *extra_flags], **options, **_OWN_LIFE
        )
    except PlaywrightError as error:
        raise not_started(path, error.message) from error


async def launch_open(
    playwright: Playwright,
    addresses: Mapping[str, tuple[str, int]],
    profile: Path,
    *,
    headless: bool = True,
    **context: Any,
) -> BrowserContext:
    """Start Chromium, behind the same wall, with a port of the loopback that outside programs may drive it by.

    ``profile``: an empty folder, where Chromium writes the port (``DevToolsActivePort``). ``context``: options of the
    only context, which is the browser's own. Raises as ``launch`` does.
    """
    if not headless:
        _require_screen()
    path = require_chromium(playwright.chromium.executable_path)
    args = [*flags(addresses), "--remote-debugging-port=0"]  # 0: a free port; Chromium listens on 127.0.0.1 alone
    try:
        return await playwright.chromium.launch_persistent_context(
            profile, executable_path=path, headless=headless, args=args, **context, **_OWN_LIFE
        )
    except PlaywrightError as error:
        raise not_started(path, error.message) from error
