"""The readers of other benchmarks' files: on records of our own, and on the public files where they are at hand."""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from browserenv.judges.evidence import Evidence
from browserenv.judges.judgement import judge_task, task_needs
from browserenv.judges.verdict import Outcome
from browserenv.tasks.checks import PageCheck, TextCheck, UrlCheck
from browserenv.tasks.errors import Flaw, TaskFileError
from browserenv.tasks.foreign import Addresses, Imported, Place
from browserenv.tasks.foreign_checks import FinishCheck, UnsupportedCheck
from browserenv.tasks.images import ImageCheck
from browserenv.tasks.real import read_real
from browserenv.tasks.task import Task
from browserenv.tasks.visualwebarena import read_visualwebarena
from browserenv.tasks.webarena import read_webarena
from browserenv.tasks.webarena_verified import read_webarena_verified

Record = dict[str, Any]
DATA = Path(os.environ.get("BROWSERENV_REFERENCE_DATA", Path(__file__).parents[3] / "shared" / "data"))
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no folder {DATA}; set BROWSERENV_REFERENCE_DATA")


def webarena(eval_types: list[str], **evaluation: Any) -> Record:
    """A record of our own in WebArena's form."""
    return {
        "sites": ["reddit"],
        "task_id": 9001,
        "require_login": True,
        "storage_state": "./.auth/gitlab.reddit_state.json",
        "start_url": "__REDDIT__ |AND| __GITLAB__/ann/tools",
        "geolocation": None,
        "intent_template": "Link {{what}}",
        "instantiation_dict": {"what": "tools"},
        "intent": "Link __GITLAB__/ann/tools in a post",
        "require_reset": False,
        "eval": {"eval_types": eval_types, "reference_answers": None, "reference_url": "", **evaluation},
        "intent_template_id": 17,
    }


def read(record: Record | list[Record], tmp_path: Path, reader: Any = read_webarena, **options: Any) -> Imported:
    file = tmp_path / "9001.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    found: Imported = reader(file, **options)
    return found


def the_task(record: Record, tmp_path: Path, reader: Any = read_webarena) -> Task:
    return read(record, tmp_path, reader).tasks[0]


def test_all_that_a_record_carries_is_kept(tmp_path: Path) -> None:
    record = webarena(["url_match"], reference_url="__REDDIT__/f/tools |OR| __REDDIT__/f/Tools")
    record["geolocation"] = {"latitude": 40.5, "longitude": -80, "accuracy": 10}
    task = the_task(record, tmp_path)
    assert (task.task_id, task.gym_id) == ("webarena.9001", "browserenv/webarena.9001")
    assert task.start == ("forum:/", "git:/ann/tools")
    assert task.login == {"git": "byteblaze", "forum": "MarvelsGrantMan136"}
    assert task.intent == "Link http://git.localhost/ann/tools in a post"
    assert task.sites == ("forum", "git")
    assert task.geolocation is not None
    assert (task.geolocation.latitude, task.geolocation.accuracy_m) == (40.5, 10)
    assert task.changes is None
    ours = task.checks_for("all")
    assert [type(check) for check in ours] == [UrlCheck]
    assert task.checks_for("original") != ours


def test_texts_are_judged_twice_and_theirs_only_when_asked_for(tmp_path: Path) -> None:
    task = the_task(webarena(["string_match"], reference_answers={"must_include": ["0"]}), tmp_path)
    evidence = Evidence(answer="$0.00", finished=True)
    assert judge_task(task, evidence).verdict.outcome is Outcome.PASS
    assert judge_task(task, evidence, "original").verdict.outcome is Outcome.FAIL


def test_an_impossible_task_wants_a_report_and_theirs_wants_n_a(tmp_path: Path) -> None:
    found = read(webarena(["string_match"], reference_answers={"fuzzy_match": "N/A"}, string_note="gone"), tmp_path)
    task = found.tasks[0]
    assert not task.possible
    assert found.unsupported == ()
    reported, said = Evidence(infeasible="it is gone"), Evidence(answer="N/A")
    assert judge_task(task, reported).verdict.outcome is Outcome.PASS
    assert judge_task(task, said).verdict.outcome is Outcome.FAIL
    assert judge_task(task, reported, "original").verdict.outcome is Outcome.PASS
    assert judge_task(task, said, "original").verdict.outcome is Outcome.PASS


