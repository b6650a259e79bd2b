"""VisualWebArena's ``page_image_query``: pictures of a page, asked about or compared with others.

Source of the field names and of which pictures count: that benchmark's ``PageImageEvaluator``. It passes where any
picture gets an answer that holds the wanted one; a model of ours is asked whether the wanted answer is right.
"""

from __future__ import annotations

import base64
from pathlib import Path

from .errors import Flaw
from .foreign import Addresses, Content, Notes

_FORMATS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp"}
_ALL = "document.querySelectorAll('img')"


def image_checks(query: Content, addresses: Addresses, folder: Path, notes: Notes, task_id: str) -> list[Content]:
    """A check for each question and for the reference pictures; ``folder`` is where their paths begin.

    Raises ``Flaw`` for a query that asks nothing.
    """
    url = query["eval_image_url"]
    if url.startswith("func:"):
        return [notes.unsupported("page_image_query on a page by helper", query, task_id, original=True)]
    locator = _locator(query["eval_image_class"].strip())
    where = {"judge": "image", "url": url if url == "last" else addresses.address(url), "locator": locator}
    checks = [{**where, **_question(each), "original": True} for each in query.get("eval_vqa", [])]
    if names := query.get("eval_fuzzy_image_match"):
        like = [_picture(folder / name) for name in names.split(" |OR| ")]
        if not all(like):
            item = "page_image_query with a picture that is not at hand"
            return [*checks, notes.unsupported(item, query, task_id, original=True)]
        threshold = {"min_similarity": float(query["ssim_threshold"])} if "ssim_threshold" in query else {}
        checks.append({**where, "like": like, **threshold, "original": True})
    if not checks:
        raise Flaw("eval.page_image_query", "a query asks nothing", "; it needs eval_vqa or eval_fuzzy_image_match")
    return checks


def _locator(selector: str) -> str:
    """The pictures that a class names or holds, all of the page's where it is empty."""
    if not selector:
        return _ALL
    named = selector.replace("\\", "\\\\").replace("'", "\\'")
    pictures = "e => e.tagName === 'IMG' ? [e] : [...e.querySelectorAll('img')]"
    return f"[...document.querySelectorAll('{named}')].flatMap({pictures})"


def _question(asked: Content) -> Content:
    question, answer = asked["question"], asked["answer"].strip()
    if answer.lower() in ("yes", "no"):
        return {"question": question, "expected": answer.lower()}
    return {"question": f"Is {answer!r} a right answer to the question {question!r}"}


def _picture(path: Path) -> str:
    """As a data URL; empty where it is no file, such as an address in the web."""
    if path.suffix.lower() not in _FORMATS or not path.is_file():
        return ""
    content = base64.b64encode(path.read_bytes()).decode()
    return f"data:image/{_FORMATS[path.suffix.lower()]};base64,{content}"
