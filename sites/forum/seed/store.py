"""Writes the seed data into the database, tables first, indexes and search last."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime

from ...kit.registry import Progress
from ...kit.seedtext import Page
from ..ranking import controversy, hot_rank
from .anchors import ACCOUNT, ACCOUNT_FORUM, SUBSCRIBED
from .ballots import Ballots
from .forums import Forum
from .people import Person
from .pictures import paint
from .plan import Crowd, Planned
from .posts import Post, Writer
from .replies import write_replies
from .scale import Recipe
from .threads import Reply, Threads
from .timeline import days_before_start, iso
from .topics import Library

BATCH = 500
FEATURED_SIZE = 9

Row = tuple[object, ...]


class Store:
    """The database under construction. Call the methods in the order in which they stand."""

    def __init__(self, db: sqlite3.Connection, recipe: Recipe, library: Library, progress: Progress) -> None:
        self.db = db
        self.recipe = recipe
        self.library = library
        self.progress = progress
        self.rest: list[str] = []
        self.ballots = Ballots(recipe.stream("ballots"))

    def create_tables(self, schema: str) -> None:
        """The schema's tables without its indexes and triggers, so that filling them is fast; ``finish`` adds those."""
        tables, self.rest = _split(schema)
        self.db.execute("PRAGMA cache_size = -65536")
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.execute("PRAGMA foreign_keys = OFF")
        self.db.execute("BEGIN")
        for statement in tables:
            self.db.execute(statement)

    def add_people(self, people: Sequence[Person]) -> None:
        """The users."""
        self._insert("users", "id name email password_hash biography created_at", (person.row() for person in people))

    def add_forums(self, forums: Sequence[Forum], people: Sequence[Person], crowds: dict[str, Crowd]) -> None:
        """The forums, their moderators, and who is subscribed to them by name."""
        rng = self.recipe.stream("forums")
        columns = "id name title description sidebar is_featured created_at seed_subscribers"
        self._insert("forums", columns, [self._forum_row(rng, forum) for forum in forums])
        account = next(person for person in people if person.name == ACCOUNT)
        self._insert("moderators", "forum_id user_id created_at", _moderators(rng, forums, crowds, account))
        self._insert("subscriptions", "forum_id user_id created_at", _subscriptions(rng, forums, people, account))

    def add_submissions(self, planned: Sequence[Planned], threads: Threads, crowds: dict[str, Crowd]) -> None:
        """The submissions with their pictures, comments and votes."""
        titles: set[str] = set()
        forums = {row.forum.name: row.forum for row in planned}
        writers = {name: Writer(self.library.forum(forum), titles) for name, forum in forums.items()}
        for number, row in enumerate(planned, start=1):
            post = writers[row.forum.name].write(row, self.recipe)
            self._add_thread(row, post, threads[row.id], crowds[row.forum.name])
            if number % BATCH == 0 or number == len(planned):
                self.progress("submissions", number, len(planned))
        self._insert("moderation_log", _LOG_COLUMNS, _log(planned, threads, crowds))

    def finish(self) -> None:
        """Counters of the forums, indexes, triggers, search; then the file is packed."""
        self.db.execute(_COUNT_FORUMS)
        for statement in self.rest:
            self.db.execute(statement)
        for table in ("submissions_fts", "comments_fts"):
            self.db.execute(f"INSERT INTO {table}({table}) VALUES ('rebuild')")
            self.db.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
        self.db.execute("COMMIT")
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.execute("VACUUM")
        self.progress("index", 1, 1)

    def _insert(self, table: str, columns: str, rows: Iterable[Row]) -> None:
        names = columns.split()
        marks = ", ".join("?" for _ in names)
        self.db.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)

    def _forum_row(self, rng: random.Random, forum: Forum) -> Row:
        page = Page(self.library.forum(forum), rng)
        page.bound["forum"] = {"": forum.name}
        subscribers = int(1400 * 1.85**forum.size * rng.uniform(0.6, 1.5))
        created = days_before_start(rng, 450, 2600)
        featured = int(forum.size >= FEATURED_SIZE)
        return forum.id, forum.name, forum.title, forum.about, page.write("sidebar"), featured, created, subscribers

    def _add_thread(self, row: Planned, post: Post, thread: list[Reply], crowd: Crowd) -> None:
        image = self._paint(row, post) if row.has_image else None
        texts = write_replies(post, thread, row.author.id)
        comments = [
            self._comment_row(row.id, text, thread, reply, crowd) for text, reply in zip(texts, thread, strict=True)
        ]
        self._insert("submissions", _SUBMISSION_COLUMNS, [self._submission_row(row, post, image, thread, crowd)])
        self._insert("comments", _COMMENT_COLUMNS, comments)
        self._insert("submission_votes", "submission_id user_id choice created_at", self.ballots.take_submission())
        self._insert("comment_votes", "comment_id user_id choice created_at", self.ballots.take_comments())

    def _paint(self, row: Planned, post: Post) -> str:
        rng = self.recipe.stream("picture", row.id)
        picture = paint(row.picture, rng, post.words.get("top", ""), post.words.get("bottom", ""))
        self._insert("images", "id media_type width_px height_px data thumbnail", [picture.row()])
        return picture.id

    def _submission_row(self, row: Planned, post: Post, image: str | None, thread: list[Reply], crowd: Crowd) -> Row:
        seed_up, seed_down = row.upvotes, row.downvotes
        up, down = self.ballots.on_submission(row, crowd)
        up, down = seed_up + up, seed_down + down
        visible = [reply.created_at for reply in thread if reply.visibility == "visible"]
        created = iso(row.created_at)
        rank = hot_rank(datetime.fromisoformat(created), up - down, len(visible))
        edited = iso(row.created_at + 1900) if post.body and "\n\nEDIT" in post.body else None
        media = "image" if image else "url"
        return (
            *(row.id, row.forum.id, row.author.id, post.title, media, None if image else post.url, post.body, image),
            *(created, edited, row.visibility, int(row.is_locked), int(row.is_sticky), seed_up, seed_down, up, down),
            *(up - down, rank, controversy(up, down), len(visible), iso(max([row.created_at, *visible]))),
        )

    def _comment_row(self, above: int, body: str, thread: list[Reply], reply: Reply, crowd: Crowd) -> Row:
        up, down = self.ballots.on_comment(reply, crowd)
        up, down = reply.upvotes + up, reply.downvotes + down
        parent = None if reply.parent is None else thread[reply.parent].id
        edited = iso(reply.created_at + 15) if reply.is_edited else None
        return (
            *(reply.id, above, parent, reply.author.id, body, iso(reply.created_at), edited, reply.visibility),
            *(reply.upvotes, reply.downvotes, up, down, up - down),
        )