def test_pages_and_their_helpers(tmp_path: Path) -> None:
    def entry(url: str, locator: str, **more: Any) -> Record:
        return {"url": url, "locator": locator, "required_contents": {"must_include": ["a |OR| b", "c"]}, **more}

    entries = [
        entry("__SHOPPING_ADMIN__/../tank.html", "document.title"),
        entry("func:reddit_get_post_url('__last_url__')", ""),
        entry("__GITLAB__/ann/tools", "func:gitlab_get_project_memeber_role(__page__, 'bob')"),
        entry("func:shopping_get_latest_order_url()", "document.title"),
        entry("last", "document.title", prep_actions=["document.body.click();"]),
    ]
    found = read(webarena(["program_html"], program_html=entries), tmp_path)
    tank, post, role, order, prepared = found.tasks[0].checks
    assert isinstance(tank, PageCheck)
    assert (tank.url, tank.must_include, tank.original) == ("shop:/tank.html", (("a", "b"), ("c",)), True)
    assert isinstance(post, PageCheck)
    assert post.url == "post-of-last"
    assert isinstance(role, PageCheck)
    assert "'@bob'" in role.locator
    assert isinstance(order, UnsupportedCheck)
    assert isinstance(prepared, PageCheck)
    assert prepared.prepare == ("document.body.click()",)
    assert {item.item: item.n for item in found.unsupported} == {
        "url shopping_get_latest_order_url: needs the shop": 1,
    }


def test_what_is_not_supported_is_never_a_pass(tmp_path: Path) -> None:
    entry = {"url": "func:shopping_get_latest_order_url()", "locator": "", "required_contents": {"must_include": ["a"]}}
    task = the_task(webarena(["program_html"], program_html=[entry]), tmp_path)
    for which in ("all", "original"):
        assert judge_task(task, Evidence(answer="done"), which).verdict.outcome is Outcome.INDETERMINATE


def test_a_fuzzy_answer_is_a_question_to_a_model(tmp_path: Path) -> None:
    task = the_task(webarena(["string_match"], reference_answers={"fuzzy_match": ["It is open"]}), tmp_path)
    assert [check.judge for check in task.checks] == ["model"]
    assert judge_task(task, Evidence(answer="nobody closed it")).verdict.outcome is Outcome.INDETERMINATE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start_url": "http://elsewhere/"}, "address 'http://elsewhere/' begins with no known place"),
        ({"storage_state": "./.auth/bank_state.json"}, "unknown site 'bank'"),
        ({"eval": {"eval_types": ["page_smell"]}}, "unknown eval type 'page_smell'"),
        ({"eval": {"eval_types": []}}, "no checks"),
    ],
)
def test_what_would_be_lost_is_an_error(change: Record, message: str, tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match=r"9001\.json") as caught:
        read(webarena(["url_match"], reference_url="__REDDIT__/f/a") | change, tmp_path)
    assert message in str(caught.value)


