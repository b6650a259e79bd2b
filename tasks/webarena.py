"""Reader of WebArena's task files (``test.raw.json``, or one ``ID.json`` each). Field names and rules are facts of
that benchmark's source.

Every check comes twice where our own rules are better: as it was (``original`` and ``superseded``, judged with
``checks="original"``) and as we judge it.
"""

from __future__ import annotations

import re
from pathlib import Path

from .errors import Flaw
from .foreign import Addresses, Content, Imported, Notes, build, read_tasks, reading, sites_of
from .helpers import helper_item
from .model import Json
from .task import Task

# The user of each site in WebArena's images, by the part of the storage state's file name.
USERS = {
    "reddit": ("forum", "MarvelsGrantMan136"),
    "gitlab": ("git", "byteblaze"),
    "shopping": ("shop", "emma.lopez@gmail.com"),
    "shopping_admin": ("shop-admin", "admin"),
    "classifieds": ("classifieds", "blake.sullivan@gmail.com"),
}
_ROLE = re.compile(r"func:gitlab_get_project_memeber_role\(__page__, '([\w.-]+)'\)")
_ROLE_LOCATOR = (
    "document.querySelectorAll('td.col-max-role span')[[...document.querySelectorAll("
    "\"td[data-label='Account'] span.gl-avatar-labeled-sublabel\")]"
    ".findIndex(e => e.outerText === '@{name}')].outerText"
)
_POST = "func:reddit_get_post_url('__last_url__')"
_KNOWN = {
    "sites",
    "task_id",
    "require_login",
    "storage_state",
    "start_url",
    "geolocation",
    "intent_template",
    "instantiation_dict",
    "intent",
    "require_reset",
    "eval",
    "intent_template_id",
    "string_note",
}
_EVAL_TYPES = {"string_match", "url_match", "program_html"}
_ANSWERS = {"exact_match", "must_include", "fuzzy_match"}


def read_webarena(path: Path | str, addresses: Addresses | None = None) -> Imported:
    """Every task of a file or folder. Raises ``TaskFileError``."""
    places = addresses or Addresses()
    return read_tasks(path, "webarena", lambda record, file, notes: _task(record, file, places, notes))


def task_content(record: Content, benchmark: str, addresses: Addresses) -> Content:
    """All of a record but its checks. Raises ``Flaw`` and ``KeyError``."""
    geolocation = record.get("geolocation")
    return {
        "task_id": f"{benchmark}.{record['task_id']}",
        "family": f"{benchmark}.template-{record.get('intent_template_id', record['task_id'])}",
        "params": record.get("instantiation_dict") or {},
        "intent": addresses.text(record["intent"]),
        "start": [addresses.address(url) for url in record["start_url"].split(" |AND| ")],
        "login": logins(record.get("storage_state")),
        "geolocation": None if geolocation is None else _geolocation(geolocation),
        "provenance": {
            "benchmark": benchmark,
            "task_id": record["task_id"],
            **{key: record[key] for key in ("intent_template", "require_login", "require_reset") if key in record},
        },
    }


def logins(storage_state: str | None) -> dict[str, str]:
    """The user of each site that a storage state's file name names. Raises ``Flaw`` for an unknown site."""
    if not storage_state:
        return {}
    names = storage_state.rpartition("/")[2].removesuffix("_state.json").split(".")
    for name in names:
        if name not in USERS:
            raise Flaw("storage_state", f"unknown site {name!r}")
    return dict(USERS[name] for name in names)


def page_check(target: Content, addresses: Addresses, notes: Notes, task_id: str, **more: Json) -> Content:
    """One entry of ``program_html``."""
    more["original"] = True
    url, locator, contents = target["url"], target["locator"], target["required_contents"]
    role = _ROLE.fullmatch(locator)
    if url == _POST:
        url = "post-of-last"
    elif url.startswith("func:"):
        return notes.unsupported(helper_item("url", url), target, task_id, **more)
    elif url != "last":
        url = addresses.address(url)
    if role:
        locator = _ROLE_LOCATOR.replace("{name}", role[1])
    elif locator.startswith(("func:", "lambda:")):
        return notes.unsupported(helper_item("locator", locator), target, task_id, **more)
    check = {"judge": "page", "url": url, "locator": locator.strip(), **more}
    if target.get("prep_actions"):
        check["prepare"] = [step.strip().removesuffix(";") for step in target["prep_actions"]]
    if "exact_match" in contents:
        return {**check, "exact_match": addresses.text(contents["exact_match"])}
    if "must_include" not in contents:
        return notes.unsupported(f"required_contents {', '.join(contents) or 'empty'}", target, task_id, **more)
    items = [[addresses.text(text) for text in item.split(" |OR| ")] for item in contents["must_include"]]
    return {**check, "must_include": items}


