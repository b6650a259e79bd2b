"""The certificate: counts, what it covers, and its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from browserenv.audit.certificate import Certificate, read_certificate
from browserenv.audit.findings import TaskAudit


def audit(name: str, *, good: bool) -> TaskAudit:
    found = TaskAudit(name, 0, f"digest-{name}")
    found.add("oracle", "oracle", True, "kept only where it went wrong")
    found.add("mutant", "one", good, "it passed")
    return found


@pytest.fixture
def certificate() -> Certificate:
    return Certificate({"size": "small"}, [audit("a", good=True), audit("b", good=False)])


def test_counts_and_broken_tasks(certificate: Certificate) -> None:
    assert certificate.count("oracle") == (2, 2)
    assert certificate.count("mutant") == (1, 2)
    assert [found.task_id for found in certificate.broken] == ["b"]
    assert [finding.detail for finding in certificate.broken[0].problems] == ["it passed"]


def test_it_covers_what_was_audited_and_found_whole(certificate: Certificate) -> None:
    assert certificate.covers(["digest-a"])
    assert not certificate.covers(["digest-a", "digest-b"])
    assert not certificate.covers(["digest-c"])


def test_the_digest_stands_for_the_tasks_in_any_order(certificate: Certificate) -> None:
    turned = Certificate({}, certificate.audits[::-1])
    assert turned.digest == certificate.digest
    assert Certificate({}, certificate.audits[:1]).digest != certificate.digest


def test_it_is_read_as_it_was_written(certificate: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    certificate.write(path)
    assert read_certificate(path) == certificate


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text("[]")
    with pytest.raises(ValueError, match="is no certificate of format 1; write one with"):
        read_certificate(path)
