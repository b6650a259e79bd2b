"""Trajectories: one episode in one folder, with all that it takes to look at it and to judge it again.

``episode.json`` (what was played, under which conditions, and how it was judged), ``task.json``, ``evidence.json``,
``steps.jsonl`` (a line a step), ``downloads`` (what the agent downloaded, if anything) and, on request,
``step-001.png`` and so on: the page on which each action was decided.
Texts are UTF-8; secrets of the process are masked.
"""

from __future__ import annotations

import errno
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import BrowserenvError
from ..info import Timings
from ..judges.evidence import Evidence
from ..judges.judgement import Judgement
from ..tasks.task import Task
from .play import Played, Step
from .redaction import Redaction

FORMAT = 1
FOLDER = "trajectories"
Content = TypeVar("Content", bound=BaseModel)


class TrajectoryError(BrowserenvError):
    """A stored episode that cannot be read; the message names the file."""


class EpisodeRecord(BaseModel):
    """``episode.json``.

    ``key`` names the episode within a run. ``judgement`` is None where a fault ended the episode before it could be
    judged. ``judged_by``: the judges' version. ``settings`` and ``versions``: the conditions that can move a score.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    format: int = FORMAT
    key: str
    task_id: str
    task_digest: str
    seed: int
    agent: str
    trial: int = 0
    outcome: str
    reward: float
    reward_valid: bool
    truncated_by: str | None = None
    n_steps: int
    elapsed_s: float
    reset_ms: float
    agent_error: str = ""
    fault: dict[str, str] | None = None
    fingerprints: dict[str, str] = Field(default_factory=dict)
    settings: dict[str, Any]
    versions: dict[str, str]
    judged_by: str
    judge_model: dict[str, Any] | None = None
    judgement: Judgement | None = None


@dataclass(frozen=True)
class Trajectory:
    """A stored episode. ``evidence`` is None where none was gathered."""

    folder: Path
    record: EpisodeRecord
    task: Task
    evidence: Evidence | None


@dataclass(frozen=True)
class Ended:
    """What is known of an episode at its end, beside what ``play`` noted."""

    task: Task
    evidence: dict[str, Any] | None
    judgement: Judgement | None
    agent: str
    settings: dict[str, Any]
    versions: dict[str, str]
    judged_by: str
    judge_model: dict[str, Any] | None = None
    trial: int = 0
    redaction: Redaction = field(default_factory=Redaction)
    downloads: Path | None = None

    def key(self, seed: int) -> str:
        return episode_key(self.task.task_id, seed, self.agent, self.trial)


def episode_key(task_id: str, seed: int, agent: str, trial: int = 0) -> str:
    """Such as ``580-seed0-oracle-trial0``: a name for a folder, the same for the same episode."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", f"{task_id}-seed{seed}-{agent}-trial{trial}").lstrip(".")


def write_trajectory(run: Path, played: Played, ended: Ended) -> Path:
    """Store an episode below ``run``, whole or not at all; one of the same key is replaced. Returns its folder.
    Its pictures are those that were kept in playing.

    Raises ``OSError`` when the disk does not take it.
    """
    record = _record(played, ended)
    folder = run / FOLDER / record.key
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".building-"))
    try:
        _write_json(building / "episode.json", record.model_dump(mode="json"), ended.redaction)
        _write_json(building / "task.json", ended.task.model_dump(mode="json"), ended.redaction)
        _write_json(building / "evidence.json", ended.evidence, ended.redaction)
        lines = (json.dumps(ended.redaction.json(_step(step)), ensure_ascii=False) for step in played.steps)
        _write(building / "steps.jsonl", "".join(f"{line}\n" for line in lines))
        for step in played.steps:
            if step.picture is not None:
                (building / f"step-{step.number:03}.png").write_bytes(step.picture)
        if ended.downloads is not None:
            shutil.copytree(ended.downloads, building / "downloads")
        building.chmod(0o755)
        _put_in_place(building, folder)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    return folder


