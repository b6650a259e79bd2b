"""The originals' side: their evaluators on our cases, run by the Python of an environment that has their packages.

Reads cases as JSON on standard input, writes ``{id: true, false or "error"}``, and the packages' versions. Nothing of
browserenv is imported. Modules that their evaluators import but do not call here (browsers, model clients) are replaced
by empty ones, so that the packages install without what they depend on.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
import tempfile
import types
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

HOST = "http://forum.localhost"
SITES = ("REDDIT", "SHOPPING", "SHOPPING_ADMIN", "GITLAB", "WIKIPEDIA", "MAP", "HOMEPAGE")
PACKAGES = ("libwebarena", "webarena-verified", "agisdk")


class Refused(Exception):
    """What a page throws where a locator finds nothing."""


def module(name: str, **content: Any) -> types.ModuleType:
    """A module put in place of the one of that name."""
    made = types.ModuleType(name)
    made.__dict__.update(content)
    sys.modules[name] = made
    return made


def folder_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None, f"{package} is not installed here"
    assert spec.submodule_search_locations is not None
    return Path(next(iter(spec.submodule_search_locations)))


def package(name: str, folder: Path) -> None:
    """A package whose modules can be imported without its own beginning being run."""
    module(name).__path__ = [str(folder)]


def webarena() -> Callable[[dict[str, Any]], bool]:
    """WebArena's evaluators. Its tokenizer's data cannot be had everywhere: NLTK's word tokenizer, which needs none and
    is what ``word_tokenize`` uses on each sentence, stands in."""
    for site in SITES:
        os.environ[site] = HOST if site == "REDDIT" else f"http://{site.lower()}.localhost"
    page_type = type("Page", (), {})
    module("playwright")
    module("playwright.sync_api", Page=page_type, CDPSession=type("CDPSession", (), {}))
    top = folder_of("webarena")
    for name in ("webarena", "webarena.browser_env", "webarena.evaluation_harness"):
        package(name, top.joinpath(*name.split(".")[1:]))
    module("webarena.browser_env.actions", Action=dict)
    module("webarena.browser_env.utils", StateInfo=dict)
    for name in ("webarena.llms", "webarena.llms.providers"):
        package(name, top)
    module("webarena.llms.providers.openai_utils", generate_from_openai_chat_completion=None)
    evaluators: Any = importlib.import_module("webarena.evaluation_harness.evaluators")
    evaluators.word_tokenize = importlib.import_module("nltk.tokenize").NLTKWordTokenizer().tokenize
    evaluators.time = types.SimpleNamespace(sleep=lambda seconds: None)

    def judged(case: dict[str, Any]) -> bool:
        page = _page(page_type, case)
        text = json.dumps(case["task"]).replace("__REDDIT__", HOST)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(text)
            file.flush()
            trajectory = [{}, {"answer": case["answer"]}]
            comb = evaluators.evaluator_router(file.name)
            return all(each(trajectory, file.name, page, None) == 1.0 for each in comb.evaluators)

    return judged


def _page(page_type: type, case: dict[str, Any]) -> Any:
    """A page that shows what the case says."""

    class Shown(page_type):  # type: ignore[misc]
        url = case.get("url", HOST)

        @property
        def context(self) -> Any:
            return types.SimpleNamespace(new_page=lambda: self)

        def goto(self, url: str) -> None:
            pass

        def close(self) -> None:
            pass

        def content(self) -> str:
            return str(case["value"])

        def evaluate(self, script: str) -> Any:
            if case["value"] == {"throws": True}:
                raise Refused("nothing is there")
            return case["value"]

    return Shown()


def verified() -> Callable[[dict[str, Any]], bool]:
    """WebArena-Verified's evaluator of responses."""
    evaluators = importlib.import_module("webarena_verified.core.evaluation.evaluators")
    kinds = importlib.import_module("webarena_verified.types.task")
    context = importlib.import_module("webarena_verified.types.eval")
    tracing = importlib.import_module("webarena_verified.types.tracing")
    config = importlib.import_module("webarena_verified.types.config")
    sites = {"environments": {"__REDDIT__": {"urls": [HOST]}}}
    settings = config.WebArenaVerifiedConfig.model_validate(sites)
    evaluator = evaluators.AgentResponseEvaluator()

    def judged(case: dict[str, Any]) -> bool:
        task = kinds.WebArenaVerifiedTask.model_validate(case["task"])
        trace = tracing.NetworkTrace(is_playwright=False, src_file=Path("none.har"), events=())
        around = context.TaskEvalContext(
            task=task, agent_response_raw=case["said"], network_trace=trace, config=settings
        )
        found = evaluator.evaluate(context=around, config=task.eval[0])
        if found.status == "error":
            raise Refused(str(found.error_msg))
        return bool(found.score == 1.0)

    return judged


def real() -> Callable[[dict[str, Any]], bool]:
    """REAL's evaluator of queries."""
    top = folder_of("agisdk")
    for name in ("agisdk", "agisdk.REAL", "agisdk.REAL.browsergym", "agisdk.REAL.browsergym.webclones"):
        package(name, top.joinpath(*name.split(".")[1:]))
    module("agisdk.REAL.browsergym.webclones.utils", generate_from_model=None)
    quiet = types.SimpleNamespace(**dict.fromkeys(("info", "print", "success", "error", "warning"), lambda text: None))
    module("agisdk.REAL.logging", logger=quiet)
    evaluate = importlib.import_module("agisdk.REAL.browsergym.webclones.evaluate")

    def judged(case: dict[str, Any]) -> bool:
        criteria = [types.SimpleNamespace(**criterion) for criterion in case["task"]["evals"]]
        config = types.SimpleNamespace(get_evals=lambda: criteria, task=types.SimpleNamespace(points=1.0))
        reward, *_ = evaluate.WebCloneEvaluator(config).evaluate(case["shown"], "")
        return bool(reward == 1.0)

    return judged


JUDGES = {"text": webarena, "url": webarena, "page": webarena, "response": verified, "finish": real}


def main() -> None:
    cases = json.load(sys.stdin)
    made = {make: make() for make in dict.fromkeys(JUDGES[case["kind"]] for case in cases)}
    verdicts: dict[str, bool | str] = {}
    whys: dict[str, str] = {}
    for case in cases:
        try:
            verdicts[case["id"]] = made[JUDGES[case["kind"]]](case)
        except Exception as error:  # noqa: BLE001 - that an evaluator raises is its verdict
            verdicts[case["id"]] = "error"
            whys[case["id"]] = f"{type(error).__name__}: {error}"[:300]
    json.dump(
        {"packages": {name: version(name) for name in PACKAGES}, "verdicts": verdicts, "errors": whys}, sys.stdout
    )


if __name__ == "__main__":
    main()
