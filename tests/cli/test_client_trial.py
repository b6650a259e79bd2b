"""The trial of a client-side site through the browser: what works is said, what does not is named."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from browserenv.cli.client_trial import try_in_browser
from browserenv.errors import InfrastructureFault
from browserenv.sites.kit import registry
from browserenv.sites.kit.manifest import Trial
from browserenv.worlds.embedded import EmbeddedWorld


@pytest.fixture(scope="module")
def world() -> Iterator[EmbeddedWorld]:
    world = EmbeddedWorld(["calendar"], size="small")
    world.open()
    world.reset({})
    yield world
    world.close()


def test_a_sound_site_passes_its_trial(world: EmbeddedWorld) -> None:
    assert "kept in storage" in asyncio.run(try_in_browser(world, "calendar"))


def test_a_form_that_is_not_there_is_named(world: EmbeddedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(registry.manifest("calendar"), trial=Trial("/event/new", {"Titel": "x"}, button="Save"))
    monkeypatch.setattr(registry, "manifest", lambda site: broken)
    with pytest.raises(InfrastructureFault, match="no textbox 'Titel'"):
        asyncio.run(try_in_browser(world, "calendar"))


def test_a_change_that_is_not_kept_is_named(world: EmbeddedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = registry.manifest("calendar")
    assert manifest.storage is not None
    broken = replace(manifest, storage=replace(manifest.storage, key="elsewhere"))
    monkeypatch.setattr(registry, "manifest", lambda site: broken)
    with pytest.raises(InfrastructureFault, match="took a change on /event/new and kept nothing"):
        asyncio.run(try_in_browser(world, "calendar"))