def fuzzy_check(record: Content, references: list[str], addresses: Addresses) -> Content:
    """Whether a model finds every reference in the answer."""
    question = addresses.text(record["intent"])
    return {"judge": "model", "rubric": "answer", "question": question, "reference": references, "original": True}


def impossible_check(record: Content, addresses: Addresses, **more: Json) -> Content:
    """How they judge a task that cannot be done: "N/A", or a reason that a model finds the same as the noted one.

    Ours is that the agent reports it, see ``Task.possible``.
    """
    said = {"judge": "text", "exact": ["N/A"], **more}
    note = addresses.text(record["eval"].get("string_note") or "")
    if not note.strip():
        return said
    question = addresses.text(record["intent"])
    reason = {"judge": "model", "rubric": "reason", "question": question, "reference": [note], **more}
    return {"judge": "group", "rule": "any_of", "checks": [said, reason], **more}


def _task(record: Content, file: str, addresses: Addresses, notes: Notes) -> Task:
    for key in record.keys() - _KNOWN:
        notes.add(f"field {key}", f"webarena.{record.get('task_id')}")
    with reading(record, file):
        content = task_content(record, "webarena", addresses)
        content["checks"], content["possible"] = _checks(record, content["task_id"], addresses, notes)
    content["sites"] = sites_of(content)
    return build(content, file)


def _checks(record: Content, task_id: str, addresses: Addresses, notes: Notes) -> tuple[list[Content], bool]:
    evaluation = record["eval"]
    checks: list[Content] = []
    possible = True
    for kind in evaluation["eval_types"]:
        if kind not in _EVAL_TYPES:
            raise Flaw("eval", f"unknown eval type {kind!r}", f"; there are {', '.join(sorted(_EVAL_TYPES))}")
    if "string_match" in evaluation["eval_types"]:
        answers = evaluation["reference_answers"]
        possible = answers.get("fuzzy_match") != "N/A"
        checks += _text_checks(answers, record, task_id, addresses, notes)
    if "url_match" in evaluation["eval_types"]:
        checks += _url_checks(evaluation, addresses)
    if "program_html" in evaluation["eval_types"]:
        checks += [page_check(target, addresses, notes, task_id) for target in evaluation["program_html"]]
    return checks, possible


def _text_checks(answers: Content, record: Content, task_id: str, addresses: Addresses, notes: Notes) -> list[Content]:
    unknown = {key: value for key, value in answers.items() if key not in _ANSWERS}
    checks = [
        notes.unsupported(f"reference_answers {key}", {key: value}, task_id, original=True)
        for key, value in unknown.items()
    ]
    asked = {key: answers[key] for key in ("exact_match", "must_include") if key in answers}
    for key, value in asked.items():
        texts = [addresses.text(text) for text in (value if isinstance(value, list) else [value])]
        if key == "exact_match":
            checks += _twice({"judge": "text", "exact": texts})
        else:  # alternatives are written there, and their own evaluator takes the marks for a part of the text
            ours = [text.split(" |OR| ") for text in texts]
            checks += [_theirs({"judge": "text", key: texts}), {"judge": "text", key: ours}]
    fuzzy = answers.get("fuzzy_match")
    if fuzzy == "N/A":
        checks.append(impossible_check(record, addresses, original=True, superseded=True))
    elif fuzzy is not None:
        references = [fuzzy] if isinstance(fuzzy, str) else fuzzy
        checks.append(fuzzy_check(record, [addresses.text(text) for text in references], addresses))
    return checks


def _url_checks(evaluation: Content, addresses: Addresses) -> list[Content]:
    note = evaluation.get("url_note", "GOLD in PRED")
    if note != "GOLD in PRED":
        raise Flaw("eval.url_note", f"unknown rule {note!r}", "; there is 'GOLD in PRED'")
    urls = [addresses.address(url) for url in evaluation["reference_url"].split(" |OR| ")]
    return _twice({"judge": "url", "any_of": urls, "match": "prefix"})


def _twice(check: Content) -> list[Content]:
    """As it was, and as we judge it."""
    return [_theirs(check), check]


def _theirs(check: Content) -> Content:
    return {**check, "original": True, "superseded": True}


def _geolocation(value: Content) -> Content:
    accuracy = value.get("accuracy")
    found = {"latitude": float(value["latitude"]), "longitude": float(value["longitude"])}
    return found if accuracy is None else {**found, "accuracy_m": float(accuracy)}
