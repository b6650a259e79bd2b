"""The cases that both sides judge: tasks of our own making in the originals' forms, with answers, addresses, page texts
and states of many kinds. The same seed gives the same cases; a case's id tells what was done (``text.or.0017``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

Case = dict[str, Any]
Record = dict[str, Any]
Make = Callable[[str, random.Random], str]

SEED = 7
SHARES = {"text": 600, "url": 450, "page": 350, "response": 400, "finish": 200}

NUMBERS = ("0", "1", "2", "5", "7", "12", "24", "170", "2023", "4.5", "36.39", "1,234")
MONEY = ("$0.00", "$25.00", "$1,299.99", "$7.50")
WORDS = ("yes", "no", "pending", "Acme", "heron", "Tuesday", "Sci-Fi", "O'Hara")
PHRASES = (
    "blue heron",
    "Ann Lee",
    "New York City",
    "3.2 km",
    "15 October 2023",
    "ann@birds.example",
    "Coat & Hat",
    "5th",
)
OTHERS = ("grey", "99", "Ben Moss", "8 November", "$31.00")


def _other(rng: random.Random) -> str:
    return rng.choice(OTHERS)


# What may be done to a reference to make an answer of it: the name goes into the case's id.
ANSWERS: dict[str, Make] = {
    "same": lambda text, rng: text,
    "upper": lambda text, rng: text.upper(),
    "spaces": lambda text, rng: f"  {text} \n",
    "period": lambda text, rng: f"{text}.",
    "quoted": lambda text, rng: f'"{text}"',
    "single-quoted": lambda text, rng: f"'{text}'",
    "curly": lambda text, rng: f"\u201c{text}\u201d",
    "bold": lambda text, rng: f"**{text}**",
    "code": lambda text, rng: f"`{text}`",
    "no-break-space": lambda text, rng: text.replace(" ", "\u00a0") if " " in text else f"{text}\u00a0units",
    "sentence": lambda text, rng: f"The answer is {text}",
    "sentence-period": lambda text, rng: f"It is {text}.",
    "two-sentences": lambda text, rng: f"I looked. It is {text}",
    "parentheses": lambda text, rng: f"It is there ({text})",
    "not": lambda text, rng: f"It is not {text}",
    "or": lambda text, rng: f"{text} or {_other(rng)}",
    "list": lambda text, rng: f"{_other(rng)}, {text}, {_other(rng)}",
    "dump": lambda text, rng: ", ".join([*(f"item {n}" for n in range(60)), text]),
    "numbers": lambda text, rng: ", ".join(map(str, range(30))),
    "glued-after": lambda text, rng: f"{text}9",
    "glued-before": lambda text, rng: f"1{text}",
    "inside-word": lambda text, rng: f"x{text}ish",
    "dollars": lambda text, rng: f"${text.removeprefix('$')}",
    "cents": lambda text, rng: f"{text}.00",
    "percent": lambda text, rng: f"{text}%",
    "minus": lambda text, rng: f"-{text}",
    "without-marks": lambda text, rng: text.replace("$", "").replace(",", ""),
    "year": lambda text, rng: "It was in 2024, on page 12",
    "other": lambda text, rng: _other(rng),
    "nothing": lambda text, rng: "",
    "blank": lambda text, rng: " \n ",
    "null": lambda text, rng: "null",
    "n/a": lambda text, rng: "N/A",
}


def cases(seed: int = SEED) -> list[Case]:
    """All cases, in an order that a reader can follow; each kind has a generator of its own."""
    made: list[Case] = []
    for kind, share in SHARES.items():
        rng = random.Random(f"{seed} {kind}")
        made += [_numbered(case, kind, number) for number, case in enumerate(_take(MAKERS[kind](rng), share))]
    return made


def _numbered(case: Case, kind: str, number: int) -> Case:
    return {"id": f"{kind}.{case['how']}.{number:04}", "kind": kind, **case}


def _take(endless: Iterator[Case], n: int) -> Iterator[Case]:
    for _ in range(n):
        yield next(endless)


def _record(eval_types: list[str], **evaluation: Any) -> Record:
    """A task in WebArena's form."""
    return {
        "sites": ["reddit"],
        "task_id": 1,
        "require_login": False,
        "storage_state": None,
        "start_url": "__REDDIT__",
        "geolocation": None,
        "intent_template": "",
        "instantiation_dict": {},
        "intent": "What is it?",
        "require_reset": False,
        "eval": {"eval_types": eval_types, "reference_answers": None, "reference_url": "", **evaluation},
        "intent_template_id": 1,
    }


