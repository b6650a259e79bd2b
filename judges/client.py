"""The client: one question put to the endpoint, over the ``openai`` package, which only a model judge needs."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from .ballots import BallotError
from .endpoint import KEY, Endpoint
from .replies import Reply

if TYPE_CHECKING:
    import openai

NOT_INSTALLED = "the model judge needs the openai client; pip install 'browserenv[models]'"


class EndpointFault(Exception):
    """The model could not be asked, or did not answer; the message is one line and holds no key."""


class _Body(BaseModel):
    """What is read of an answer. Servers add fields, and leave some out; what is here must have its type."""

    model_config = ConfigDict(extra="ignore")


class _Message(_Body):
    content: str | None = None
    refusal: str | None = None


class _Choice(_Body):
    message: _Message
    finish_reason: str | None = None


class _Usage(_Body):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(_Body):
    choices: list[_Choice]
    usage: _Usage | None = None


class Client:
    """Asks one endpoint. The package is loaded, and the connection made, at the first question."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._openai: openai.OpenAI | None = None
        self._takes_schema = True
        self._lock = threading.Lock()

    def ask(self, messages: list[dict[str, Any]], schema: dict[str, Any]) -> Reply:
        """One reply. Raises ``BallotError`` when it holds no text, ``EndpointFault`` when there is none."""
        return _reply(self._post(messages, schema))

    def close(self) -> None:
        if self._openai is not None:
            self._openai.close()
            self._openai = None

    def _post(self, messages: list[dict[str, Any]], schema: dict[str, Any]) -> str:
        import openai  # noqa: PLC0415 - an optional extra

        client = self._started()
        try:
            return self._create(client, messages, schema)
        except openai.BadRequestError as error:
            if not self._takes_schema or "response_format" not in str(error):
                raise EndpointFault(self._refusal(error)) from error
            self._takes_schema = False  # the schema is in the text too
            return self._post(messages, schema)
        except openai.APITimeoutError as error:
            raise EndpointFault(f"{self._name} gave no reply within {self.endpoint.timeout_s:g} s") from error
        except openai.APIConnectionError as error:
            raise EndpointFault(f"{self._name} cannot be reached") from error
        except openai.AuthenticationError as error:
            raise EndpointFault(f"{self._name} refused the key; see {KEY}") from error
        except openai.APIStatusError as error:
            raise EndpointFault(self._refusal(error)) from error
        except openai.OpenAIError as error:
            raise EndpointFault(f"{self._name}: {type(error).__name__}") from error

    def _create(self, client: openai.OpenAI, messages: list[dict[str, Any]], schema: dict[str, Any]) -> str:
        options: dict[str, Any] = {}
        if self.endpoint.temperature is not None:
            options["temperature"] = self.endpoint.temperature
        if self._takes_schema:
            form = {"name": "ballot", "strict": True, "schema": schema}
            options["response_format"] = {"type": "json_schema", "json_schema": form}
        # Raw, since the package hands on what a server sent whether or not it has the promised form.
        answer = client.chat.completions.with_raw_response.create(
            model=self.endpoint.model,
            messages=messages,  # type: ignore[arg-type]  # the shape is OpenAI's, made in questions.py
            **options,
        )
        return str(answer.http_response.text)

    def _started(self) -> openai.OpenAI:
        with self._lock:
            if self._openai is None:
                import openai  # noqa: PLC0415 - as above

                self._openai = openai.OpenAI(
                    api_key=self.endpoint.key or "none",
                    base_url=self.endpoint.url,
                    timeout=self.endpoint.timeout_s,
                    max_retries=self.endpoint.max_retries,
                )
            return self._openai

    @property
    def _name(self) -> str:
        return f"{self.endpoint.model} at {self.endpoint.address}"

    def _refusal(self, error: openai.APIStatusError) -> str:
        said = " ".join(str(error.message).split())[:200]
        if self.endpoint.key:
            said = said.replace(self.endpoint.key, "***")
        return f"{self._name} answered {error.status_code}: {said}"


def require_openai() -> None:
    """Raises ``EndpointFault`` with the mend where the package is not installed."""
    try:
        import openai  # noqa: F401, PLC0415 - an optional extra
    except ImportError:
        raise EndpointFault(NOT_INSTALLED) from None


def _reply(body: str) -> Reply:
    try:
        completion = _Completion.model_validate_json(body)
    except ValidationError:
        raise BallotError(f"the answer is no chat completion: {' '.join(body.split())[:80]!r}") from None
    if not completion.choices:
        raise BallotError("the reply is empty")
    choice = completion.choices[0]
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise BallotError(f"the model refused: {' '.join((choice.message.refusal or 'content filter').split())[:120]}")
    if choice.finish_reason == "length":
        raise BallotError("the reply was cut off")
    usage = completion.usage or _Usage()
    return Reply(
        text=choice.message.content or "",
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
    )
