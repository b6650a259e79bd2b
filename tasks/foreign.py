"""What the readers of other benchmarks' task files share: placeholders, what could not be expressed, the outcome.

A reader turns a file into tasks of ours and drops nothing: what it cannot express stays in the task as an
``UnsupportedCheck`` and is counted by name.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from .errors import Flaw, TaskFileError
from .model import Json
from .task import Task, validated_task, verify_task

Content = dict[str, Json]
# What a task's own file may be called.
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
MAX_EXAMPLES = 3


class Place(NamedTuple):
    """Where a placeholder or an address of another benchmark leads: a site of ours and a path before its own."""

    site: str
    prefix: str = ""


# The second of a prefix's sites: WebArena reaches the shop's pages from its admin's address by "/../".
PLACES: dict[str, Place] = {
    "__REDDIT__": Place("forum"),
    "__GITLAB__": Place("git"),
    "__SHOPPING__": Place("shop"),
    "__SHOPPING_ADMIN__": Place("shop-admin", "/admin"),
    "__MAP__": Place("map"),
    "__WIKIPEDIA__": Place("wikipedia"),
    "__CLASSIFIEDS__": Place("classifieds"),
    "__HOMEPAGE__": Place("homepage"),
}
STOREFRONTS = {"shop-admin": "shop"}


class Unsupported(NamedTuple):
    """What the readers could not express: its name, how often it occurs, the ids of some tasks that have it."""

    item: str
    n: int
    examples: tuple[str, ...]


class Imported(NamedTuple):
    """A read file: its tasks, and what could not be expressed."""

    benchmark: str
    tasks: tuple[Task, ...]
    unsupported: tuple[Unsupported, ...]

    @property
    def n_checks(self) -> dict[str, int]:
        """How many checks there are of each kind, those marked as superseded not counted."""
        counts: dict[str, int] = {}
        for task in self.tasks:
            for check in task.checks_for("all"):
                counts[check.judge] = counts.get(check.judge, 0) + 1
        return dict(sorted(counts.items()))


class Addresses:
    """Turns the texts of another benchmark into ours: placeholders, and real addresses that the user names.

    ``places``: more places, such as ``{"http://localhost:9999": Place("forum")}``; ``origins``: the address of each
    site as texts should show it, ``http://SITE.localhost`` unless given.
    """

    def __init__(self, places: Mapping[str, Place] | None = None, origins: Mapping[str, str] | None = None) -> None:
        self.places = PLACES | dict(places or {})
        self.origins = dict(origins or {})
        # The longest first, since one may begin like another.
        self._any = re.compile("|".join(map(_whole, sorted(self.places, key=len, reverse=True))))

    def address(self, text: str) -> str:
        """``site:/path`` for an address that begins with a known place. Raises ``Flaw`` for any other."""
        text = text.strip()
        found = self._any.match(text)
        if found is None:
            raise Flaw("", f"address {text!r} begins with no known place", "; name its site with --site ADDRESS=SITE")
        place, rest = self.places[found[0]], text[found.end() :]
        path = (place.prefix + (rest if rest.startswith(("/", "?", "#")) or not rest else "/" + rest)) or "/"
        path = path if path.startswith("/") else "/" + path
        if "/../" in path:
            return f"{STOREFRONTS.get(place.site, place.site)}:{posixpath.normpath(path)}"
        return f"{place.site}:{path.replace(' ', '%20')}"

    def text(self, text: str) -> str:
        """The text with every placeholder as the address that a person sees."""
        return self._any.sub(lambda found: self._shown(self.places[found[0]]), text)

    def site(self, text: str) -> str:
        return self.address(text).partition(":")[0]

    def _shown(self, place: Place) -> str:
        return self.origins.get(place.site, f"http://{place.site}.localhost") + place.prefix


def _whole(place: str) -> str:
    """A pattern: an address ends where its host, port or last segment does, so that port 99 is not found in 9999."""
    return re.escape(place) + ("" if place.startswith("__") else r"(?![\w:-]|\.\w)")


class Notes:
    """Collects, while a file is read, what could not be expressed."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {}

    def add(self, item: str, task_id: str) -> None:
        self._found.setdefault(item, []).append(task_id)

    def unsupported(self, item: str, content: Content, task_id: str, **more: Json) -> Content:
        """A check that stays as it is."""
        self.add(item, task_id)
        return {"judge": "unsupported", "item": item, "content": content, **more}

    def all(self) -> tuple[Unsupported, ...]:
        """By name."""
        return tuple(
            Unsupported(item, len(ids), tuple(dict.fromkeys(ids))[:MAX_EXAMPLES])
            for item, ids in sorted(self._found.items())
        )


