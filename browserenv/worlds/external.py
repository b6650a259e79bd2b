"""The external world: sites that the user runs elsewhere, such as WebArena's own. What it cannot do, it says."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any

from ..errors import BrowserenvError, InfrastructureFault
from ..sites.kit import registry
from ..sites.kit.state import DEFAULT_START
from .base import Address, Cookie, Diff, Kept, Moment, Row, Setup, SiteFacts, StartState, StateReader, World
from .external_sites import ExternalSite, Given, read_sites
from .pool import SitePool
from .visitor import Visitor

CONNECT_TIMEOUT_S = 5.0
MOST_WORDS = 2000  # bytes of what a reset command says


class ExternalWorld:
    """Visits ``sites`` at ``addresses`` (see ``external_sites.py``). See ``World`` for the contract.

    There is no control plane, so nothing is known of the state: no diff, no fingerprint, no rows, no clock; a reset is
    the user's command or nothing. ``lacks`` names all that. Pages may have changed with every action.
    Raises ``BrowserenvError`` for an address that is missing or wrong, and for options of other backends.
    """

    backend = "external"
    start_time: datetime = DEFAULT_START

    def __init__(
        self,
        sites: Sequence[str],
        *,
        addresses: Given | None = None,
        size: str = "full",
        reset_by: str | None = None,
        pool: SitePool | None = None,
        progress: registry.Progress = lambda what, done, total: None,
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        if reset_by is not None or pool is not None:
            raise BrowserenvError("backend 'external' is reset by its sites' commands: leave out reset_by and pool")
        self.sites = read_sites(sites, addresses)
        self._log = log
        self._ips: dict[str, str] = {}
        self._logins: dict[str, Sequence[Cookie]] = {}
        self._versions = count()

    @property
    def lacks(self) -> Mapping[str, str]:
        no_reset = [site for site, said in self.sites.items() if said.reset is None]
        no_login = [site for site, said in self.sites.items() if not said.has_login]
        found = {
            "diff": "no state can be read, so side effects are not seen",
            "fingerprint": "no state can be read, so a reset cannot be verified",
            "rows": "no rows can be added before an episode, nor tasks be drawn from them",
            "clock": "the sites go by their own clocks",
            "snapshot": "no state can be kept",
        }
        if no_reset:
            found["reset"] = f"no reset command for {', '.join(no_reset)}: state passes from episode to episode"
        if no_login:
            found["login"] = f"no login for {', '.join(no_login)}: visited as nobody"
        return found

    @property
    def addresses(self) -> Mapping[str, Address]:
        return {
            site: Address(_host(site, self.sites[site]), ip, self.sites[site].port) for site, ip in self._ips.items()
        }

    @property
    def facts(self) -> Mapping[str, SiteFacts]:
        return {site: SiteFacts.of(registry.manifest(site)) for site in self.sites}

    @property
    def golden_state(self) -> StateReader:
        return _Unknown()

    def open(self) -> None:
        """Find the sites. Raises ``InfrastructureFault`` for one that does not answer."""
        for site, said in self.sites.items():
            try:
                with socket.create_connection((said.host_name, said.port), CONNECT_TIMEOUT_S) as connected:
                    self._ips[site] = _bracketed(connected.getpeername()[0])
            except OSError as error:
                raise InfrastructureFault("site", f"{site} at {said.url} does not answer: {error}") from error

    def describe(self) -> Sequence[str]:
        lines = [
            f"{site:<10} {said.url}   {self.backend}  {self.addresses[site].origin}"
            for site, said in self.sites.items()
        ]
        return [*lines, *(f"lacks      {what}: {why}" for what, why in self.lacks.items())]

    def reset(self, setup: Setup) -> StartState:
        """Run the sites' reset commands, one after the other. Raises ``BrowserenvError`` for rows to add,
        ``InfrastructureFault`` for a command that fails."""
        if rows := sorted(site for site, collections in setup.items() if any(collections.values())):
            raise BrowserenvError(f"the task adds rows to {', '.join(rows)}, which backend 'external' cannot")
        self._logins = {}
        for site, said in self.sites.items():
            if said.reset is not None:
                _run(site, said.reset, said.reset_timeout_s)
        return StartState({}, {site: "command" if said.reset else "none" for site, said in self.sites.items()})

    def snapshot(self) -> Kept:
        raise BrowserenvError("backend 'external' has no snapshots: the state of its sites cannot be read")

    def restore(self, kept: Kept) -> None:
        raise BrowserenvError("backend 'external' has no snapshots: the state of its sites cannot be written")

    def another(self) -> World:
        raise BrowserenvError("backend 'external' cannot be forked: there is one of each of its sites")

    def restarts(self) -> int:
        return 0

    def moment(self) -> Moment:
        """New versions at every call: each action may have written."""
        return Moment(dict.fromkeys(self.sites, next(self._versions)), self.start_time)

    def diff(self) -> Mapping[str, Diff]:
        raise InfrastructureFault("world", "the state of an external site cannot be read")

    def rows(self, site: str, collection: str, where: Mapping[str, Any]) -> list[Row]:
        raise InfrastructureFault("world", f"the state of {site}, an external site, cannot be read")

    def login(self, site: str, user: str) -> Sequence[Cookie]:
        """The cookies that the user gave, or those that the site sets when its login form is sent; the same throughout
        an episode. Raises ``InfrastructureFault``."""
        if site not in self._logins:
            self._logins[site] = self._log_in(site, self.sites[site])
        return self._logins[site]

    def close(self) -> None:
        self._ips = {}

    def _log_in(self, site: str, said: ExternalSite) -> list[Cookie]:
        if said.storage_state is not None:
            return _stored(said, self.addresses[site].host)
        if said.login is None:
            return [dict(cookie) for cookie in said.cookies]
        visitor = Visitor(self, site)
        answer = visitor.submit(said.login.page, dict(said.login.fields))
        if not visitor.cookies:
            raise InfrastructureFault("site", f"{site} set no cookie when its login form was sent: is the login right?")
        if visitor.is_asked_again(said.login.page, next(iter(said.login.fields)), answer):
            raise InfrastructureFault(
                "site", f"{site} asked to log in again after its login form was sent: is it right?"
            )
        host = self.addresses[site].host.partition(":")[0]
        return [{"name": name, "value": value, "domain": host, "path": "/"} for name, value in visitor.cookies.items()]


class _Unknown:
    """The golden state of sites that are not ours."""

    def rows(self, site: str, query: Mapping[str, Any]) -> list[Row]:
        raise BrowserenvError(
            f"the task is drawn from rows of {site}, which backend 'external' cannot read; play a fixed task, by number"
        )

    def count(self, site: str, query: Mapping[str, Any]) -> int:
        return len(self.rows(site, query))


def _host(site: str, said: ExternalSite) -> str:
    if said.host == "stable":
        return registry.manifest(site).host
    return said.url.partition("://")[2]


def _bracketed(ip: str) -> str:
    return f"[{ip}]" if ":" in ip else ip


def _run(site: str, command: str, timeout_s: float) -> None:
    """Run a shell command, and end it with all that it started when its time is over.

    What it leaves running in the background, such as the site, goes on and is not waited for; so its words go to a
    file, and not to a pipe, which such a program would hold open.
    """
    silent = subprocess.DEVNULL
    with tempfile.TemporaryFile() as words:
        with subprocess.Popen(
            command, shell=True, stdin=silent, stdout=silent, stderr=words, start_new_session=True
        ) as running:
            try:
                status = running.wait(timeout_s)
            except subprocess.TimeoutExpired as error:
                os.killpg(running.pid, signal.SIGKILL)
                raise InfrastructureFault("world", f"the reset of {site} did not end within {timeout_s:g} s") from error
        if status != 0:
            words.seek(max(0, words.seek(0, os.SEEK_END) - MOST_WORDS))
            said = words.read().decode(errors="replace").strip().rpartition("\n")[2] or "no word"
            raise InfrastructureFault("world", f"the reset of {site} ended with {status}: {said}")


def _stored(said: ExternalSite, host: str) -> list[Cookie]:
    """The cookies in a storage-state file, for the host that the browser sees. Raises ``BrowserenvError``."""
    try:
        cookies: list[Cookie] = json.loads(said.storage_state.read_text())["cookies"] if said.storage_state else []
        return [{**cookie, "domain": host.partition(":")[0]} for cookie in cookies]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BrowserenvError(f"the storage state {said.storage_state} cannot be read: {error}") from error