def _texts(rng: random.Random) -> Iterator[Case]:
    pool = (*NUMBERS, *MONEY, *WORDS, *PHRASES)
    while True:
        for how, make in ANSWERS.items():
            rule = rng.choice(("exact_match", "must_include", "must_include", "several"))
            first = rng.choice(pool)
            if rule == "several":
                second = rng.choice([each for each in pool if each != first])
                wanted: Any = {"must_include": [first, second]}
                answer = f"{make(first, rng)} and {second}" if rng.random() < 0.8 else make(first, rng)
            else:
                wanted = {rule: first if rule == "exact_match" else [first]}
                answer = make(first, rng)
            yield {"how": how, "task": _record(["string_match"], reference_answers=wanted), "answer": answer}


HOST = "http://forum.localhost"
URLS: dict[str, Callable[[str, str, random.Random], str]] = {
    "same": lambda path, query, rng: f"{HOST}{path}{query}",
    "slash": lambda path, query, rng: f"{HOST}{path}/{query}",
    "glued": lambda path, query, rng: f"{HOST}{path}asdf{query}",
    "digit-glued": lambda path, query, rng: f"{HOST}{path}2{query}",
    "below": lambda path, query, rng: f"{HOST}{path}/17{query}",
    "above": lambda path, query, rng: f"{HOST}{path.rpartition('/')[0]}{query}",
    "in-query": lambda path, query, rng: f"{HOST}/x?next={path}",
    "behind": lambda path, query, rng: f"{HOST}/x/forum.localhost{path}{query}",
    "more-query": lambda path, query, rng: f"{HOST}{path}{query}{'&' if query else '?'}page=1",
    "less-query": lambda path, query, rng: f"{HOST}{path}",
    "other-value": lambda path, query, rng: f"{HOST}{path}?sort=other&q=none",
    "reordered": lambda path, query, rng: f"{HOST}{path}?{'&'.join(reversed(query[1:].split('&')))}",
    "encoded": lambda path, query, rng: f"{HOST}{path.replace('o', '%6F')}{query}",
    "upper-host": lambda path, query, rng: f"http://FORUM.localhost{path}{query}",
    "upper-path": lambda path, query, rng: f"{HOST}{path.upper()}{query}",
    "port": lambda path, query, rng: f"http://forum.localhost:80{path}{query}",
    "other-port": lambda path, query, rng: f"http://forum.localhost:8080{path}{query}",
    "https": lambda path, query, rng: f"https://forum.localhost{path}{query}",
    "other-host": lambda path, query, rng: f"http://forum.elsewhere.example{path}{query}",
    "fragment": lambda path, query, rng: f"{HOST}{path}{query}#top",
    "twice": lambda path, query, rng: f"{HOST}{path}?sort=a&sort=new",
    "front": lambda path, query, rng: f"{HOST}/",
    "blank": lambda path, query, rng: "about:blank",
}
PATHS = ("/reports/viewed", "/f/books", "/f/books/170/a-good-read", "/user/ann", "/forums/by_name")
QUERIES = ("", "", "?sort=new", "?q=heron&sort=new", "?label[]=bug", "?q=a+b")


