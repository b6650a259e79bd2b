"""The certificate: what it keeps, what it says of a family, and its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from browserenv.audit.certificate import Certificate, file_digest, read_certificate
from browserenv.audit.findings import TaskAudit
from browserenv.errors import BrowserenvError

HERE = {"size": "small"}


def audit(task_id: str, seed: int | None = 0, *, good: bool = True) -> TaskAudit:
    found = TaskAudit(task_id, seed, f"digest-{task_id}")
    found.add("oracle", "oracle", True, "kept only where it went wrong")
    found.add("mutant", "one", good, "it passed")
    return found


@pytest.fixture
def certificate() -> Certificate:
    certificate = Certificate()
    certificate.add("site.a", "file-a", HERE, audit("site.a").entry())
    certificate.add("site.a", "file-a", HERE, audit("580", None).entry())
    certificate.add("site.b", "file-b", HERE, audit("site.b", good=False).entry())
    return certificate


def test_counts_and_broken_tasks(certificate: Certificate) -> None:
    assert certificate.count("oracle") == (3, 3)
    assert certificate.count("mutant") == (2, 3)
    assert certificate.count("damage") == (0, 0)
    assert [(entry.label, entry.problems) for entry in certificate.broken] == [
        ("site.b seed 0", ("mutant one: it passed",))
    ]


def test_a_family_is_certified_as_its_file_was_and_whole(certificate: Certificate) -> None:
    assert certificate.lacks("site.a", "file-a") == ""
    assert certificate.lacks("site.a", "file-a2") == "changed since its audit"
    assert certificate.lacks("site.b", "file-b") == "was found broken (site.b seed 0)"
    assert certificate.lacks("site.c", "file-c") == "was not audited"


def test_a_new_audit_replaces_that_of_the_same_seed(certificate: Certificate) -> None:
    certificate.add("site.b", "file-b", HERE, audit("site.b").entry())
    certificate.add("site.b", "file-b", HERE, audit("site.b", 1).entry())
    assert [(entry.seed, entry.is_broken) for entry in certificate.families["site.b"].tasks] == [(0, False), (1, False)]
    assert certificate.lacks("site.b", "file-b") == ""


@pytest.mark.parametrize(("file", "conditions"), [("file-a2", HERE), ("file-a", {"size": "full"})])
def test_what_was_found_of_another_file_or_elsewhere_is_dropped(
    certificate: Certificate, file: str, conditions: dict[str, str]
) -> None:
    certificate.add("site.a", file, conditions, audit("site.a", 7).entry())
    assert [entry.seed for entry in certificate.families["site.a"].tasks] == [7]
    assert "site.b" in certificate.families


def test_it_is_read_as_it_was_written_and_written_alike(certificate: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    certificate.write(path)
    text = path.read_text()
    assert read_certificate(path) == certificate
    read_certificate(path).write(path)
    assert path.read_text() == text
    assert len(text.splitlines()) == 2 + 2 + 3, "a line for each family and each task"


def test_no_file_is_a_certificate_of_nothing(tmp_path: Path) -> None:
    assert read_certificate(tmp_path / "none.json").entries == []


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"format": 1}')
    with pytest.raises(BrowserenvError, match="is no certificate of format 2"):
        read_certificate(path)


def test_the_digest_of_a_file_is_that_of_what_it_says(tmp_path: Path) -> None:
    def digest(text: str) -> str:
        path = tmp_path / "family.yaml"
        path.write_text(text)
        return file_digest(path)

    same = ["a: 1\nb: [2]\n", "# words\nb:\n  - 2\na: 1\n", "a: 1\r\nb: [2]\r\n", "a: 1\nb: [2]\nprovenance: {note: x}"]
    assert len({digest(text) for text in same}) == 1
    assert digest("a: 2\nb: [2]\n") != digest(same[0])
