from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browserenv.sites.kit import golden
from browserenv.sites.kit.files import DATABASE, RECORD, file_digest
from browserenv.sites.kit.golden import GoldenError


@pytest.fixture
def cache(tmp_path: Path, forum_golden: golden.Golden) -> Path:
    """A cache of its own that holds a copy of the forum's small golden state."""
    folder = tmp_path / "golden" / "forum" / forum_golden.name
    folder.mkdir(parents=True)
    for name in (DATABASE, RECORD):
        (folder / name).write_bytes((forum_golden.folder / name).read_bytes())
    return tmp_path


def test_a_cached_state_is_taken_as_it_is(cache: Path, forum_golden: golden.Golden) -> None:
    built: list[str] = []
    found = golden.ensure("forum", "small", cache=cache, progress=lambda what, done, total: built.append(what))
    assert (found.digest, found.name) == (forum_golden.digest, forum_golden.name)
    assert built == []


@pytest.mark.parametrize("damage", ["one byte", "truncated", "no record", "record is no JSON"])
def test_a_corrupt_state_is_built_again_and_said_so(cache: Path, forum_golden: golden.Golden, damage: str) -> None:
    folder = cache / "golden" / "forum" / forum_golden.name
    database, record = folder / DATABASE, folder / RECORD
    content = bytearray(database.read_bytes())
    if damage == "one byte":
        content[len(content) // 2] ^= 1
        database.write_bytes(content)
    elif damage == "truncated":
        database.write_bytes(content[:100])
    elif damage == "no record":
        record.unlink()
    else:
        record.write_text("{")
    said: list[str] = []
    found = golden.ensure("forum", "small", cache=cache, log=said.append)
    assert found.digest == forum_golden.digest == file_digest(found.folder / DATABASE)
    assert len(said) == 1
    assert f"golden state forum {forum_golden.name} in the cache is corrupt" in said[0]
    assert all(path.stat().st_mode & 0o004 for path in (found.folder, *found.folder.iterdir())), "others may read it"


@pytest.fixture
def read_only(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The cache, as a file system that nobody may write to shows it."""
    folder = tmp_path_factory.mktemp("read-only")
    for command in (["mount", "--bind", str(cache), str(folder)], ["mount", "-o", "remount,ro,bind", str(folder)]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_cache_that_may_only_be_read_is_read(read_only: Path, forum_golden: golden.Golden) -> None:
    found = golden.ensure("forum", "small", cache=read_only)
    assert (found.digest, found.name) == (forum_golden.digest, forum_golden.name)
    with pytest.raises(GoldenError, match="Read-only file system"):
        golden.ensure("forum", "small", 1, cache=read_only)


def test_what_a_killed_builder_left_is_removed(cache: Path, forum_golden: golden.Golden) -> None:
    folder = golden.ensure("forum", "small", cache=cache).folder
    left = [folder.with_name(f"{folder.name}.{kind}-x1y2") for kind in ("building", "corrupt")]
    of_another = folder.with_name("small-of-another-version.building-x1y2")
    for each in (*left, of_another):
        each.mkdir()
        (each / "half").write_bytes(b"half")
    golden.ensure("forum", "small", cache=cache)
    assert [each.exists() for each in (*left, of_another)] == [False, False, True]


def test_building_again_gives_the_same_bytes(tmp_path: Path, forum_golden: golden.Golden) -> None:
    assert golden.ensure("forum", "small", cache=tmp_path).digest == forum_golden.digest


def test_another_seed_gives_another_state(tmp_path: Path, forum_golden: golden.Golden) -> None:
    other = golden.ensure("forum", "small", 1, cache=tmp_path)
    assert other.name != forum_golden.name
    assert other.digest != forum_golden.digest


def test_a_full_disk_is_named_and_leaves_no_half_built_state(tmp_path: Path) -> None:
    """A child process that may write files of 200 kB at most stands for the full disk."""
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000));"
        "from pathlib import Path; from browserenv.sites.kit import golden;"
        "golden.ensure('forum', 'small', cache=Path(sys.argv[1]))"
    )
    result = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert "GoldenError: " in result.stderr.splitlines()[-1]
    assert [path.name for path in (tmp_path / "golden" / "forum").iterdir() if path.is_dir()] == []


def test_the_message_for_a_full_disk_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(golden, "install_tracking", refuse)
    with pytest.raises(GoldenError, match=r"the disk that holds .* is full; make room there or set BROWSERENV_CACHE"):
        golden.ensure("forum", "small", cache=tmp_path)
    assert [path.name for path in (tmp_path / "golden" / "forum").iterdir() if path.is_dir()] == []


def test_an_unknown_size_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(GoldenError, match="no size 'huge' of site 'forum'; there are small, full"):
        golden.ensure("forum", "huge", cache=tmp_path)


def test_setup_rows_become_part_of_the_start_state(forum_golden: golden.Golden, tmp_path: Path) -> None:
    author = {"name": "noise_1", "password_hash": "", "created_at": "2023-01-01T00:00:00+00:00"}
    digests = [golden.prepare_start(forum_golden, {"users": [author]}, tmp_path / name) for name in ("first", "second")]
    assert digests[0] == digests[1] != forum_golden.digest
    db = sqlite3.connect(tmp_path / "first" / DATABASE)
    assert db.execute("SELECT count(*) FROM users WHERE name = 'noise_1'").fetchone() == (1,)
    assert db.execute("SELECT count(*) FROM _changes").fetchone() == (0,)
    db.close()


def test_the_cache_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("BROWSERENV_CACHE", raising=False)
    assert golden.cache_folder() == tmp_path / "browserenv"
    monkeypatch.setenv("BROWSERENV_CACHE", "/somewhere")
    assert golden.cache_folder() == Path("/somewhere")


def test_the_record_tells_what_was_built(forum_golden: golden.Golden) -> None:
    record = json.loads((forum_golden.folder / RECORD).read_text())
    assert (record["site"], record["size"], record["seed"]) == ("forum", "small", 0)
    assert record["n_bytes"] == (forum_golden.folder / DATABASE).stat().st_size
