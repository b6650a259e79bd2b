"""Text and URL checks as the benchmarks judge them that they come from, quirks included.

Sources: WebArena's ``StringEvaluator`` and ``URLEvaluator``, VisualWebArena's versions of them. Their quirks are known
and kept: ``12`` passes for one of several short texts, a longer path passes for its beginning, the queries of
alternatives are thrown together. A task's other checks are judged by our own rules.
"""

from __future__ import annotations

from urllib.parse import parse_qs, urlparse

from ..tasks.address import parse_address
from ..tasks.checks import TextCheck, UrlCheck
from .evidence import Evidence, MissingEvidence
from .treebank import words


def clean(text: str, *, strip: bool = True) -> str:
    """Ends stripped (not by VisualWebArena), one pair of quotes dropped, lower case; nothing else."""
    text = text.strip() if strip else text
    for quote in "'\"":
        if text.startswith(quote) and text.endswith(quote):
            text = text[1:-1]
            break
    return text.lower()


def wrong_text(check: TextCheck, answer: str) -> str:
    """Why an answer fails; an empty text when it does not. The answer is cleaned twice, as there."""
    strip = check.benchmark is None
    seen = clean(clean(answer, strip=strip), strip=strip)
    if check.exact is not None:
        return "" if any(seen == clean(item, strip=strip) for item in check.exact) else "the answer is another text"
    required = check.must_include or ()
    for any_of in required:
        if not any(_includes(clean(item, strip=strip), seen, check, len(required)) for item in any_of):
            return f"the answer does not include {' or '.join(map(repr, any_of))}"
    for item in check.must_exclude or ():
        if _mentions(clean(item, strip=strip), seen):
            return f"the answer mentions {item!r}"
    return ""


def wrong_url(check: UrlCheck, evidence: Evidence, url: str) -> str:
    """Why a final URL fails; an empty text when it does not."""
    references = [_whole(address, evidence) for address in check.addresses]
    if check.benchmark is not None:
        return _wrong_url_visual(check, url, references)
    base, query = _parts(url.rstrip("/"))
    parsed = [_parts(reference.rstrip("/")) for reference in references]
    if not any(reference in base for reference, _ in parsed):
        return f"address {base} holds none of {', '.join(reference for reference, _ in parsed)}"
    pooled: dict[str, set[str]] = {}
    for _, reference_query in parsed:
        for key, values in reference_query.items():
            pooled.setdefault(key, set()).update(values)
    for key, wanted in pooled.items():
        if not wanted & set(query.get(key, [])):
            return f"query lacks {key}={' or '.join(sorted(wanted))}"
    return ""


def _includes(item: str, seen: str, check: TextCheck, n_required: int) -> bool:
    """WebArena compares with single words where one character alone is asked for, VisualWebArena where one word is."""
    if check.benchmark is None:
        as_word = n_required == 1 and len(item) == 1 and len(words(item)) == 1
    else:
        as_word = len(words(item)) == 1
    return item in words(seen) if as_word else item in seen


def _mentions(item: str, seen: str) -> bool:
    return item in words(seen) if len(words(item)) == 1 else item in seen


def _whole(address: str, evidence: Evidence) -> str:
    site, _ = parsed = parse_address(address)
    if site not in evidence.hosts:
        raise MissingEvidence(f"no host of site {site!r} in the evidence")
    return parsed.on(evidence.hosts[site])


def _parts(url: str) -> tuple[str, dict[str, list[str]]]:
    parsed = urlparse(url)
    return parsed.netloc + parsed.path, parse_qs(parsed.query)


def _wrong_url_visual(check: UrlCheck, url: str, references: list[str]) -> str:
    seen = _visual(url)
    wanted = [_visual(reference) for reference in references]
    same = any(each in seen for each in wanted) if check.match == "prefix" else seen in wanted
    return "" if same else f"address {seen} is none of {', '.join(wanted)}"


def _visual(url: str) -> str:
    return url.removesuffix("/").replace("localhost", "127.0.0.1")
