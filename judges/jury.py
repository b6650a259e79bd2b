"""The jury: one question asked several times, and what more than half of the samples say."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .ballots import Ballot, BallotError
from .client import Client, EndpointFault, require_openai
from .endpoint import NO_MODEL, Endpoint, endpoint_from, replies_folder
from .questions import Question, messages
from .replies import Replies, Reply

NO_BALLOT = "no ballot"


@dataclass
class Spent:
    """What was asked and paid in this process: cached replies cost nothing.

    ``n_unmetered`` counts replies whose server did not tell the tokens, so that the sums are lower bounds.
    """

    n_requests: int = 0
    n_from_cache: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    n_unmetered: int = 0


@dataclass(frozen=True)
class Poll:
    """The ballots on one question, in the order in which they were asked for.

    ``passes`` is None where no more than half of ``n_samples`` agree. ``key`` names the question in the cache.
    """

    key: str
    ballots: tuple[Ballot, ...]
    replies: tuple[Reply, ...]
    n_samples: int

    @property
    def passes(self) -> bool | None:
        return _decided([ballot.passes for ballot in self.ballots], self.n_samples)

    @property
    def reason(self) -> str:
        """The votes, and the first reason given for what was decided; without a decision, why a ballot is none."""
        votes = ", ".join(ballot.said for ballot in self.ballots)
        for ballot in sorted(self.ballots, key=lambda ballot: ballot.said != NO_BALLOT):
            if ballot.passes is self.passes and ballot.reason:
                return f"{votes}: {' '.join(ballot.reason.split())[:300]}"
        return votes


class Jury:
    """Puts questions to one endpoint. Threads may share it."""

    def __init__(self, endpoint: Endpoint, replies: Replies | None = None) -> None:
        self.endpoint = endpoint
        self.replies = replies or Replies()
        self.spent = Spent()
        self._client = Client(endpoint)
        self._lock = threading.Lock()

    def poll(self, question: Question) -> Poll:
        """Ask until the outcome is decided. Raises ``EndpointFault`` when the model cannot be asked."""
        n_samples = self.endpoint.n_samples
        key = self.key(question)
        known, ballots = self._known(key, question)
        with self._lock:
            self.spent.n_from_cache += len(known)
        while not _is_settled([ballot.passes for ballot in ballots], n_samples):
            try:
                reply = self._ask(question)
                ballots.append(question.scale.read(reply.text))
            except BallotError as error:
                ballots.append(Ballot(NO_BALLOT, None, str(error)))
                continue
            known.append(reply)
            self.replies.put(key, known)
        return Poll(key, tuple(ballots), tuple(known), n_samples)

    def key(self, question: Question) -> str:
        """SHA-256, in hex, of all that may move a reply: the question's content, the model, where and how."""
        endpoint = self.endpoint
        content = [endpoint.address, endpoint.model, endpoint.temperature, question.content]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def close(self) -> None:
        self._client.close()

    def _known(self, key: str, question: Question) -> tuple[list[Reply], list[Ballot]]:
        """Replies of the cache, and what they say; one that says nothing would have been tampered with."""
        known = list(self.replies.get(key))[: self.endpoint.n_samples]
        try:
            return known, [question.scale.read(reply.text) for reply in known]
        except BallotError:
            return [], []

    def _ask(self, question: Question) -> Reply:
        """A reply that is a ballot. Raises ``BallotError`` when none came in all attempts."""
        if self.endpoint.lacks:
            raise EndpointFault(self.endpoint.lacks)
        require_openai()
        for attempt in range(1, self.endpoint.n_attempts + 1):
            try:
                # From the system's generator on purpose: no seed may tell an agent the token.
                reply = self._client.ask(messages(question, secrets.token_hex(16)), question.scale.schema())
                self._count(reply)
                question.scale.read(reply.text)
                return reply.model_copy(update={"n_requests": attempt})
            except BallotError as error:
                last = error
        raise last

    def _count(self, reply: Reply) -> None:
        with self._lock:
            self.spent.n_requests += 1
            self.spent.prompt_tokens += reply.prompt_tokens or 0
            self.spent.completion_tokens += reply.completion_tokens or 0
            self.spent.n_unmetered += None in (reply.prompt_tokens, reply.completion_tokens)


def jury_from(environ: Mapping[str, str] = os.environ, model: str | None = None, url: str | None = None) -> Jury | None:
    """The jury that settings and environment configure, with its cache; None without a model.

    Raises ``EndpointError``.
    """
    endpoint = endpoint_from(environ, model, url)
    return None if endpoint is None else Jury(endpoint, Replies(replies_folder(environ)))


def lacking(jury: Jury | None) -> str:
    """Why no model can be asked; empty when, as far as can be known without asking, one can."""
    if jury is None:
        return NO_MODEL
    try:
        require_openai()
    except EndpointFault as fault:
        return str(fault)
    return jury.endpoint.lacks


def usage_of(replies: tuple[Reply, ...], price: tuple[float, float] | None) -> dict[str, Any]:
    """Tokens of replies when they were given, and US dollars; None where a server did not tell, or no price is set."""
    prompt = [reply.prompt_tokens for reply in replies]
    completion = [reply.completion_tokens for reply in replies]
    known = None not in prompt and None not in completion
    tokens = [sum(count or 0 for count in counts) for counts in (prompt, completion)]
    cost = (tokens[0] * price[0] + tokens[1] * price[1]) / 1e6 if known and price else None
    return {
        "prompt_tokens": tokens[0] if None not in prompt else None,
        "completion_tokens": tokens[1] if None not in completion else None,
        "n_requests": sum(reply.n_requests for reply in replies),
        "cost_usd": cost,
    }


def _decided(votes: list[bool | None], n_samples: int) -> bool | None:
    for side in (True, False):
        if votes.count(side) * 2 > n_samples:
            return side
    return None


def _is_settled(votes: list[bool | None], n_samples: int) -> bool:
    """Whether no further vote can change the outcome."""
    if _decided(votes, n_samples) is not None:
        return True
    left = n_samples - len(votes)
    return all((votes.count(side) + left) * 2 <= n_samples for side in (True, False))
