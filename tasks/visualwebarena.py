"""Reader of VisualWebArena's task files. Field names and rules are facts of that benchmark's source."""

from __future__ import annotations

from pathlib import Path

from .errors import Flaw
from .foreign import Addresses, Content, Imported, Notes, build, read_tasks, reading, sites_of
from .image_queries import image_checks
from .model import Json
from .task import Task
from .webarena import fuzzy_check, impossible_check, page_check, task_content

BENCHMARK = "visualwebarena"
_TEXT_KEYS = {"exact_match": "exact", "must_include": "must_include", "must_exclude": "must_exclude"}
_EVAL_TYPES = {"string_match", "url_match", "program_html", "page_image_query"}
_PROVENANCE = ("viewport_size", "reasoning_difficulty", "visual_difficulty", "overall_difficulty", "comments")


def read_visualwebarena(path: Path | str, addresses: Addresses | None = None) -> Imported:
    """Every task of a file or folder. Raises ``TaskFileError``."""
    places, folder = addresses or Addresses(), Path(path) if Path(path).is_dir() else Path(path).parent
    return read_tasks(path, BENCHMARK, lambda record, file, notes: _task(record, file, places, folder, notes))


def _task(record: Content, file: str, addresses: Addresses, folder: Path, notes: Notes) -> Task:
    with reading(record, file):
        content = task_content(record, BENCHMARK, addresses)
        pictures = record.get("image") or []
        pictures = [pictures] if isinstance(pictures, str) else pictures
        content["pictures"] = [addresses.text(picture) for picture in pictures] or None
        content["provenance"] |= {key: record[key] for key in _PROVENANCE if record.get(key)}
        if record.get("viewport_size"):
            notes.add("viewport_size", content["task_id"])
        content["checks"] = _checks(record, content["task_id"], addresses, folder, notes)
        content["possible"] = (record["eval"].get("reference_answers") or {}).get("fuzzy_match") != "N/A"
    content["sites"] = sites_of(content)
    return build(content, file)


def _checks(record: Content, task_id: str, addresses: Addresses, folder: Path, notes: Notes) -> list[Content]:
    evaluation = record["eval"]
    checks: list[Content] = []
    for kind in evaluation["eval_types"]:
        if kind not in _EVAL_TYPES:
            raise Flaw("eval", f"unknown eval type {kind!r}", f"; there are {', '.join(sorted(_EVAL_TYPES))}")
    if "string_match" in evaluation["eval_types"]:
        for key, value in evaluation["reference_answers"].items():
            checks += _text_checks(key, value, record, task_id, addresses, notes)
    if "url_match" in evaluation["eval_types"]:
        checks += _url_checks(evaluation, addresses)
    if "program_html" in evaluation["eval_types"]:
        more = {"benchmark": BENCHMARK}
        checks += [page_check(target, addresses, notes, task_id, **more) for target in evaluation["program_html"]]
    if "page_image_query" in evaluation["eval_types"]:
        for query in evaluation["page_image_query"]:
            checks += image_checks(query, addresses, folder, notes, task_id)
    return checks


def _text_checks(
    key: str, value: Json, record: Content, task_id: str, addresses: Addresses, notes: Notes
) -> list[Content]:
    texts = [addresses.text(str(text)) for text in (value if isinstance(value, list) else [value])]
    if key == "must_include":
        return _twice({"judge": "text", "must_include": [text.split(" |OR| ") for text in texts]})
    if key in _TEXT_KEYS:
        return _twice({"judge": "text", _TEXT_KEYS[key]: texts})
    if key == "one_of":
        ours = {"judge": "text", "must_include": [texts]}
        theirs = notes.unsupported("one_of by its own rules", {key: texts}, task_id, **_THEIRS)
        return [theirs, ours]
    if key == "fuzzy_match" and value == "N/A":
        return [impossible_check(record, addresses, **_THEIRS)]
    if key == "fuzzy_match":
        return [fuzzy_check(record, texts, addresses)]
    return [notes.unsupported(f"reference_answers {key}", {key: value}, task_id, original=True)]


def _url_checks(evaluation: Content, addresses: Addresses) -> list[Content]:
    rules = {"EXACT": "exact", "GOLD in PRED": "prefix"}
    note = evaluation.get("url_note", "EXACT")
    if note not in rules:
        raise Flaw("eval.url_note", f"unknown rule {note!r}", f"; there are {', '.join(rules)}")
    urls = [addresses.address(url) for url in evaluation["reference_url"].split(" |OR| ")]
    return _twice({"judge": "url", "any_of": urls, "match": rules[note]})


_THEIRS: Content = {"original": True, "superseded": True, "benchmark": BENCHMARK}


def _twice(check: Content) -> list[Content]:
    """As it was, and as we judge it."""
    return [{**check, **_THEIRS}, check]
