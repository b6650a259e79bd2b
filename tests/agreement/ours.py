"""Our side: the readers make tasks of the cases, and the judges judge them, by our rules and by the originals'."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from browserenv.judges.evidence import Evidence, PageAnswer
from browserenv.judges.finish import finish_of
from browserenv.judges.judgement import Which, judge_task
from browserenv.judges.needs import probe
from browserenv.tasks.checks import PageCheck
from browserenv.tasks.foreign import Imported
from browserenv.tasks.real import read_real
from browserenv.tasks.task import Task
from browserenv.tasks.webarena import read_webarena
from browserenv.tasks.webarena_verified import read_webarena_verified
from tests.agreement.cases import Case

HOST = "http://forum.localhost"
READERS: dict[str, Callable[[Path], Imported]] = {
    "text": read_webarena,
    "url": read_webarena,
    "page": read_webarena,
    "response": read_webarena_verified,
    "finish": read_real,
}


def with_words(cases: Iterable[Case]) -> list[Case]:
    """The cases as the originals want them: the agent's words as text, REAL's state in the shape of its own page."""
    return [{**case, **_WORDS[case["kind"]](case)} if case["kind"] in _WORDS else case for case in cases]


def _said(case: Case) -> Case:
    answer = case["answer"]
    words = answer if isinstance(answer, str) else json.dumps(answer)
    return {"said": f"```json\n{words}\n```" if case["fenced"] else words}


_WORDS: dict[str, Callable[[Case], Case]] = {
    "response": _said,
    "finish": lambda case: {"shown": finish_of(case["diff"], ("events",))},
}


def verdicts(cases: Iterable[Case], which: Which) -> dict[str, str]:
    """``pass``, ``fail`` or ``indeterminate`` for each case, by its id; ``which`` as for an environment."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "1.json"
        return {case["id"]: _verdict(case, file, which) for case in cases}


def _verdict(case: Case, file: Path, which: Which) -> str:
    file.write_text(json.dumps(case["task"]), encoding="utf-8")
    (task,) = READERS[case["kind"]](file).tasks
    return str(judge_task(task, _evidence(case, task), which).verdict.outcome)


def _evidence(case: Case, task: Task) -> Evidence:
    shared: dict[str, Any] = {"finished": True, "hosts": {"forum": HOST}, "url": case.get("url", HOST)}
    if case["kind"] == "page":
        pages = {probe(check).key: _page(case) for check in task.checks if isinstance(check, PageCheck)}
        return Evidence(answer="", pages=pages, **shared)
    if case["kind"] == "finish":
        return Evidence(answer="", diff={"calendar": case["diff"]}, collections={"calendar": ("events",)}, **shared)
    return Evidence(answer=case.get("said", case["answer"]), **shared)


def _page(case: Case) -> PageAnswer:
    value = case["value"]
    if value == {"throws": True}:
        return PageAnswer(url=HOST, status=200, thrown="nothing is there")
    return PageAnswer(url=HOST, status=200, value=value)
