"""The certificate of a suite: what was audited, under which conditions, and what was found.

It is a suite's birth certificate, a file beside its task files. It holds the digest of each family's file, so that a
family that changed since its audit is told from one that did not, and a new audit of one family replaces that family's
part alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import BrowserenvError
from ..tasks.reader import read_yaml
from .findings import Entry

FORMAT: Literal[2] = 2
FILE = "certificate.json"


class FamilyAudit(BaseModel):
    """The audits of one family. ``file``: digest of its file as it was then; ``conditions``: size of the data,
    versions, whatever else may move a result; ``tasks``: an entry for each seed and each fixed instance."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    file: str
    conditions: dict[str, str]
    tasks: tuple[Entry, ...] = Field(strict=False)

    def joined(self, entry: Entry) -> FamilyAudit:
        """With one more entry, in place of that of the same task and seed."""
        kept = [each for each in self.tasks if (each.task_id, each.seed) != (entry.task_id, entry.seed)]
        # A fixed instance has no seed and comes first.
        tasks = sorted([*kept, entry], key=lambda each: (each.seed is not None, each.task_id, each.seed or 0))
        return self.model_copy(update={"tasks": tuple(tasks)})


class Certificate(BaseModel):
    """The audits of a suite's families, by family."""

    model_config = ConfigDict(strict=True, extra="forbid")

    format: Literal[2] = FORMAT
    families: dict[str, FamilyAudit] = Field(default_factory=dict)

    @property
    def entries(self) -> list[Entry]:
        return [entry for audit in self.families.values() for entry in audit.tasks]

    @property
    def broken(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.is_broken]

    def count(self, kind: str) -> tuple[int, int]:
        """(good trials, all trials) of a kind, over all tasks."""
        return total(self.entries, kind)

    def add(self, family: str, file: str, conditions: Mapping[str, str], entry: Entry) -> None:
        """Note an audit. What was found of the family before stays where its file and the conditions are the same."""
        kept = self.families.get(family)
        if kept is None or (kept.file, kept.conditions) != (file, dict(conditions)):
            kept = FamilyAudit(file=file, conditions=dict(conditions), tasks=())
        self.families[family] = kept.joined(entry)

    def lacks(self, family: str, file: str) -> str:
        """Why a family whose file has this digest is not certified; empty when it is."""
        found = self.families.get(family)
        if found is None:
            return "was not audited"
        if found.file != file:
            return "changed since its audit"
        broken = [entry.label for entry in found.tasks if entry.is_broken]
        return f"was found broken ({', '.join(broken)})" if broken else ""

    def write(self, path: Path) -> None:
        """Families in order of name, one line a task."""
        families = {name: self.families[name] for name in sorted(self.families)}
        lines = [f'{{"format": {FORMAT}, "families": {{']
        for number, (name, audit) in enumerate(families.items()):
            head = json.dumps({"file": audit.file, "conditions": audit.conditions})
            tasks = ",\n  ".join(_line(entry) for entry in audit.tasks)
            end = "," if number < len(families) - 1 else ""
            lines.append(f' {json.dumps(name)}: {head[:-1]}, "tasks": [\n  {tasks}]}}{end}')
        lines.append("}}")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def total(entries: Iterable[Entry], kind: str) -> tuple[int, int]:
    """(good trials, all trials) of a kind."""
    counts = [entry.counts.get(kind, (0, 0)) for entry in entries]
    return sum(good for good, _ in counts), sum(every for _, every in counts)


def read_certificate(path: Path) -> Certificate:
    """A written certificate; an empty one where there is no file.

    Raises ``BrowserenvError`` for a file that is none.
    """
    try:
        return Certificate.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Certificate()
    except (OSError, ValidationError) as error:
        line = str(error).splitlines()[0]
        what = f"{path} is no certificate of format {FORMAT} ({line})"
        raise BrowserenvError(f"{what}; move it away and write one with 'browserenv audit --certify'") from None


def file_digest(path: Path) -> str:
    """SHA-256, in hex, of what a task file says; its comments, its layout and its ``provenance`` do not count.

    Raises ``TaskFileError`` for a file that is no YAML.
    """
    content = read_yaml(path.read_text(encoding="utf-8"), f"{path.parent.name}/{path.name}")
    if isinstance(content, dict):
        content.pop("provenance", None)
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _line(entry: Entry) -> str:
    record: dict[str, Any] = entry.model_dump(mode="json", exclude_defaults=True)
    return json.dumps(record, ensure_ascii=False)