def _put_in_place(new: Path, folder: Path) -> None:
    """Rename ``new`` to ``folder`` in place of what is there; another run may be doing the same."""
    while True:
        old = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".old-"))
        with suppress(FileNotFoundError):
            folder.rename(old / folder.name)
        try:
            new.rename(folder)
            return
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
        finally:
            shutil.rmtree(old, ignore_errors=True)


def read_trajectory(folder: Path) -> Trajectory:
    """Raises ``TrajectoryError``, which names the file that is missing or wrong."""
    record = _read(folder / "episode.json", EpisodeRecord)
    assert record is not None, "only evidence may be null"
    if record.format != FORMAT:
        raise TrajectoryError(f"{folder / 'episode.json'} has format {record.format}, and this version reads {FORMAT}")
    task = _read(folder / "task.json", Task)
    assert task is not None, "as above"
    return Trajectory(folder, record, task, _read(folder / "evidence.json", Evidence, may_be_null=True))


def trajectories(run: Path) -> Iterator[Path]:
    """The folders of a run's episodes, in the order of their names. Raises ``TrajectoryError`` when there are none."""
    base = run / FOLDER if (run / FOLDER).is_dir() else run
    found = sorted(path.parent for path in base.glob("*/episode.json") if not path.parent.name.startswith("."))
    if not found:
        raise TrajectoryError(f"no stored episodes in {run}; 'browserenv run --out {run}' stores some")
    yield from found


def _record(played: Played, ended: Ended) -> EpisodeRecord:
    info = played.info
    judgement = None if info.get("fault") else ended.judgement
    return EpisodeRecord(
        key=ended.key(played.seed),
        task_id=ended.task.task_id,
        task_digest=ended.task.digest,
        seed=played.seed,
        agent=ended.agent,
        trial=ended.trial,
        outcome=str(info.get("outcome", "indeterminate")),
        reward=played.reward,
        reward_valid=bool(info.get("reward_valid", False)),
        truncated_by=info.get("truncated_by"),
        n_steps=len(played.steps),
        elapsed_s=round(played.elapsed_s, 3),
        reset_ms=round(played.reset_ms, 1),
        agent_error=played.agent_error,
        fault=dict(info["fault"]) if info.get("fault") else None,
        fingerprints=dict(played.start_info.get("fingerprints", {})),
        settings=ended.settings,
        versions=ended.versions,
        judged_by=ended.judged_by,
        judge_model=ended.judge_model,
        judgement=judgement,
    )


def _step(step: Step) -> dict[str, Any]:
    info = step.info
    return {
        "step": step.number,
        "url": step.before.get("url", ""),
        "action": step.action,
        "error": step.error,
        "reward": step.reward,
        "outcome": info.get("outcome"),
        "checks": [verdict["outcome"] for verdict in info.get("checks", [])],
        "elapsed_ms": round(step.elapsed_ms, 1),
        "timings_ms": _timings(info.get("timings_ms", {})),
        "page_errors": info.get("page_errors", []),
    }


def _timings(timings: Timings | dict[str, float]) -> dict[str, Any]:
    return timings.as_record() if isinstance(timings, Timings) else {key: round(ms, 1) for key, ms in timings.items()}


def _write_json(path: Path, content: Any, redaction: Redaction) -> None:
    _write(path, json.dumps(redaction.json(content), ensure_ascii=False, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    """Half a character (a lone surrogate), which scripts of a page can make, is in no file: it is stored as ``?``."""
    path.write_text(text, encoding="utf-8", errors="replace")


def _read(path: Path, model: type[Content], may_be_null: bool = False) -> Content | None:
    try:
        text = path.read_text(encoding="utf-8")
        if may_be_null and text.strip() == "null":
            return None
        return model.model_validate_json(text)
    except FileNotFoundError:
        raise TrajectoryError(f"{path} is missing; the stored episode is not whole") from None
    except UnicodeDecodeError:
        raise TrajectoryError(f"{path} cannot be read: it is no UTF-8; the stored episode is not whole") from None
    except OSError as error:
        raise TrajectoryError(f"{path} cannot be read: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise TrajectoryError(f"{path} cannot be read: {where or 'the file'}: {first['msg']}") from None
