"""The certificates that come with the task files are of these very files, and of the tasks drawn from them today."""

from __future__ import annotations

import pytest

from browserenv.audit.certificate import Certificate, read_certificate, total
from browserenv.audit.findings import KINDS
from browserenv.audit.standing import Standing
from browserenv.sites.kit import golden
from browserenv.tasks.catalog import PACKAGED, Catalog
from browserenv.tasks.suites import suite, suite_names
from browserenv.worlds.golden_reader import GoldenReader

CATALOG = Catalog()
CERTIFIED = [name for name in suite_names(CATALOG)[1:] if (PACKAGED / name / "certificate.json").exists()]


def certificate_of(name: str) -> Certificate:
    return read_certificate(PACKAGED / name / "certificate.json")


def test_every_suite_comes_with_a_certificate() -> None:
    assert {"calendar", "forum"} <= set(CERTIFIED)


@pytest.mark.parametrize("name", CERTIFIED)
def test_every_family_was_audited_as_it_is_and_found_whole(name: str) -> None:
    """One that was changed needs ``browserenv audit FAMILY --certify``."""
    assert Standing(CATALOG).complaints(suite(CATALOG, name)) == []


@pytest.mark.parametrize("name", CERTIFIED)
def test_every_trial_came_out_right(name: str) -> None:
    entries = certificate_of(name).entries
    for kind in KINDS:
        good, every = total(entries, kind)
        assert good == every > 0, kind
    assert all(entry.counts["oracle"] == (2, 2) for entry in entries)
    assert all(entry.counts["mutant"][1] >= 3 for entry in entries)


@pytest.mark.parametrize("name", CERTIFIED)
def test_the_tasks_that_were_audited_are_those_that_are_drawn_today(name: str) -> None:
    state = GoldenReader(lambda site: golden.ensure(site, "small"))
    for entry in certificate_of(name).entries:
        assert CATALOG.task(entry.task_id, entry.seed, state).digest == entry.digest, entry.label
