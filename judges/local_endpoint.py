"""A local endpoint that speaks OpenAI's chat completions: for tests, and for people without a key.

It answers by a rule, not by a model, and misbehaves on order: what an endpoint can do wrong is tried against the real
client over real HTTP. The rule that comes with it is literal-minded; its verdicts show that all is in order, and are
no measure of an agent.
"""

from __future__ import annotations

import json
import re
import threading
from collections import deque
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self, get_args

from .ballots import CANNOT_TELL
from .plain_text import plain
from .questions import blocks_in
from .text import states

Behaviour = Literal[
    "good",
    "malformed",  # an object cut off in the middle
    "empty",  # no text
    "no choices",
    "prose",  # a right object with words around it
    "not incorrect",  # a verdict that is none of the choices
    "twice",  # two verdicts in one object
    "refusal",
    "cut off",  # at the length limit
    "no json",  # an HTML page with status 200
    "slow",  # no answer until the endpoint closes
    "429",
    "500",
    "401",
    "no schema",  # refuses response_format, as servers without structured output do
    "hang up",
    "no usage",
    "partial usage",
]
BEHAVIOURS: tuple[str, ...] = get_args(Behaviour)
_STATUS = {
    "429": "too many requests",
    "500": "the server failed",
    "401": "Incorrect API key provided",
}


class Asked:
    """One request: its ``body``, the ``blocks`` of its question by name, and the ``schema`` of the reply."""

    def __init__(self, body: dict[str, Any]) -> None:
        self.body = body
        content = body["messages"][-1]["content"]
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        self.blocks = blocks_in(next((part["text"] for part in parts if part["type"] == "text"), ""))
        self.pictures = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
        self.schema = self._schema()

    def _schema(self) -> dict[str, Any]:
        form = self.body.get("response_format", {}).get("json_schema", {}).get("schema")
        # Without structured output, it is the last thing in the instructions.
        system: str = self.body["messages"][0]["content"]
        schema: dict[str, Any] = form or json.loads(system[system.index('{"type": "object"') :])
        return schema

    @property
    def judged(self) -> str:
        """The block that is to be judged, which is the last."""
        return list(self.blocks.values())[-1] if self.blocks else ""

    def ballot(self, passes: bool | None, reason: str = "by rule") -> str:
        """A right reply that passes, fails or abstains."""
        properties = self.schema["properties"]
        if "score" in properties:
            return json.dumps({"reason": reason, "score": None if passes is None else float(passes)})
        words = properties["verdict"]["enum"]
        word = CANNOT_TELL if passes is None else words[0] if passes else words[-2]
        return json.dumps({"reason": reason, "verdict": word})


Rule = Callable[[Asked], str]


def literal(asked: Asked) -> str:
    """Passes where every part of the reference, or every quoted text of the criterion, is stated word for word."""
    if "reference" in asked.blocks:
        parts = [re.sub(r"^\d+\. ", "", line) for line in asked.blocks["reference"].splitlines()]
    else:
        parts = re.findall(r"['\"]([^'\"]+)['\"]", asked.blocks.get("criterion", ""))
    if not parts:
        return asked.ballot(None, "nothing to compare word for word")
    missing = [part for part in parts if plain(part) not in plain(asked.judged) or states(part, asked.judged, parts)]
    return asked.ballot(not missing, f"not stated: {missing[0]}" if missing else "all is stated")


class LocalEndpoint:
    """The server, from ``with`` to its end, on loopback.

    ``order``: a behaviour for each request to come, then ``then`` for all further ones. ``requests`` holds what was
    asked. ``url`` is what ``BROWSERENV_JUDGE_URL`` takes.
    """

    def __init__(self, rule: Rule = literal, order: Iterable[str] = (), then: str = "good", port: int = 0) -> None:
        self.rule = rule
        self.order = deque(order)
        self.then = then
        for name in (*self.order, then):
            if name not in BEHAVIOURS:
                raise ValueError(f"no behaviour {name!r}; there are {', '.join(BEHAVIOURS)}")
        self.requests: list[Asked] = []
        self.keys: list[str] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def take(self, body: dict[str, Any], authorization: str) -> tuple[str, Asked]:
        """Note a request, and say how to behave."""
        asked = Asked(body)
        with self._lock:
            self.requests.append(asked)
            self.keys.append(authorization.removeprefix("Bearer "))
            return (self.order.popleft() if self.order else self.then), asked


def _handler(endpoint: LocalEndpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            behaviour, asked = endpoint.take(body, self.headers.get("Authorization", ""))
            if behaviour == "slow":
                endpoint.closing.wait()
            if behaviour in ("slow", "hang up"):
                self.close_connection = True
                return
            if behaviour == "no schema" and "response_format" not in body:
                behaviour = "good"
            if behaviour in _STATUS or behaviour == "no schema":
                self._refuse(behaviour)
            elif behaviour == "no json":
                self._send(200, b"<html><body>Welcome to the proxy</body></html>", "text/html")
            else:
                self._send(200, json.dumps(_completion(behaviour, asked, endpoint.rule)).encode())

        def _refuse(self, behaviour: str) -> None:
            said = _STATUS.get(behaviour, "'response_format' is not supported")
            self._send(
                int(behaviour) if behaviour in _STATUS else 400, json.dumps({"error": {"message": said}}).encode()
            )

        def _send(self, status: int, content: bytes, kind: str = "application/json") -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            if status in (429, 500):
                self.send_header("Retry-After-Ms", "10")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Requests are kept in ``requests``, and nothing is printed."""

    return Handler


def _completion(behaviour: str, asked: Asked, rule: Rule) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": _content(behaviour, asked, rule)}
    if behaviour == "refusal":
        message |= {"content": None, "refusal": "I cannot help with that."}
    finish = "length" if behaviour == "cut off" else "stop"
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    if behaviour == "partial usage":
        usage = {"prompt_tokens": 100}
    return {
        "id": "local",
        "object": "chat.completion",
        "model": asked.body["model"],
        "choices": [] if behaviour == "no choices" else [{"index": 0, "message": message, "finish_reason": finish}],
        **({} if behaviour == "no usage" else {"usage": usage}),
    }


def _content(behaviour: str, asked: Asked, rule: Rule) -> str:
    good = rule(asked)
    if behaviour == "good":
        return good
    name = "score" if "score" in asked.schema["properties"] else "verdict"
    return {
        "malformed": good[:-3],
        "empty": "",
        "prose": f"Sure! Here is my verdict: {good} I hope this helps.",
        "not incorrect": json.dumps({"reason": "It holds.", name: "not incorrect"}),
        "twice": good[:-1] + f", {json.dumps(name)}: {json.dumps(json.loads(good)[name])}}}",
    }.get(behaviour, good)
