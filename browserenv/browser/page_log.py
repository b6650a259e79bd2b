"""What goes wrong in the pages by themselves: errors that scripts throw, and errors written to the console."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from playwright.async_api import BrowserContext, ConsoleMessage, WebError

KEPT = 50
MAX_CHARS = 500


@dataclass(frozen=True)
class PageError:
    """``kind``: ``thrown`` or ``console``; ``url``: of the page it happened on."""

    kind: str
    text: str
    url: str

    def as_record(self) -> dict[str, str]:
        """As plain JSON."""
        return asdict(self)


class PageLog:
    """The errors of a context's pages. They are evidence for people; the agent does not see them."""

    def __init__(self, context: BrowserContext) -> None:
        self._errors: list[PageError] = []
        context.on("console", self._written)
        context.on("weberror", self._thrown)

    def take(self) -> tuple[PageError, ...]:
        """The errors since the last call, oldest first (the first ones of many)."""
        errors, self._errors = tuple(self._errors), []
        return errors

    def _written(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._keep("console", message.text, message.page.url if message.page else "")

    def _thrown(self, error: WebError) -> None:
        self._keep("thrown", str(error.error), error.page.url if error.page else "")

    def _keep(self, kind: str, text: str, url: str) -> None:
        if len(self._errors) < KEPT:
            self._errors.append(PageError(kind, text[:MAX_CHARS], url))