def _urls(rng: random.Random) -> Iterator[Case]:
    while True:
        for how, make in URLS.items():
            path, query = rng.choice(PATHS), rng.choice(QUERIES)
            wanted = f"__REDDIT__{path}{query}"
            if rng.random() < 0.25:
                wanted += f" |OR| __REDDIT__{rng.choice(PATHS)}?sort=top"
            url = make(path, query, rng)
            yield {"how": how, "task": _record(["url_match"], reference_url=wanted), "url": url, "answer": ""}


PAGES: dict[str, Callable[[str, random.Random], Any]] = {
    **{name: make for name, make in ANSWERS.items() if name in ("same", "upper", "spaces", "quoted", "curly", "bold")},
    **{name: make for name, make in ANSWERS.items() if name in ("no-break-space", "sentence", "not", "inside-word")},
    "escaped": lambda text, rng: text.replace("&", "&amp;").replace("'", "&#39;"),
    "line-break": lambda text, rng: text.replace(" ", "\n"),
    "double-space": lambda text, rng: text.replace(" ", "  "),
    "null": lambda text, rng: None,
    "none-wanted": lambda text, rng: None,
    "true": lambda text, rng: True,
    "number": lambda text, rng: 7,
    "list": lambda text, rng: [text, "b"],
    "throws": lambda text, rng: {"throws": True},
    "other": lambda text, rng: _other(rng),
    "nothing": lambda text, rng: "",
}
LOCATOR = "document.querySelector('#it').value"


def _pages(rng: random.Random) -> Iterator[Case]:
    while True:
        for how, make in PAGES.items():
            text = {"none-wanted": "None", "true": "true", "number": "7"}.get(how) or rng.choice((*WORDS, *PHRASES))
            whole = rng.random() < 0.2 and how not in ("null", "none-wanted", "true", "number", "list", "throws")
            value = make(text, rng)
            if rng.random() < 0.4:
                contents: Any = {"exact_match": text}
            elif rng.random() < 0.3:
                contents = {"must_include": [f"{text} |OR| magpie"]}
            else:
                contents = {"must_include": [text]}
            if whole:
                value = f"<html><body><p>{value}</p></body></html>"
            target = {"url": "__REDDIT__/f/books/edit", "locator": "" if whole else LOCATOR}
            task = _record(["program_html"], program_html=[{**target, "required_contents": contents}])
            yield {"how": f"{how}-html" if whole else how, "task": task, "value": value, "answer": ""}


# For each format: values that are wanted, and for each the answers, by name.
FORMATS: dict[str, list[tuple[Any, dict[str, Any]]]] = {
    "number": [
        (5, {"same": 5, "text": "5", "float": 5.0, "other": 6, "words": "five", "unit": "5 items", "none": None}),
        (1234.5, {"same": 1234.5, "thousands": "1,234.5", "near": 1234.6, "percent": "1234.5%", "or": "1234.5 or 3"}),
        (0, {"same": 0, "text": "0", "false": False, "empty": "", "none": None, "minus": "-0"}),
    ],
    "currency": [
        (25, {"same": 25, "mark": "$25.00", "code": "USD 25", "near": 25.05, "far": 26, "text": "25.0"}),
        (25, {"euro": "25 EUR", "word": "25 dollars", "none": None}),
        (1299.99, {"same": 1299.99, "mark": "$1,299.99", "plain": "1299.99", "other": 129.99}),
    ],
    "date": [
        ("2023-10-15", {"same": "2023-10-15", "us": "10/15/2023", "words": "October 15, 2023", "other": "2023-10-16"}),
        ("2023-02-03", {"same": "2023-02-03", "short": "Feb 3, 2023", "us": "2/3/2023", "swapped": "3/2/2023"}),
    ],
    "duration": [
        ("1h 30m", {"same": "1h 30m", "minutes": "90 min", "words": "1 hour 30 minutes"}),
        ("1h 30m", {"near": "92 min", "far": "2 h", "clock": "1:30:00"}),
    ],
    "distance": [
        ("3.2 km", {"same": "3.2 km", "metres": "3200 m", "near": "3.21 km", "miles": "3.2 miles", "bare": "3.2"}),
    ],
    "boolean": [
        (True, {"same": True, "yes": "yes", "text": "true", "no": False, "one": 1, "maybe": "maybe"}),
    ],
    "string": [
        ("Blue Heron", {"same": "Blue Heron", "lower": "blue heron", "spaces": " Blue  Heron ", "more": "Blue Heron 2",
                        "accent": "Bl\u00fce Heron", "period": "Blue Heron.", "other": "Owl", "word": "heron"}),
        ("Blue Heron", {"quoted": '"Blue Heron"', "bold": "**Blue Heron**"}),
        ("O'Hara", {"same": "O'Hara", "curly": "O\u2019Hara", "other": "Ohara"}),
        ("coat-hat", {"same": "coat-hat", "dash": "coat\u2013hat", "space": "coat hat"}),
    ],
}  # fmt: skip


