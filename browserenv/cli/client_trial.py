"""Trying out a site that keeps its state in the browser: open it, make one change, see it kept, and gone afterwards."""

from __future__ import annotations

from ..agents.base import AgentError
from ..agents.oracle import OracleAgent
from ..browser.parse import parse
from ..browser.session import Session
from ..errors import InfrastructureFault
from ..sites.kit import registry
from ..sites.kit.manifest import BrowserStorage, Manifest
from ..tasks.steps import AnyStep, Click, Fill
from ..worlds import client_state
from ..worlds.base import Address, Diff, World
from ..worlds.seed import fetch_seed

SEEN = frozenset({"axtree"})
N_LOOKS = 5


async def try_in_browser(world: World, site: str) -> str:
    """A line on what worked; raises ``InfrastructureFault`` naming the part that did not."""
    manifest, address = registry.manifest(site), world.addresses[site]
    assert manifest.storage is not None, "only a site that keeps its state in the browser is tried in one"
    session = await Session.start({each.host: (each.ip, each.port) for each in world.addresses.values()})
    try:
        trial = _Trial(session, address, manifest, manifest.storage, world)
        changed = await trial.change()
        _verify_change(site, manifest, changed)
        if left_over := await trial.open_anew():
            raise InfrastructureFault("browser", f"a fresh context of {site} shows changes: {', '.join(left_over)}")
    finally:
        await session.close()
    return "open, change, kept in storage and a clean fresh context work"


class _Trial:
    def __init__(
        self, session: Session, address: Address, manifest: Manifest, kept: BrowserStorage, world: World
    ) -> None:
        self._session, self._address, self._kept, self._world = session, address, kept, world
        self._manifest = manifest
        self._seed = fetch_seed(address)

    async def change(self) -> Diff:
        """Fill in the trial's form and save; returns what changed."""
        trial = self._manifest.trial
        await self._open(trial.page)
        script: list[AnyStep] = [Fill(role="textbox", name=name, text=text) for name, text in trial.fields.items()]
        script.append(Click(role="button", name=trial.button))
        for step in script:
            done = await self._session.perform(parse(await self._action(step)))
            if done.error:
                raise InfrastructureFault("site", f"{self._address.host}{trial.page}: {done.error}")
        return await self._diff()

    async def open_anew(self) -> Diff:
        """What a fresh context shows as changed."""
        await self._open(self._manifest.health_path)
        return await self._diff()

    async def _open(self, path: str) -> None:
        await self._session.open_episode([], [self._address.origin + path], self._world.start_time)

    async def _action(self, step: AnyStep) -> str:
        """The step as an action; a page that is still coming up is looked at again, after it settled once more."""
        for look in range(N_LOOKS):
            seen = await self._session.observe(SEEN)
            try:
                return OracleAgent([step], {}).act({"axtree": seen.axtree or "", "url": seen.url})
            except AgentError as error:
                if look == N_LOOKS - 1:
                    raise InfrastructureFault("site", str(error)) from error
                await self._session.perform(parse("noop()"))
        raise AssertionError("the last look returns or raises")

    async def _diff(self) -> Diff:
        storage = await self._session.storage((self._address.origin,))
        text = storage.get(self._address.origin, {}).get(self._kept.key)
        if text is None:
            return {}
        try:
            return client_state.diff(self._seed, client_state.read_state(text, self._kept.schema).collections)
        except ValueError as error:
            raise InfrastructureFault("site", f"the state of {self._address.host} cannot be read: {error}") from error


def _verify_change(site: str, manifest: Manifest, changed: Diff) -> None:
    added = [row for kinds in changed.values() for row in kinds["added"].values()]
    wanted = set(manifest.trial.fields.values())
    if not any(wanted <= {value for value in row.values() if isinstance(value, str)} for row in added):
        raise InfrastructureFault("site", f"{site} took a change on {manifest.trial.page} and kept nothing")
