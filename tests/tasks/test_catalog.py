"""The catalog, and the packaged families in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from browserenv.tasks import catalog
from browserenv.tasks.catalog import PACKAGED, Catalog
from browserenv.tasks.errors import SeedError, TaskFileError, UnknownTaskError

SMALL = """\
family: forum.{name}
sites: [forum]
start: "forum:/"
intent: Say it.
checks: [{{judge: text, exact: it}}]
instances: {{{number}: {{}}}}
"""


def write(folder: Path, stem: str, text: str) -> None:
    (folder / "forum").mkdir(exist_ok=True)
    (folder / "forum" / f"{stem}.yaml").write_text(text, encoding="utf-8")


def test_unknown_ids_offer_the_nearest() -> None:
    for word, hint in (
        ("forum.creat-forum", "; did you mean 'forum.create-forum'?"),
        ("58", "; did you mean '580'?"),
        ("zzz", ";"),
    ):
        with pytest.raises(UnknownTaskError) as caught:
            Catalog().task(word)
        assert str(caught.value) == f"no task {word!r}{hint} 'browserenv tasks list' shows all"


def test_a_fixed_instance_is_the_same_for_any_seed() -> None:
    shared = Catalog()
    assert shared.task("580", 3) == shared.task("580") == catalog.task("580", np.int64(9))
    assert shared.task("580").seed is None


@pytest.mark.parametrize("seed", [True, -1, 1.5, "0"])
@pytest.mark.parametrize("task_id", ["580", "forum.create-forum"])
def test_bad_seeds_are_refused_for_every_task(task_id: str, seed: object) -> None:
    with pytest.raises(SeedError):
        Catalog().task(task_id, seed)


def test_a_family_is_drawn_by_seed() -> None:
    shared = Catalog()
    assert shared.task("forum.create-forum", 2**32).seed == 2**32
    assert shared.task("forum.create-forum", np.int32(5)) == shared.task("forum.create-forum", 5)
    assert shared.task("forum.create-forum") == shared.task("forum.create-forum", 0)
    drawn = {shared.task("forum.create-forum", seed).digest for seed in range(60)}
    assert len(drawn) == 14


def test_ids_are_instances_and_families() -> None:
    assert {"580", "forum.create-forum"} <= set(Catalog().ids())
    assert set(catalog.families()) == {one for one in Catalog().ids() if "." in one}


def test_adding_a_family_shifts_no_other(tmp_path: Path) -> None:
    write(tmp_path, "create_forum", (PACKAGED / "forum" / "create_forum.yaml").read_text(encoding="utf-8"))
    before = [Catalog(tmp_path).task("forum.create-forum", seed) for seed in range(10)]
    write(tmp_path, "a_new_one", SMALL.format(name="a-new-one", number=1))
    assert [Catalog(tmp_path).task("forum.create-forum", seed) for seed in range(10)] == before
    assert Catalog(tmp_path).ids() == ["1", "580", "forum.a-new-one", "forum.create-forum"]


def test_a_family_bears_its_files_name(tmp_path: Path) -> None:
    write(tmp_path, "say_it", SMALL.format(name="say", number=1))
    with pytest.raises(TaskFileError) as caught:
        Catalog(tmp_path).ids()
    assert str(caught.value) == (
        "family 'forum.say' in forum/say_it.yaml (family); did you mean 'forum.say-it', after its file?"
    )


def test_two_families_cannot_share_a_number(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path, name, SMALL.format(name=name, number=7))
    with pytest.raises(TaskFileError, match=r"task 7 is an instance of forum\.one and of forum\.two"):
        Catalog(tmp_path).task("7")


def test_files_are_read_once(tmp_path: Path) -> None:
    write(tmp_path, "one", SMALL.format(name="one", number=7))
    shared = Catalog(tmp_path)
    first = shared.task("7")
    (tmp_path / "forum" / "one.yaml").unlink()
    assert shared.task("7") == first
