"""``browserenv doctor``: one real read, one real write and one login per site, the browser, the versions."""

from __future__ import annotations

import asyncio
import platform
import sqlite3
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Annotated

import typer

from ..browser.launch import bundled_chromium, install_chromium, require_chromium
from ..errors import BrowserenvError, InfrastructureFault
from ..gymnasium_env import BrowserEnv
from ..sites.kit import registry
from ..sites.kit.golden import GoldenError
from ..tasks.errors import TaskError
from ..worlds.embedded import EmbeddedWorld
from ..worlds.trial import try_out
from .client_trial import try_in_browser
from .leaks import count_leaks

Check = Callable[[], str]
LIBRARIES = ("gymnasium", "playwright", "flask", "pydantic", "numpy")


def doctor(
    install_browser: Annotated[
        bool, typer.Option("--install-browser", help="find a Chromium or install one, say which, and stop")
    ] = False,
    resets: Annotated[
        int, typer.Option("--resets", min=0, help="reset a client-side site so often, look for what is left, and stop")
    ] = 0,
) -> None:
    """Is all in order on this machine? A broken part is named with its mend; exit code 1 if there is one."""
    if install_browser:
        path, how = install_chromium(print)
        print(f"browser    {path}   ({how})")
        return
    if resets:
        leaks = count_leaks(resets, print)
        print(f"{resets} resets, {len(leaks)} left something behind")
        if leaks:
            raise typer.Exit(1)
        return
    print(f"python     {platform.python_version()}   sqlite {sqlite3.sqlite_version}   {platform.platform()}")
    print("libraries  " + "   ".join(f"{name} {version(name)}" for name in LIBRARIES))
    checks: list[tuple[str, Check]] = [("browser", _browser)]
    checks += [(site, partial(_site, site)) for site in registry.SITE_NAMES]
    checks.append(("task-580", _task))
    n_broken = sum(not _passes(name, check) for name, check in checks)
    if n_broken:
        raise typer.Exit(1)


def _passes(name: str, check: Check) -> bool:
    try:
        print(f"{name:<10} {check()}", flush=True)
    except (BrowserenvError, InfrastructureFault, GoldenError, TaskError) as error:
        print(f"{name:<10} broken: {error}", flush=True)
        return False
    return True


def _browser() -> str:
    return str(require_chromium(bundled_chromium()))


def _site(site: str) -> str:
    """A read, a login and a write on a site of its own, in a browser if it keeps state there; raises what is broken."""
    manifest = registry.manifest(site)
    world = EmbeddedWorld([site], size="small")
    try:
        world.open()
        start = world.reset({})
        done = asyncio.run(try_in_browser(world, site)) if manifest.storage else try_out(world, site)
        if world.reset({}) != start:
            raise InfrastructureFault("world", f"{site} does not reset to its start state; clear the cache folder")
    finally:
        world.close()
    return f"{done}   reset to {start.short}   {manifest.host}"


def _task() -> str:
    env = BrowserEnv("580", size="small")
    try:
        env.reset(seed=0)
        _, reward, _, _, info = env.step('send_msg_to_user("")')
        browser = env.core.browser_version
    finally:
        env.close()
    if info["fault"]:
        raise InfrastructureFault(info["fault"]["part"], info["fault"]["message"])
    return f"an episode in Chromium {browser} was judged: reward {float(reward):.1f} for doing nothing"
