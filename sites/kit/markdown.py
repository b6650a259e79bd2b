"""Users' texts as safe HTML: CommonMark without raw HTML or pictures, sanitised once more on the way out."""

from __future__ import annotations

import re

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

_PARSER = MarkdownIt("commonmark", {"html": False})
_TAGS = {
    *("p", "br", "hr", "em", "strong", "code", "pre", "blockquote", "a"),
    *("ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6"),
}
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES = {"http", "https", "mailto"}

# Paragraphs in which no character means anything to CommonMark, and no line starts like a list, a heading's underline
# or a quotation. Most comments are such; parsing them would only cost time. A test holds both ways to the same HTML.
_WIDE = "\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff\uf900-\ufefe"
_PLAIN = re.compile(rf"(?:[A-Za-z(\"'${_WIDE}][A-Za-z0-9 ,.;:!?'\"()/%${_WIDE}-]*(?:\n+|$))+")
_NOTHING_SPECIAL = re.compile(r" \n|\n ")


def render(text: str | None) -> Markup:
    """HTML of a text. Links carry no target and no referrer's blessing (``rel="nofollow"``)."""
    if not text:
        return Markup("")
    text = text.strip("\n")
    if _PLAIN.fullmatch(text) and not _NOTHING_SPECIAL.search(text) and not text.endswith(" "):
        return _paragraphs(text)
    return _parsed(text)


def _parsed(text: str) -> Markup:
    html = nh3.clean(
        _PARSER.render(text), tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel="nofollow"
    )
    return Markup(html)


def _paragraphs(text: str) -> Markup:
    html = "".join(f"<p>{_escape(paragraph)}</p>\n" for paragraph in re.split(r"\n{2,}", text))
    return Markup(html)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
