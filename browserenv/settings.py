"""What a user may choose when an environment is made; a run record keeps it, since each choice can move a score."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, Self, get_args

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
                raise BrowserenvError(f"no setting {name!r}{nearest(name, names) or '; there are ' + ', '.join(names)}")
        for name in ("viewport", "observe"):
            if name in given:
                given[name] = tuple(given[name])
        settings = cls(**given)
        settings._verify()
        return settings

    @property
    def sight(self) -> Sight:
        """How the agent sees."""
        return Sight(**{field.name: getattr(self, field.name) for field in fields(Sight)})

    def _verify(self) -> None:
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
        if not isinstance(self.multi_action, bool):
            raise BrowserenvError(f"multi_action cannot be {self.multi_action!r}; it is True or False")
        if len(self.viewport) != 2 or not all(isinstance(side, int) and 1 <= side <= 10_000 for side in self.viewport):
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

    def as_record(self) -> dict[str, Any]:
        """As plain JSON; the judge's address without what may be secret in it."""
        record = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return record | {"judge_url": public_url(self.judge_url) if self.judge_url else None}