def test_broken_files_are_errors(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    for path in (tmp_path / "broken.json", tmp_path / "none.json"):
        with pytest.raises(TaskFileError, match="cannot read"):
            read_webarena(path)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(TaskFileError, match="no task files"):
        read_webarena(empty)


@pytest.mark.parametrize(
    "change",
    [
        {"eval": None},
        {"eval": {"eval_types": ["string_match"], "reference_answers": None}},
        {"eval": {"eval_types": ["url_match"], "reference_url": None}},
        {"eval": {"eval_types": ["string_match"], "reference_answers": {"must_include": [3]}}},
        {"start_url": ["__REDDIT__"]},
        {"geolocation": "here"},
    ],
)
def test_values_of_another_kind_are_one_line(change: Record, tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match=r"^task 9001 in 9001\.json is not in the benchmark's form: .*; mend it"):
        read(webarena(["url_match"], reference_url="__REDDIT__/f/a") | change, tmp_path)


@pytest.mark.parametrize(
    ("reader", "record"),
    [
        (read_real, {"id": "gocalendar-1", "goal": "g", "website": {"id": "gocalendar"}, "evals": [3]}),
        (read_webarena_verified, {"task_id": 1, "sites": None, "start_urls": [], "intent": "", "eval": []}),
    ],
)
def test_so_are_those_of_the_other_readers(reader: Any, record: Record, tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match="is not in the benchmark's form"):
        read(record, tmp_path, reader)


def test_an_answer_of_an_unknown_kind_stays_a_check(tmp_path: Path) -> None:
    answers = {"must_include": ["Ann"], "must_inlcude": ["Bob"]}
    task = the_task(webarena(["string_match"], reference_answers=answers), tmp_path)
    verdict = judge_task(task, Evidence(answer="Ann", finished=True)).verdict
    assert verdict.outcome is Outcome.INDETERMINATE
    assert "must_inlcude" in verdict.reason


@pytest.mark.parametrize("task_id", ["../../outside", "a/b", ".hidden", ""])
def test_an_id_that_would_be_stored_elsewhere_is_refused(task_id: str, tmp_path: Path) -> None:
    record = webarena(["url_match"], reference_url="__REDDIT__/f/a") | {"task_id": task_id}
    with pytest.raises(TaskFileError, match="names no file"):
        read(record, tmp_path)


def test_a_task_that_is_there_twice_counts_once_or_is_an_error(tmp_path: Path) -> None:
    record = webarena(["url_match"], reference_url="__REDDIT__/f/a")
    assert len(read([record, record], tmp_path).tasks) == 1
    with pytest.raises(TaskFileError, match=r"task 9001 is in .* and, with other content, in"):
        read([record, record | {"intent": "Another"}], tmp_path)


def test_alternatives_in_an_answer_are_alternatives_to_us(tmp_path: Path) -> None:
    task = the_task(webarena(["string_match"], reference_answers={"must_include": ["80 |OR| 4"]}), tmp_path)
    for answer, outcome in (("80", Outcome.PASS), ("4 stars", Outcome.PASS), ("5", Outcome.FAIL)):
        assert judge_task(task, Evidence(answer=answer, finished=True)).verdict.outcome is outcome
    theirs = judge_task(task, Evidence(answer="80", finished=True), "original")
    assert theirs.verdict.outcome is Outcome.FAIL


def test_the_users_own_addresses() -> None:
    addresses = Addresses({"http://localhost:9999": Place("forum"), "http://localhost:99": Place("wiki", "/w")})
    assert addresses.address("http://localhost:9999/f/a?x=1") == "forum:/f/a?x=1"
    assert addresses.address("http://localhost:99/A") == "wiki:/w/A"
    assert addresses.address("__SHOPPING_ADMIN__") == "shop-admin:/admin"
    assert Addresses(origins={"forum": "http://host:1"}).text("see __REDDIT__/f/a") == "see http://host:1/f/a"
    for other in ("http://other/", "http://localhost:999/A", "http://localhost:99.example/A"):
        with pytest.raises(Flaw, match="no known place"):
            addresses.address(other)
    assert addresses.text("not http://localhost:999/A") == "not http://localhost:999/A"


def test_visual_records(tmp_path: Path) -> None:
    evaluation = {
        "reference_answers": {
            "must_include": ["red |OR| blue"],
            "must_exclude": ["green"],
            "required_values": ["<= 7"],
        },
        "reference_url": "__REDDIT__/f/a",
        "page_image_query": [
            {
                "eval_image_url": "__REDDIT__/f/birds",
                "eval_image_class": ".thumb",
                "eval_vqa": [
                    {"question": "Is it a heron?", "answer": "No"},
                    {"question": "What bird?", "answer": "owl"},
                ],
                "eval_fuzzy_image_match": "owl.png",
                "ssim_threshold": 0.7,
            },
            {"eval_image_url": "last", "eval_image_class": "", "eval_fuzzy_image_match": "lost.png"},
        ],
    }
    record = webarena(["string_match", "url_match", "page_image_query"], **evaluation)
    record |= {"image": ["__REDDIT__/a.png"], "viewport_size": {"width": 1280}, "visual_difficulty": "easy"}
    Image.new("RGB", (8, 8), "brown").save(tmp_path / "owl.png")
    found = read(record, tmp_path, read_visualwebarena)
    task = found.tasks[0]
    assert task.task_id == "visualwebarena.9001"
    assert task.pictures == ("http://forum.localhost/a.png",)
    assert task.provenance["visual_difficulty"] == "easy"
    kinds = [check.judge for check in task.checks_for("all")]
    assert kinds == ["text", "text", "unsupported", "url", "image", "image", "image", "unsupported"]
    assert [item.item for item in found.unsupported] == [
        "page_image_query with a picture that is not at hand",
        "reference_answers required_values",
        "viewport_size",
    ]
    (url,) = (check for check in task.checks_for("original") if isinstance(check, UrlCheck))
    assert url.match == "exact"
    heron, owl, like = (check for check in task.checks if isinstance(check, ImageCheck))
    assert (heron.url, heron.question, heron.expected) == ("forum:/f/birds", "Is it a heron?", "no")
    assert (owl.question, owl.expected) == ("Is 'owl' a right answer to the question 'What bird?'", "yes")
    assert like.like[0].startswith("data:image/png;base64,")
    assert like.min_similarity == 0.7


def test_verified_records(tmp_path: Path) -> None:
    def response(data: Any, items: Record, **more: Any) -> Record:
        expected = {"task_type": "retrieve", "status": "SUCCESS", "retrieved_data": data}
        schema = {"type": "array", "items": items}
        return {"evaluator": "AgentResponseEvaluator", "results_schema": schema, "expected": expected, **more}

    record = {
        "sites": ["shopping", "map"],
        "task_id": 9001,
        "intent_template_id": 3,
        "start_urls": ["__SHOPPING__"],
        "intent": "How much?",
        "intent_template": "How much?",
        "instantiation_dict": {},
        "revision": 2,
        "eval": [
            response([25], {"type": "string", "format": "currency"}),
            response([["Ann", "Anna"], "Bob"], {"type": "string"}, ordered=True),
            response(["1h 30min"], {"type": "string", "format": "duration"}),
            response(
                [{"name": "Ann", "far": "1.4 km"}], {"type": "object", "properties": {"far": {"format": "distance"}}}
            ),
            response(["x"], {"type": "string", "format": "full_address"}),
            {"evaluator": "NetworkEventEvaluator", "expected": {"url": "__SHOPPING__/cart"}},
        ],
    }
    found = read(record, tmp_path, read_webarena_verified)
    task = found.tasks[0]
    assert task.login == {"shop": "emma.lopez@gmail.com"}
    kinds = [check.judge for check in task.checks]
    assert kinds == ["text", "text", "text", "text", "unsupported", "unsupported"]
    assert [item.item for item in found.unsupported] == ["NetworkEventEvaluator", "data of format full_address"]
    answers = [["$25.05"], ["anna", "BOB"], ["95 minutes"], [{"name": "ann", "far": "1400 m"}]]
    for check, data in zip(task.checks, answers, strict=False):
        said = json.dumps({"task_type": "RETRIEVE", "status": "SUCCESS", "retrieved_data": data})
        one = task.model_copy(update={"checks": (check,)})
        assert judge_task(one, Evidence(answer=said)).verdict.outcome is Outcome.PASS
        wrong = said.replace("SUCCESS", "NOT_FOUND_ERROR")
        assert judge_task(one, Evidence(answer=wrong)).verdict.outcome is Outcome.FAIL


def test_real_records(tmp_path: Path) -> None:
    record = {
        "id": "gocalendar-99",
        "goal": "Add a dinner",
        "website": {"id": "gocalendar", "url": "https://calendar.test"},
        "possible": True,
        "points": 1,
        "config": {},
        "evals": [
            {"type": "jmespath", "query": 'eventsDiff.added."7".title', "expected_value": "Dinner"},
            {"type": "llm_boolean", "rubric": "Is it a dinner?", "expected_value": True},
            {"type": "script", "script": "x.py"},
        ],
    }
    found = read(record, tmp_path, read_real)
    task = found.tasks[0]
    assert (task.task_id, task.sites, task.start) == ("real.gocalendar-99", ("calendar",), ("calendar:/",))
    assert isinstance(task.checks[0], FinishCheck)
    assert task.checks[0].names == {"tasks": "myTasks"}
    assert isinstance(task.checks[2], UnsupportedCheck)
    assert task.setup == {"calendar": {"options": [{"id": "data", "value": "july-2024"}]}}
    assert task.start_time == datetime(2024, 7, 18, 19, tzinfo=UTC)
    assert {item.item for item in found.unsupported} == {"criterion script"}


@needs_data
def test_all_of_webarena_is_read() -> None:
    found = read_webarena(DATA / "webarena" / "test.raw.json")
    assert len(found.tasks) == 812
    assert found.n_checks == {"model": 82, "page": 631, "text": 221, "unsupported": 20, "url": 205}
    unsupported = {item.item: item.n for item in found.unsupported}
    assert unsupported == {
        "locator shopping_get_sku_latest_review_author: needs the shop": 5,
        "locator shopping_get_sku_latest_review_rating: needs the shop": 5,
        "url shopping_get_latest_order_url: needs the shop": 10,
    }
    assert sum(not task.possible for task in found.tasks) == 36
    assert sum(len(task.start) > 1 for task in found.tasks) == 5
    assert Counter(site for task in found.tasks for site in task.login) == {
        "forum": 129,
        "git": 204,
        "shop": 187,
        "shop-admin": 182,
    }
    n_original = Counter(check.judge for task in found.tasks for check in task.checks_for("original"))
    assert (n_original["text"], n_original["url"], n_original["page"]) == (221, 205, 631)
    assert (n_original["model"], n_original["group"], n_original["unsupported"]) == (82, 36, 20)
    assert not [task.task_id for task in found.tasks if "__REDDIT__" in task.intent or "__SHOPPING" in task.intent]
    for task in found.tasks:
        assert task.checks_for("original"), task.task_id
        assert (
            task_needs(task).inputs or any(check.judge == "unsupported" for check in task.checks) or not task.possible
        )


@needs_data
def test_all_of_real_is_read() -> None:
    found = read_real(DATA / "real_v1")
    assert len(found.tasks) == 112
    assert found.n_checks == {"finish": 233, "model": 64}
    unsupported = {item.item: item.n for item in found.unsupported if item.item.startswith("site ")}
    assert sum(unsupported.values()) == 84
    assert len(unsupported) == 8
    assert {task.sites[0] for task in found.tasks} >= {"calendar", "mail", "store"}


@needs_data
def test_task_580_is_asked_and_judged_as_ours() -> None:
    from browserenv.tasks.catalog import Catalog  # noqa: PLC0415 - beside the test that needs it

    found = read_webarena(DATA / "webarena" / "test.raw.json")
    theirs, ours = next(task for task in found.tasks if task.task_id == "webarena.580"), Catalog().task("580")
    assert (theirs.intent, theirs.start, theirs.login) == (ours.intent, ours.start, ours.login)
    assert theirs.checks == ours.checks_for("original")


def test_a_text_check_of_theirs_is_kept_as_it_was(tmp_path: Path) -> None:
    task = the_task(webarena(["string_match"], reference_answers={"exact_match": "Ann"}), tmp_path)
    theirs = task.checks_for("original")[0]
    assert isinstance(theirs, TextCheck)
    assert (theirs.exact, theirs.superseded) == (("Ann",), True)
