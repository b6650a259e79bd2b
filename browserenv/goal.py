"""The goal as content parts, in the shape that model clients take: the intent's text and its pictures."""

from __future__ import annotations

import base64
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import Any

from .errors import InfrastructureFault
from .tasks.address import parse_address
from .tasks.task import Task
from .worlds.base import Address

TIMEOUT_S = 20.0
ADDRESSES = ("http:", "https:", "data:")


def goal_object(task: Task, addresses: Mapping[str, Address]) -> tuple[dict[str, Any], ...]:
    """``{"type": "text", ...}``, and ``{"type": "image_url", ...}`` for each picture of the task.

    A picture on a site of the world, ``addresses`` by site, is there as a ``data:`` address, since nothing but the
    browser reaches the sites by name; another address stays as it is. Raises ``InfrastructureFault`` when a site does
    not give a picture.
    """
    urls = [_picture(text, addresses) for text in task.pictures or ()]
    pictures = ({"type": "image_url", "image_url": {"url": url}} for url in urls)
    return ({"type": "text", "text": task.intent}, *pictures)


def _picture(text: str, addresses: Mapping[str, Address]) -> str:
    if not text.startswith(ADDRESSES):
        named = parse_address(text)
        text = named.on(addresses[named.site].origin)
    parts = urllib.parse.urlsplit(text)
    site = next((each for each in addresses.values() if each.host == parts.netloc), None)
    return text if site is None else _fetched(text, parts, site)


def _fetched(url: str, parts: urllib.parse.SplitResult, site: Address) -> str:
    path = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
    request = urllib.request.Request(f"http://{site.ip}:{site.port}{path}", headers={"Host": site.host})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the site is on this machine
    try:
        with opener.open(request, timeout=TIMEOUT_S) as response:
            data, media_type = response.read(), response.headers.get_content_type()
    except OSError as error:
        raise InfrastructureFault("site", f"the goal's picture {url} could not be had: {error}") from error
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"
