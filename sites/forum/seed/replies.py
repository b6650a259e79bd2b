"""The text of comments: they speak of what the submission is about, and no sentence stands twice under one."""

from __future__ import annotations

from collections.abc import Sequence

from .posts import Post, rule_for
from .threads import Reply

TAIL_SHARE = 0.13
MIX_SHARE = 0.1
TAIL_KINDS = ("ask", "talk", "tip", "review")
LINK_KINDS = ("news", "joke")
"""Kinds whose author did not make what is shown, and so answers like anybody else."""


def write_replies(post: Post, thread: Sequence[Reply], author: int) -> list[str]:
    """The texts of a thread's comments in their order (parents before children); ``author`` is the submission's."""
    texts: list[str] = []
    for reply in thread:
        above = None if reply.parent is None else texts[reply.parent]
        texts.append(_write(post, reply, above, is_author=reply.author.id == author))
    return texts


def _write(post: Post, reply: Reply, above: str | None, *, is_author: bool) -> str:
    """One text; of a comment that its author deleted, nothing is left."""
    if reply.visibility == "deleted":
        return ""
    page = post.page
    if f"c{reply.id}" in page.grammar.rules:
        return page.write_new(f"c{reply.id}")
    rule = _author_rule(post, above) if is_author else _rule(post, above)
    text = page.write_new(rule)
    if above is None and rule.startswith(("on-", "answer")) and not text.endswith("?"):
        text = _lengthen(post, text)
    return text


def _lengthen(post: Post, text: str) -> str:
    roll = post.page.rng.random()
    if roll < MIX_SHARE:
        return f"{text} {post.page.write_new(rule_for(post.page, 'remark', post.kind))}"
    if roll < MIX_SHARE + TAIL_SHARE and post.kind in TAIL_KINDS and len(text) > 50:
        return f"{text} {post.page.write_new('tail')}"
    return text


def _rule(post: Post, above: str | None) -> str:
    roll = post.page.rng.random()
    if above is not None:
        general = "reply-q" if above.endswith("?") else "reply"
        return general if roll < 0.72 else rule_for(post.page, "remark", post.kind)
    if post.kind == "ask":
        return (
            rule_for(post.page, "answer", post.words.get("sub", ""))
            if roll < 0.55
            else "on-ask"
            if roll < 0.75
            else "remark"
        )
    return f"on-{post.kind}" if roll < 0.45 else rule_for(post.page, "remark", post.kind)


def _author_rule(post: Post, above: str | None) -> str:
    if f"op-{post.kind}" in post.page.grammar.rules and post.kind != "ask":
        return f"op-{post.kind}"
    if above is None:
        return "op-top"
    is_question = above.endswith("?")
    if post.kind in LINK_KINDS:
        return "reply-q" if is_question else "reply"
    return "op-q" if is_question else rule_for(post.page, "op", post.kind)
