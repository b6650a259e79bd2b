"""The cache of replies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browserenv.judges.replies import Replies, Reply

KEY = "ab" * 32
REPLY = Reply(text="{}", prompt_tokens=3)


def test_what_was_put_is_there_for_the_next_process(tmp_path: Path) -> None:
    Replies(tmp_path).put(KEY, [REPLY, REPLY])
    assert Replies(tmp_path).get(KEY) == (REPLY, REPLY)
    assert Replies(tmp_path).get("cd" * 32) == ()
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [f"{KEY}.json"]


def test_a_broken_file_counts_as_absent(tmp_path: Path) -> None:
    Replies(tmp_path).put(KEY, [REPLY])
    (tmp_path / "ab" / f"{KEY}.json").write_bytes(b"[{")
    assert Replies(tmp_path).get(KEY) == ()


def test_replies_of_a_stored_verdict_are_recalled() -> None:
    replies = Replies()
    replies.recall({"key": KEY, "replies": [REPLY.model_dump(mode="json")]})
    others: tuple[Any, ...] = (None, "x", {}, {"key": 1, "replies": []}, {"replies": []})
    for other in others:
        replies.recall(other)
    assert replies.get(KEY) == (REPLY,)