_SUBMISSION_COLUMNS = (
    "id forum_id user_id title media_type url body image_id created_at edited_at visibility is_locked is_sticky"
    " seed_upvotes seed_downvotes upvotes downvotes net_score ranking controversy comment_count last_active"
)
_COMMENT_COLUMNS = (
    "id submission_id parent_id user_id body created_at edited_at visibility"
    " seed_upvotes seed_downvotes upvotes downvotes net_score"
)
_LOG_COLUMNS = "forum_id user_id action submission_id comment_id reason created_at"
_COUNT_FORUMS = """
UPDATE forums SET
    submission_count = (SELECT count(*) FROM submissions s WHERE s.forum_id = forums.id AND s.visibility = 'visible'),
    subscriber_count = seed_subscribers + (SELECT count(*) FROM subscriptions p WHERE p.forum_id = forums.id)
"""


def _split(schema: str) -> tuple[list[str], list[str]]:
    """The schema's statements: those that make tables, and the rest (indexes, triggers)."""
    tables: list[str] = []
    rest: list[str] = []
    statement = ""
    for line in schema.splitlines(keepends=True):
        if not statement and (not line.strip() or line.startswith("--")):
            continue
        statement += line
        if sqlite3.complete_statement(statement):
            (tables if statement.startswith(("CREATE TABLE", "CREATE VIRTUAL")) else rest).append(statement.strip())
            statement = ""
    return tables, rest


def _moderators(
    rng: random.Random, forums: Sequence[Forum], crowds: dict[str, Crowd], account: Person
) -> Iterable[Row]:
    for forum in forums:
        chosen = [account] if forum.name == ACCOUNT_FORUM else []
        chosen += crowds[forum.name].people[: rng.randint(1, 4)]
        for person in chosen:
            yield forum.id, person.id, days_before_start(rng, 396, 440)


def _subscriptions(
    rng: random.Random, forums: Sequence[Forum], people: Sequence[Person], account: Person
) -> Iterable[Row]:
    for forum in forums:
        if forum.name in SUBSCRIBED:
            yield forum.id, account.id, days_before_start(rng, 20, 390)
    for person in people:
        if person is not account and rng.random() < 0.5:
            for forum in sorted(rng.sample(list(forums), rng.randint(1, 5)), key=lambda forum: forum.id):
                yield forum.id, person.id, days_before_start(rng, 1, 395)


def _log(planned: Sequence[Planned], threads: Threads, crowds: dict[str, Crowd]) -> Iterable[Row]:
    """What the moderators did, oldest first."""
    entries: list[tuple[int, Row]] = []
    for row in planned:
        moderator = crowds[row.forum.name].people[0].id
        for is_done, action in (
            (row.visibility == "trashed", "submission_removed"),
            (row.is_locked, "submission_locked"),
        ):
            if is_done:
                at = row.created_at + 600
                entries.append((at, (row.forum.id, moderator, action, row.id, None, _REASONS[row.id % 4], iso(at))))
        for reply in threads[row.id]:
            if reply.visibility == "trashed":
                at = reply.created_at + 20
                reason = _REASONS[reply.id % 4]
                entries.append((at, (row.forum.id, moderator, "comment_removed", row.id, reply.id, reason, iso(at))))
    return [entry for _, entry in sorted(entries, key=lambda item: item[0])]


_REASONS = ("Off topic", "Rule 2: be kind", "Posted before", "Advertising")
