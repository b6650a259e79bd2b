"""The forum's seed data: the same bytes, what tasks address, derived columns, texts without repetition."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PIL import Image

from browserenv.sites.forum.data import build
from browserenv.sites.forum.ranking import controversy, hot_rank
from browserenv.sites.forum.seed import anchors
from browserenv.sites.forum.seed.forums import read_forums
from browserenv.sites.kit.files import file_digest
from browserenv.sites.kit.passwords import check_password
from browserenv.sites.kit.seedtext import sentences
from browserenv.sites.kit.state import DEFAULT_START

NOT_THERE = ("Cyberpunk", "Karaoke", "PlantsForCatParents", "cmu_lti", "sci_fi", "iphone13", "cars")
THERE = (
    "BuyItForLife DIY earthporn Futurology IAmA LifeProTips MachineLearning UpliftingNews aww books consoles "
    "dataisbeautiful deeplearning explainlikeimfive funny gadgets games gaming headphones history iphone massachusetts "
    "movies news nyc pics pittsburgh relationship_advice science singularity space sports technology television videos "
    "wallstreetbets washington washingtondc Showerthoughts Worcester photoshopbattles memes homelab"
)


def _ignore(what: str, done: int, of: int) -> None:
    assert what and 0 < done <= of


def _make(path: Path, size: str = "small", seed: int = 0) -> Path:
    db = sqlite3.connect(path, isolation_level=None)
    try:
        build(db, size, seed, _ignore)
    finally:
        db.close()
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _make(tmp_path_factory.mktemp("small") / "site.db")


@pytest.fixture
def db(small: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(f"{small.as_uri()}?mode=rw", uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    yield connection
    connection.close()


def test_same_arguments_give_same_bytes(small: Path, tmp_path: Path) -> None:
    assert file_digest(_make(tmp_path / "again.db")) == file_digest(small)


def test_another_seed_gives_other_bytes(small: Path, tmp_path: Path) -> None:
    assert file_digest(_make(tmp_path / "other.db", seed=1)) != file_digest(small)


def test_unknown_size_names_the_sizes(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no size 'huge'; there are small, full"):
        _make(tmp_path / "site.db", size="huge")


def test_counts(db: sqlite3.Connection) -> None:
    check_counts(
        db, forums=(50, 60), users=(150, 150), submissions=(1200, 1200), comments=(5000, 5100), images=(40, 40)
    )


def check_counts(db: sqlite3.Connection, **bounds: tuple[int, int]) -> None:
    for table, (least, most) in bounds.items():
        assert least <= db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] <= most, table


def test_schema_is_that_of_the_file(db: sqlite3.Connection, tmp_path: Path) -> None:
    fresh = sqlite3.connect(tmp_path / "fresh.db")
    fresh.executescript(Path("sites/forum/schema.sql").read_text(encoding="utf-8"))
    query = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    expected = fresh.execute(query).fetchall()
    fresh.close()
    assert [tuple(row) for row in db.execute(query)] == expected


def test_no_dangling_references(db: sqlite3.Connection) -> None:
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_forums(db: sqlite3.Connection) -> None:
    names = {row[0] for row in db.execute("SELECT name FROM forums")}
    assert set(THERE.split()) <= names
    assert not {name.lower() for name in NOT_THERE} & {name.lower() for name in names}
    assert db.execute("SELECT count(*) FROM forums WHERE submission_count < 10").fetchone()[0] == 0
    assert all(
        db.execute("SELECT count(*) FROM moderators WHERE forum_id = ?", [f]).fetchone()[0] for f in range(1, 50)
    )


def test_anchors_are_where_tasks_look(db: sqlite3.Connection) -> None:
    query = """
    SELECT f.name, u.name, s.visibility, s.is_locked FROM submissions s
    JOIN forums f ON f.id = s.forum_id JOIN users u ON u.id = s.user_id WHERE s.id = ?
    """
    for number, forum, author in anchors.SUBMISSIONS:
        row = db.execute(query, [number]).fetchone()
        assert row and row[0] == forum and row[2:] == ("visible", 0), number
        assert author in ("", row[1]), number


def test_named_authors_own_exactly_what_tasks_list(db: sqlite3.Connection) -> None:
    query = "SELECT s.id FROM submissions s JOIN users u ON u.id = s.user_id WHERE u.name = ? ORDER BY s.id"
    authors = {author for _, _, author in anchors.SUBMISSIONS if author}
    for author in sorted(authors):
        expected = sorted(number for number, _, name in anchors.SUBMISSIONS if name == author)
        assert [row[0] for row in db.execute(query, [author])] == expected, author


def test_authors_of_impossible_tasks_write_elsewhere(db: sqlite3.Connection) -> None:
    query = """
    SELECT f.name FROM submissions s JOIN users u ON u.id = s.user_id JOIN forums f ON f.id = s.forum_id WHERE
        u.name = ?
    """
    for name, barred in anchors.FORBIDDEN.items():
        forums = [row[0] for row in db.execute(query, [name])]
        assert forums and not set(barred) & set(forums), name


def test_newest_and_best_submissions(db: sqlite3.Connection) -> None:
    check_lists(db)


def check_lists(db: sqlite3.Connection) -> None:
    by_id = (
        "SELECT s.id FROM submissions s JOIN forums f ON f.id = s.forum_id WHERE f.name = ? ORDER BY s.id DESC LIMIT 5"
    )
    for forum, newest in anchors.NEWEST.items():
        assert db.execute(by_id, [forum]).fetchone()[0] == newest, forum
    by_score = by_id.replace("s.id DESC LIMIT 5", "net_score DESC LIMIT 5")
    for forum, best in anchors.TOP.items():
        assert tuple(row[0] for row in db.execute(by_score, [forum]))[: len(best)] == best, forum
    for forum, last in (("space", 134164), ("news", 129905), ("movies", 128825), ("memes", 127991)):
        assert [row[0] for row in db.execute(by_id, [forum])] == list(range(last, last - 5, -1)), forum


@pytest.mark.parametrize("column", ["comment_count", "last_active"])
def test_most_active_threads_of_diy(db: sqlite3.Connection, column: str) -> None:
    query = (
        f"SELECT s.id FROM submissions s JOIN forums f ON f.id = s.forum_id WHERE f.name = 'DIY' ORDER BY {column} DESC"
    )
    assert tuple(row[0] for row in db.execute(query))[:10] == anchors.MOST_ACTIVE


def test_unpopular_comments_of_the_latest_posters(db: sqlite3.Connection) -> None:
    latest = (
        "SELECT s.user_id FROM submissions s JOIN forums f ON f.id = s.forum_id WHERE f.name = ? ORDER BY s.id DESC"
    )
    counts = "SELECT count(*), coalesce(sum(downvotes > upvotes), 0) FROM comments WHERE user_id = ?"
    for forum, _, unpopular in anchors.QUIET_POSTERS:
        n, n_unpopular = db.execute(counts, db.execute(latest, [forum]).fetchone()[:1]).fetchone()
        assert 3 <= n <= 8 and n_unpopular == unpopular, forum


def test_comments_that_tasks_answer(db: sqlite3.Connection) -> None:
    for comment, submission in anchors.COMMENTS:
        assert db.execute("SELECT submission_id FROM comments WHERE id = ?", [comment]).fetchone()[0] == submission
    top = db.execute("SELECT id FROM comments WHERE submission_id = 69404 AND parent_id IS NULL").fetchall()
    assert [row[0] for row in top] == [1042264]


def test_the_account(db: sqlite3.Connection) -> None:
    me = db.execute("SELECT * FROM users WHERE name = ?", [anchors.ACCOUNT]).fetchone()
    assert check_password("test1234", me["password_hash"]) and me["biography"] == ""
    query = "SELECT f.name FROM subscriptions p JOIN forums f ON f.id = p.forum_id WHERE p.user_id = ?"
    assert {row[0] for row in db.execute(query, [me["id"]])} == set(anchors.SUBSCRIBED)
    assert not set(anchors.SUBSCRIBED) & {"space", "books", "consoles", "pittsburgh", "MachineLearning"}
    query = query.replace("subscriptions", "moderators")
    assert [row[0] for row in db.execute(query, [me["id"]])] == [anchors.ACCOUNT_FORUM]
    for table in ("submission_votes", "comment_votes"):
        assert db.execute(f"SELECT count(*) FROM {table} WHERE user_id = ?", [me["id"]]).fetchone()[0] == 0
    bodies = dict(db.execute("SELECT id, body FROM submissions WHERE user_id = ?", [me["id"]]).fetchall())
    assert bodies.pop(1) and set(bodies.values()) == {None}


def test_times_grow_with_ids_and_end_before_the_start(db: sqlite3.Connection) -> None:
    start = DEFAULT_START.isoformat()
    for table in ("submissions", "comments"):
        times = [row[0] for row in db.execute(f"SELECT created_at FROM {table} ORDER BY id")]
        assert times == sorted(times) and times[-1] < start, table
    assert times[0] >= "2020"
    query = """
    SELECT count(*) FROM comments c JOIN submissions s ON s.id = c.submission_id 
        LEFT JOIN comments p ON p.id = c.parent_id
    WHERE c.created_at <= s.created_at OR c.created_at <= p.created_at OR p.submission_id <> c.submission_id
    """
    assert db.execute(query).fetchone()[0] == 0
    for column in ("edited_at", "last_active"):
        assert db.execute(f"SELECT count(*) FROM submissions WHERE {column} >= ?", [start]).fetchone()[0] == 0
    assert db.execute("SELECT count(*) FROM submissions WHERE created_at > '2023-10-15T09'").fetchone()[0] >= 3


def test_derived_columns(db: sqlite3.Connection) -> None:
    check_derived(db)


def check_derived(db: sqlite3.Connection) -> None:
    for row in db.execute(_SUBMISSIONS):
        up, down = row["seed_upvotes"] + row["up"], row["seed_downvotes"] + row["down"]
        rank = hot_rank(datetime.fromisoformat(row["created_at"]), up - down, row["n"])
        shown = (row["upvotes"], row["downvotes"], row["net_score"], row["ranking"], row["controversy"])
        assert shown == (up, down, up - down, rank, controversy(up, down)), row["id"]
        assert (row["comment_count"], row["last_active"]) == (row["n"], max(row["created_at"], row["latest"] or "")), (
            row["id"]
        )
    assert db.execute(_WRONG_COMMENTS).fetchone()[0] == 0
    assert db.execute(_WRONG_FORUMS).fetchone()[0] == 0


_SUBMISSIONS = """
SELECT s.*, (SELECT count(*) FROM comments c WHERE c.submission_id = s.id AND c.visibility = 'visible') AS n,
    (SELECT max(created_at) FROM comments c WHERE c.submission_id = s.id AND c.visibility = 'visible') AS latest,
    (SELECT count(*) FROM submission_votes v WHERE v.submission_id = s.id AND choice = 1) AS up,
    (SELECT count(*) FROM submission_votes v WHERE v.submission_id = s.id AND choice = -1) AS down
