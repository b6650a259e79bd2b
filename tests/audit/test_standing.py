"""Standing: whether tasks are certified as they are now."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from browserenv.audit.certificate import file_digest, read_certificate
from browserenv.audit.findings import TaskAudit
from browserenv.audit.standing import Standing, certificate_file
from browserenv.tasks.catalog import PACKAGED, Catalog


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    """Two families in a folder, both certified."""
    (tmp_path / "forum").mkdir()
    for name in ("create_forum.yaml", "subscribe.yaml"):
        shutil.copy(PACKAGED / "forum" / name, tmp_path / "forum" / name)
    catalog = Catalog(tmp_path, imported=tmp_path / "imported")
    for family, path in catalog.files.items():
        certificate = read_certificate(certificate_file(catalog, family))
        found = TaskAudit(family, 0, "digest")
        found.add("oracle", "oracle", True)
        certificate.add(family, file_digest(path), {}, found.entry())
        certificate.write(certificate_file(catalog, family))
    return catalog


def test_what_was_audited_as_it_is_has_no_complaint(catalog: Catalog) -> None:
    assert Standing(catalog).complaints(["580", *catalog.files]) == []


def test_a_changed_file_is_told_from_the_others(catalog: Catalog) -> None:
    path = catalog.files["forum.create-forum"]
    text = path.read_text()
    path.write_text(f"# a comment is no change\n{text}")
    assert Standing(catalog).complaints(catalog.ids()) == []
    path.write_text(text.replace("max_steps: 30", "max_steps: 29"))
    told = ["forum.create-forum changed since its audit"]
    assert Standing(catalog).complaints(catalog.ids()) == told, "once, though an instance is asked for too"
    assert Standing(catalog).complaints(["forum.subscribe"]) == []


def test_a_missing_certificate_is_told_for_each_family(catalog: Catalog) -> None:
    certificate_file(catalog, "forum.subscribe").unlink()
    assert Standing(catalog).complaints(catalog.files) == [
        "forum.create-forum was not audited",
        "forum.subscribe was not audited",
    ]


def test_a_task_of_another_benchmark_has_none(catalog: Catalog, tmp_path: Path) -> None:
    (tmp_path / "imported" / "webarena").mkdir(parents=True)
    (tmp_path / "imported" / "webarena" / "1.json").write_text("{}")
    (complaint,) = Standing(catalog).complaints(["webarena.1"])
    assert complaint.startswith("webarena.1 is of another benchmark")
