"""What words of a page a person sees, and which of them a tree does not tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any

from browserenv.browser.session import Session
from browserenv.browser.sight import Sight

# What stands where a person looks: the words of texts that a click at their middle would meet, and what fields show.
WORDS = """() => {
  const found = [];
  const styleOf = (element) => element.ownerDocument.defaultView.getComputedStyle(element);
  const atPoint = (root, x, y) => {
    const hit = root.elementFromPoint(x, y);
    return hit && hit.shadowRoot && hit.shadowRoot !== root ? atPoint(hit.shadowRoot, x, y) || hit : hit;
  };
  const isSeen = (root, element, { x, y, width, height }) => {
    if (!(width > 0 && height > 1)) return false;
    const hit = atPoint(root, x + width / 2, y + height / 2);
    return Boolean(hit) && (hit === element || element.contains(hit) || hit.contains(element));
  };
  const showsText = (element) => {
    const style = styleOf(element);
    // What is hidden from readers inside of what has a label is what the label tells, in other words.
    const hidden = element.closest("[aria-hidden=true]"), label = hidden && hidden.closest("[aria-label]");
    return !label && style.visibility === "visible" && Number(style.opacity) > 0 && parseFloat(style.fontSize) > 1
      && !/^(script|style|noscript|textarea|option|iframe|title)$/.test(element.localName);
  };
  const look = (root) => {
    const document = root.ownerDocument || root;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode, element = text.parentElement || root.host;
      if (!showsText(element)) continue;
      for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (isSeen(root, element, range.getBoundingClientRect())) found.push(word[0]);
      }
    }
    for (const element of root.querySelectorAll("*")) {
      const box = element.getBoundingClientRect();
      if (element.shadowRoot) look(element.shadowRoot);
      if (element.localName === "iframe" && element.contentDocument) look(element.contentDocument);
      if (!/^(input|textarea|select)$/.test(element.localName) || !isSeen(root, element, box)) continue;
      const chosen = element.selectedOptions && element.selectedOptions[0];
      const isDrawn = /^(checkbox|radio|color|range|file|date|time|datetime-local)$/.test(element.type);
      const shown = chosen ? chosen.text : isDrawn ? "" : element.value || element.placeholder || "";
      found.push(...(shown.slice(0, 300).match(/[\\p{L}\\p{N}]+/gu) || []));
    }
  };
  look(document);
  return found;
}"""
_WORD = re.compile(r"[^\W_]+")


def lost(
    run: Callable[[Coroutine[Any, Any, Any]], Any], session: Session, axtree_format: Any, *, prune: bool = True
) -> tuple[set[str], int]:
    """The words in sight on the active tab that the tree does not tell, and how many are in sight."""
    seen = run(session.script(WORDS))
    sight = Sight(axtree_format=axtree_format, axtree_prune=prune)
    tree = (run(session.observe(frozenset({"axtree"}), sight)).axtree or "").casefold()
    told = set(_WORD.findall(re.sub(r"\\(n|t|u\w{4}|x\w{2})", " ", tree)))
    # A text that lines before hold, in whatever words of theirs, has no line in webarena's format: that is its rule.
    by_letters = axtree_format == "webarena" and prune
    words = {part for word in seen for part in _WORD.findall(word.casefold())}
    return {word for word in words if not (word in tree if by_letters else word in told)}, len(words)
