"""Pictures that a locator names, as bytes: fetched by the page itself, so with its login and behind the same wall."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

MAX_PICTURES = 16
MAX_BYTES = 4_000_000

# Elements are read by what they show (currentSrc, so also of a srcset), texts are addresses.
_SCRIPT = """(async (found) => {
  const one = found == null ? [] : typeof found === "string" || found instanceof Node ? [found] : [...found];
  const read = async (item) => {
    const named = typeof item === "string" ? item : item.currentSrc || item.src || item.href || "";
    if (typeof named !== "string" || named === "") return {src: "", error: "it has no address of a picture"};
    const src = new URL(named, document.baseURI).href;
    try {
      const answer = await fetch(src);
      const picture = {src, status: answer.status, type: answer.headers.get("content-type") || ""};
      if (!answer.ok) return picture;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (bytes.length > MAX_BYTES) return {...picture, error: `${bytes.length} bytes are more than MAX_BYTES`};
      let text = "";
      for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
      return {...picture, base64: btoa(text)};
    } catch (error) { return {src, error: `it could not be fetched: ${error.message}`}; }
  };
  return Promise.all(one.slice(0, MAX_PICTURES).map(read));
})(LOCATOR)"""


def script_for(locator: str) -> str:
    """An expression whose promised value is a list with a record for each picture that ``locator`` names.

    A record has ``src``; where the server answered, ``status`` and ``type``; ``base64`` where it sent the picture;
    ``error`` where it could not be had. No more than ``MAX_PICTURES`` are read, of ``MAX_BYTES`` each.
    """
    script = _SCRIPT.replace("MAX_PICTURES", str(MAX_PICTURES)).replace("MAX_BYTES", str(MAX_BYTES))
    return script.replace("LOCATOR", locator)


def with_digests(pictures: Any) -> Any:
    """The records, with ``sha256`` of the bytes in hex."""
    return [
        {**picture, "sha256": hashlib.sha256(base64.b64decode(picture["base64"])).hexdigest()}
        if "base64" in picture
        else picture
        for picture in pictures
    ]