def _response_task(kind: str, data: Any, *, ordered: bool, status: str = "SUCCESS", verb: str = "retrieve") -> Record:
    items: Record = {"type": "string"} if kind == "string" else {"type": "string", "format": kind}
    if kind == "boolean":
        items = {"type": "boolean"}
    evaluator = {
        "evaluator": "AgentResponseEvaluator",
        "ordered": ordered,
        "results_schema": {"type": "array", "items": items},
        "expected": {"task_type": verb, "status": status, "retrieved_data": data},
    }
    return {
        "sites": ["reddit"],
        "task_id": 1,
        "intent_template_id": 1,
        "start_urls": ["__REDDIT__"],
        "intent": "What is it?",
        "intent_template": "What is it?",
        "instantiation_dict": {},
        "revision": 1,
        "eval": [evaluator],
    }


def _responses(rng: random.Random) -> Iterator[Case]:
    while True:
        for kind, entries in FORMATS.items():
            for wanted, answers in entries:
                for name, answer in answers.items():
                    task = _response_task(kind, [wanted], ordered=False)
                    yield {"how": f"{kind}-{name}", "task": task, **_said(rng, answer)}
        yield from _lists(rng)
        yield from _statuses()


def _said(rng: random.Random, data: Any, verb: str = "RETRIEVE", status: str = "SUCCESS") -> Case:
    data = data if isinstance(data, list) or data is None else [data]
    return {"answer": {"task_type": verb, "status": status, "retrieved_data": data}, "fenced": rng.random() < 0.3}


def _lists(rng: random.Random) -> Iterator[Case]:
    wanted = ["heron", "owl", "finch"]
    for how, data in {
        "list-same": wanted,
        "list-turned": wanted[::-1],
        "list-short": wanted[:2],
        "list-long": [*wanted, "crow"],
        "list-twice": [*wanted, "owl"],
        "list-other": ["heron", "owl", "crow"],
        "list-empty": [],
    }.items():
        for ordered in (False, True):
            task = _response_task("string", wanted, ordered=ordered)
            yield {"how": f"{how}-ordered" if ordered else how, "task": task, **_said(rng, data)}
    either = _response_task("string", [["heron", "egret"], "owl"], ordered=False)
    for how, data in {
        "either-first": ["heron", "owl"],
        "either-second": ["owl", "egret"],
        "either-both": ["heron", "egret", "owl"],
    }.items():
        yield {"how": how, "task": either, **_said(rng, data)}


