"""What a user may choose when an environment is made; a run record keeps it, since each choice can move a score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Any, Literal, Self, get_args

import numpy as np

from .browser.sight import AXTREE_FORMATS, LEAST_CHARS, AxtreeFormat, Sight
from .errors import BrowserenvError, nearest
from .judges.endpoint import public_url

RewardAt = Literal["step", "end"]
ResetBy = Literal["replace", "rollback"]
WhichChecks = Literal["all", "original"]
ActionFormat = Literal["browsergym", "webarena", "pyautogui", "computer_13"]
PARTS = (
    "axtree",
    "screenshot",
    "screenshot_som",
    "screenshot_full",
    "html",
    "axtree_object",
    "dom_object",
    "extra_element_properties",
)
BESIDE = ("backend", "render_mode", "pool", "addresses", "catalog", "jury", "loop")  # what an environment takes, too
MOST_TIMEOUT_MS = 3_600_000  # a browser's timers do not reach much farther, and end at once where they are asked to
# What a value must be, for those that are no choice of a few: the types, and how a person says it.
FLAG, WHOLE, NUMBER, TEXT = (
    ((bool,), "True or False"),
    ((int,), "a whole number"),
    ((int, float), "a number"),
    ((str,), "a text"),
)
KINDS: Mapping[str, tuple[tuple[type, ...], str]] = MappingProxyType(
    {
        **dict.fromkeys(("headless", "axtree_prune", "axtree_viewport_only", "multi_action", "cdp"), FLAG),
        **dict.fromkeys(("axtree_max_chars", "max_steps"), WHOLE),
        **dict.fromkeys(("screenshot_scale", "max_time_s", "action_timeout_ms", "navigation_timeout_ms"), NUMBER),
        **dict.fromkeys(("judge_model", "judge_url"), TEXT),
    }
)


@dataclass(frozen=True)
class Settings:
    """The choices, each with its default.

    ``reset_by``: how a world is put to its start state: all is copied, or what was written is thrown away; None is the
    backend's own way, and the outcome is the same. ``viewport``: (width, height) in px. ``observe``: parts of an
    observation; how they are is said by ``axtree_format`` and the settings after it, see ``browser.sight.Sight`` and
    docs/observations.md. ``action_format``: the grammar of actions; ``multi_action``: whether a step may hold several
    (docs/actions.md). ``screenshot_scale``: coordinates in actions are pixels of the scaled picture. ``max_steps`` and
    ``max_time_s``: None is the task's own budget; the time is what the environment spends in ``step``.
    ``action_timeout_ms``: the longest that an action may take; ``navigation_timeout_ms``: the longest that a site may
    take to answer (docs/actions.md, time limits). ``cdp``: offer the agent's browser to outside programs, at
    ``env.cdp_url``; the limits of actions do not bind them. ``judge_model`` and ``judge_url``: the model that model
    judges ask, and where; None is what the environment variables BROWSERENV_JUDGE_MODEL and BROWSERENV_JUDGE_URL say.
    Its key is no setting, so that no record holds it.
    """

    size: str = "full"
    reset_by: ResetBy | None = None
    headless: bool = True
    viewport: tuple[int, int] = (1280, 720)
    observe: tuple[str, ...] = ("axtree", "screenshot")
    axtree_format: AxtreeFormat = "tree"
    axtree_viewport_only: bool | None = None
    axtree_prune: bool = True
    axtree_max_chars: int | None = None
    action_format: ActionFormat = "browsergym"
    multi_action: bool = False
    screenshot_scale: float = 1.0
    reward_at: RewardAt = "step"
    checks: WhichChecks = "all"
    max_steps: int | None = None
    max_time_s: float | None = None
    action_timeout_ms: float | None = None
    navigation_timeout_ms: float | None = None
    cdp: bool = False
    judge_model: str | None = None
    judge_url: str | None = None

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Settings from keyword arguments. Raises ``BrowserenvError`` naming a key or value that is not known."""
        names = [field.name for field in fields(cls)]
        for name in given:
            if name not in names:
                guess = nearest(name, [*names, *BESIDE]) or f"; there are {', '.join(names)}"
                raise BrowserenvError(f"no setting {name!r}{guess}")
        settings = cls(**{name: _plain(value) for name, value in given.items()})
        settings._verify()
        return settings

    @property
    def sight(self) -> Sight:
        """How the agent sees."""
        return Sight(**{field.name: getattr(self, field.name) for field in fields(Sight)})

    def _verify(self) -> None:
        self._verify_kinds()
        for name, value, known in (
            ("reset_by", self.reset_by, (None, *get_args(ResetBy))),
            ("action_format", self.action_format, get_args(ActionFormat)),
            ("reward_at", self.reward_at, get_args(RewardAt)),
            ("checks", self.checks, get_args(WhichChecks)),
            ("axtree_format", self.axtree_format, AXTREE_FORMATS),
            *(("observe", part, PARTS) for part in self.observe),
        ):
            if value not in known:
                raise BrowserenvError(f"{name} cannot be {value!r}; it is one of {', '.join(map(str, known))}")
        if len(self.viewport) != 2 or not all(_is_a(side, (int,)) and 1 <= side <= 10_000 for side in self.viewport):
            raise BrowserenvError(
                f"viewport cannot be {self.viewport!r}; it is (width, height) in px, such as 1280, 720"
            )
        if self.axtree_max_chars is not None and self.axtree_max_chars < LEAST_CHARS:
            raise BrowserenvError(
                f"axtree_max_chars cannot be {self.axtree_max_chars!r}; give {LEAST_CHARS} or more, or None for all"
            )
        if not 0.05 <= self.screenshot_scale <= 1:
            raise BrowserenvError(f"screenshot_scale cannot be {self.screenshot_scale!r}; give a number from 0.05 to 1")
        for name in ("max_steps", "max_time_s", "action_timeout_ms", "navigation_timeout_ms"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise BrowserenvError(f"{name} cannot be {value!r}; give a number above 0, or None for the usual")
            if value is not None and name.endswith("timeout_ms") and value > MOST_TIMEOUT_MS:
                raise BrowserenvError(f"{name} cannot be {value!r}; give at most {MOST_TIMEOUT_MS:,}, which is an hour")

    def _verify_kinds(self) -> None:
        """What is of no kind that could be right; it would raise elsewhere, or be taken for something else."""
        defaults = {field.name: field.default for field in fields(self)}
        for name, (types, said) in KINDS.items():
            value = getattr(self, name)
            if not _is_a(value, types) and not (value is None and defaults[name] is None):
                or_none = " or None" if defaults[name] is None else ""
                raise BrowserenvError(f"{name} cannot be {value!r}; it is {said}{or_none}")
        for name, such_as in (("viewport", "(1280, 720)"), ("observe", '("axtree", "screenshot")')):
            if not isinstance(getattr(self, name), tuple):
                raise BrowserenvError(f"{name} cannot be {getattr(self, name)!r}; it is a tuple, such as {such_as}")

    def as_record(self) -> dict[str, Any]:
        """As plain JSON; the judge's address without what may be secret in it."""
        record = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return record | {"judge_url": public_url(self.judge_url) if self.judge_url else None}


def _plain(value: Any) -> Any:
    """NumPy's scalars as Python's own, which a record can hold; lists and the like as tuples."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(map(_plain, value)) if isinstance(value, Iterable) and not isinstance(value, str) else value


def _is_a(value: Any, types: tuple[type, ...]) -> bool:
    """Whether a value is of one of the types; True and False are no numbers."""
    return isinstance(value, types) and (bool in types or not isinstance(value, bool))