def read_tasks(path: Path | str, benchmark: str, read: Callable[[Content, str, Notes], Task]) -> Imported:
    """Every task of a file or folder, by ``read``, which gets a record, its file's name and the notes to write in."""
    notes = Notes()
    tasks: dict[str, tuple[Task, str]] = {}
    for file, record in read_records(Path(path)):
        task = read(record, file, notes)
        name = task.task_id.removeprefix(f"{benchmark}.")
        if not _NAME.fullmatch(name):
            raise TaskFileError(f"task id {name!r} in {file} names no file; use letters, digits, '.', '_' and '-'")
        known, where = tasks.setdefault(task.task_id, (task, file))
        if known != task:
            raise TaskFileError(f"task {name} is in {where} and, with other content, in {file}; take one of them out")
    return Imported(benchmark, tuple(task for task, _ in tasks.values()), notes.all())


@contextmanager
def reading(record: Content, file: str) -> Iterator[None]:
    """What is wrong with a record is told with its task and its file. Raises ``TaskFileError``."""
    try:
        yield
    except KeyError as error:
        raise TaskFileError(f"task {record.get('task_id')} has no key {error} in {file}") from None
    except Flaw as flaw:
        raise flaw.within(f"task {record.get('task_id')}").in_file(file) from None
    except (AttributeError, TypeError, ValueError) as error:
        raise broken(record.get("task_id"), file, error) from error


def broken(task_id: Json, file: str, error: Exception) -> TaskFileError:
    """A record whose values are of other kinds than the benchmark's own, such as null for a list."""
    what = " ".join(str(error).split())
    return TaskFileError(f"task {task_id} in {file} is not in the benchmark's form: {what}; mend it or take it out")


def build(content: Content, file: str) -> Task:
    """The task of a whole content, with our defaults for what it does not name. Raises ``TaskFileError``."""
    defaults: Content = {
        "version": 1,
        "seed": None,
        "params": {},
        "login": {},
        "changes": None,
        "setup": {},
        "permissions": {},
        "budget": {},
        "possible": True,
        "stop": "on_answer",
        "oracle": [],
        "mutants": [],
    }
    try:
        task = validated_task({**defaults, **content})
        verify_task(task)
    except Flaw as flaw:
        raise flaw.within(str(content.get("task_id", ""))).in_file(file) from None
    return task


def sites_of(content: Content) -> list[str]:
    """Every site that a task names, in order: of its start pages, its logins, its checks."""
    named = [address.partition(":")[0] for address in content["start"]] + list(content.get("login", {}))
    for check in content["checks"]:
        urls = [check.get("url"), *check.get("any_of", ())] if check["judge"] in ("url", "page", "model") else []
        named += [url.partition(":")[0] for url in urls if url and ":" in url]
        named += [check["site"]] if check["judge"] in ("state", "finish") else []
    return list(dict.fromkeys(named))


def read_records(path: Path) -> Sequence[tuple[str, Content]]:
    """(File name, record) for a JSON file of one task or of a list, or for a folder of such files.

    Raises ``TaskFileError`` for what cannot be read, and for a folder without one.
    """
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files:
        raise TaskFileError(f"no task files in {path}; name a .json file or a folder of them")
    return [(file.name, record) for file in files for record in _records(file)]


def _records(file: Path) -> Iterable[Content]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TaskFileError(f"cannot read {file.name}: {error}") from None
    records = data if isinstance(data, list) else [data]
    if not all(isinstance(record, dict) for record in records):
        raise TaskFileError(f"{file.name} holds something that is no task; a task is a JSON object")
    return records