def _statuses() -> Iterator[Case]:
    """Right outcomes that are no success, and answers that are not of the form."""
    absent = _response_task("string", None, ordered=False, status="NOT_FOUND_ERROR")
    said = {"task_type": "RETRIEVE", "status": "NOT_FOUND_ERROR"}
    nothings: dict[str, Any] = {
        "absent-null": {"retrieved_data": None},
        "absent-empty": {"retrieved_data": []},
        "absent-blank": {"retrieved_data": ""},
        "absent-missing": {},
        "absent-n/a": {"retrieved_data": ["N/A"]},
        "absent-data": {"retrieved_data": ["heron"]},
    }
    for how, more in nothings.items():
        yield {"how": how, "task": absent, "answer": {**said, **more}, "fenced": False}
    there = _response_task("string", ["heron"], ordered=False)
    yield {"how": "claims-absent", "task": there, "answer": {**said, "retrieved_data": None}, "fenced": False}
    done = _response_task("string", None, ordered=False, verb="mutate")
    for how, answer in {
        "done": {"task_type": "MUTATE", "status": "SUCCESS", "retrieved_data": None},
        "done-lower": {"task_type": "mutate", "status": "success"},
        "done-other-verb": {"task_type": "NAVIGATE", "status": "SUCCESS"},
        "done-failed": {"task_type": "MUTATE", "status": "UNKNOWN_ERROR"},
        "done-old-name": {"performed_operation": "MUTATE", "status": "SUCCESS"},
        "done-more-keys": {"task_type": "MUTATE", "status": "SUCCESS", "notes": "x"},
        "prose": "I changed it.",
        "no-answer": "",
        "a-list": ["MUTATE"],
    }.items():
        yield {"how": how, "task": done, "answer": answer, "fenced": False}


ROWS = {"7": {"id": 7, "title": "Dentist", "hour": 15, "done": False, "note": None}}
DIFFS: dict[str, Record] = {
    "added": {"events": {"added": ROWS, "updated": {}, "deleted": {}}},
    "deleted": {"events": {"added": {}, "updated": {}, "deleted": ROWS}},
    "updated": {
        "events": {
            "added": {},
            "deleted": {},
            "updated": {"7": {"before": {**ROWS["7"], "hour": 9}, "after": ROWS["7"]}},
        }
    },
    "nothing": {},
    "two": {"events": {"added": {**ROWS, "8": {**ROWS["7"], "id": 8}}, "updated": {}, "deleted": {}}},
}
ASKED: dict[str, tuple[str, Any]] = {
    "count": ("length(values(differences.events.added))", 1),
    "count-none": ("length(values(differences.events.added))", 0),
    "true-for-one": ("length(values(differences.events.added))", True),
    "text": ("differences.events.added.\"7\".title", "Dentist"),
    "number": ("differences.events.added.\"7\".hour", 15),
    "number-as-text": ("differences.events.added.\"7\".hour", "15"),
    "null": ("differences.events.added.\"7\".note", None),
    "missing-is-null": ("differences.events.added.\"9\".note", None),
    "false": ("differences.events.added.\"7\".done", False),
    "false-for-zero": ("differences.events.added.\"7\".done", 0),
    "gone": ("differences.events.deleted.\"7\".title", "Dentist"),
    "changed": ("differences.events.updated.\"7\".hour", 15),
    "contains": ("contains(values(differences.events.added)[*].title, 'Dentist')", True),
    "filter": ("values(differences.events.added)[?hour == `15`].title | [0]", "Dentist"),
    "other-shape": ("eventsDiff.added.\"7\".title", "Dentist"),
    "bad-call": ("length(differences.events.added.\"7\".hour)", 1),
}  # fmt: skip


def _finishes(rng: random.Random) -> Iterator[Case]:
    while True:
        for how, (query, expected) in ASKED.items():
            shape = rng.choice(list(DIFFS))
            criterion = {"type": "jmespath", "description": "", "query": query, "expected_value": expected}
            task = {
                "id": "gocalendar-1",
                "goal": "Do it",
                "website": {"id": "gocalendar"},
                "evals": [criterion],
                "points": 1.0,
                "config": {},
                "possible": True,
            }
            yield {"how": f"{how}-{shape}", "task": task, "diff": DIFFS[shape], "answer": ""}


MAKERS = {"text": _texts, "url": _urls, "page": _pages, "response": _responses, "finish": _finishes}