FROM submissions s
"""
_WRONG_COMMENTS = """
SELECT count(*) FROM comments c WHERE net_score <> upvotes - downvotes
    OR upvotes <> seed_upvotes + (SELECT count(*) FROM comment_votes v WHERE v.comment_id = c.id AND choice = 1)
    OR downvotes <> seed_downvotes + (SELECT count(*) FROM comment_votes v WHERE v.comment_id = c.id AND choice = -1)
"""
_WRONG_FORUMS = """
SELECT count(*) FROM forums f WHERE subscriber_count <> seed_subscribers
        + (SELECT count(*) FROM subscriptions p WHERE p.forum_id = f.id)
    OR submission_count <> (SELECT count(*) FROM submissions s WHERE s.forum_id = f.id AND visibility = 'visible')
"""


def test_titles_are_distinct(db: sqlite3.Connection) -> None:
    titles = [row[0].lower() for row in db.execute("SELECT title FROM submissions")]
    assert len(titles) == len(set(titles))


def test_no_sentence_twice_in_a_thread(db: sqlite3.Connection) -> None:
    check_threads(db)


def check_threads(db: sqlite3.Connection) -> None:
    said: dict[int, set[str]] = {}
    query = "SELECT id, body FROM submissions UNION ALL SELECT submission_id, body FROM comments"
    for thread, body in db.execute(f"SELECT * FROM ({query}) WHERE body <> ''"):
        before = said.setdefault(thread, set())
        now = sentences(body)
        assert not before & set(now) and len(now) == len(set(now)), (thread, body)
        before |= set(now)


def test_texts_are_clean(db: sqlite3.Connection) -> None:
    texts = [row[0] for row in db.execute("SELECT title FROM submissions UNION ALL SELECT body FROM submissions")]
    texts += [row[0] for row in db.execute("SELECT body FROM comments UNION ALL SELECT biography FROM users")]
    for text in filter(None, texts):
        assert text == text.strip() and not set("{}|<@") & set(text) and "  " not in text, text


def test_trees_are_nested(db: sqlite3.Connection) -> None:
    query = """
    WITH RECURSIVE tree(id, depth) AS (
        SELECT id, 1 FROM comments WHERE parent_id IS NULL
        UNION ALL SELECT c.id, depth + 1 FROM comments c JOIN tree ON c.parent_id = tree.id)
    SELECT max(depth), count(*) FROM tree
    """
    deepest, n = db.execute(query).fetchone()
    assert 5 <= deepest <= 6 and n == db.execute("SELECT count(*) FROM comments").fetchone()[0]


def test_pictures(db: sqlite3.Connection) -> None:
    for row in db.execute("SELECT * FROM images"):
        data = Image.open(io.BytesIO(row["data"]))
        assert data.size == (row["width_px"], row["height_px"]) and data.format == "JPEG"
        assert max(Image.open(io.BytesIO(row["thumbnail"])).size) <= 140
    for number, _ in anchors.PICTURES:
        row = db.execute("SELECT media_type, url FROM submissions WHERE id = ?", [number]).fetchone()
        assert tuple(row) == ("image", None)
    used = "SELECT count(*) FROM images WHERE id NOT IN (SELECT image_id FROM submissions WHERE image_id IS NOT NULL)"
    assert db.execute(used).fetchone()[0] == 0


def test_pictures_of_tasks_are_on_the_first_page(db: sqlite3.Connection) -> None:
    query = """
    SELECT s.id FROM submissions s JOIN forums f ON f.id = s.forum_id
    WHERE f.name = 'pics' AND visibility = 'visible' ORDER BY ranking DESC LIMIT 25
    """
    assert {number for number, _ in anchors.PICTURES} <= {row[0] for row in db.execute(query)}


def test_search(db: sqlite3.Connection) -> None:
    for table in ("submissions_fts", "comments_fts"):
        db.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")
    found = [row[0] for row in db.execute("SELECT rowid FROM submissions_fts WHERE submissions_fts MATCH 'hobbit'")]
    assert 17445 in found
    db.execute("UPDATE submissions SET title = 'zyzzyva' WHERE id = 17445")
    assert db.execute("SELECT rowid FROM submissions_fts WHERE submissions_fts MATCH 'zyzzyva'").fetchone()[0] == 17445


def test_removed_rows_have_a_log(db: sqlite3.Connection) -> None:
    for table, column, action in (
        ("submissions", "submission_id", "submission_removed"),
        ("comments", "comment_id", "comment_removed"),
    ):
        logged = f"SELECT {column} FROM moderation_log WHERE action = '{action}'"
        query = f"SELECT count(*) FROM {table} WHERE visibility = 'trashed' AND id NOT IN ({logged})"
        assert db.execute(query).fetchone()[0] == 0
        assert db.execute(f"SELECT count(*) FROM {table} WHERE visibility = 'trashed'").fetchone()[0] > 0


@pytest.mark.slow
def test_full_size(tmp_path: Path) -> None:
    path = _make(tmp_path / "full.db", size="full")
    assert path.stat().st_size < 48e6
    assert len(read_forums("full")) >= 95
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row
    try:
        check_counts(db, users=(5000, 5000), submissions=(20000, 20000), comments=(100_000, 101_000), images=(240, 260))
        check_derived(db)
        check_threads(db)
        check_lists(db)
        test_titles_are_distinct(db)
        test_anchors_are_where_tasks_look(db)
        test_named_authors_own_exactly_what_tasks_list(db)
        test_unpopular_comments_of_the_latest_posters(db)
        test_pictures_of_tasks_are_on_the_first_page(db)
        test_times_grow_with_ids_and_end_before_the_start(db)
    finally:
        db.close()
