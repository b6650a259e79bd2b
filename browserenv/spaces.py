"""The spaces of observations and actions. What is declared is what is returned: any text, any JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.wrappers.utils import create_zero_array
from numpy.typing import NDArray

from .browser.sight import Sight, scaled_side

T = TypeVar("T")
MOST_ELAPSED_S = 1e9


class Unsized(spaces.Space[T]):
    """A space without a shape or a choice of its own: two of a kind are equal."""

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Unicode(Unsized[str]):
    """Any text, of any length and any characters (``gymnasium.spaces.Text`` holds only a listed alphabet)."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(shape=None, dtype=None, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        letters = self.np_random.integers(ord("a"), ord("z") + 1, size=8)
        return "".join(chr(letter) for letter in letters)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)


class Json(Unicode):
    """Tuples, lists, dictionaries, texts, numbers: what JSON can hold."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return ()

    def contains(self, x: Any) -> bool:
        try:
            json.dumps(x)
        except (TypeError, ValueError):
            return False
        return True


class AnyDict(Unsized[dict[str, Any]]):
    """A dictionary with any content; BrowserGym declares its raw parts so."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(shape=None, dtype=None, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        return {}

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict)


class Picture(Unsized[NDArray[np.uint8]]):
    """A picture of any size: uint8, (height, width, 3), RGB."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(shape=None, dtype=np.uint8, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.uint8]:
        return self.np_random.integers(0, 256, size=(2, 2, 3), dtype=np.uint8)

    def contains(self, x: Any) -> bool:
        return isinstance(x, np.ndarray) and x.dtype == np.uint8 and x.ndim == 3 and x.shape[2] == 3 and x.size > 0


class ActionText(Unicode):
    """An action as text. Any text may be sent; ``sample`` draws from ``samples``, which all parse."""

    def __init__(self, samples: Iterable[str], seed: int | None = None) -> None:
        super().__init__(seed)
        self.samples = tuple(samples)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return self.samples[int(self.np_random.integers(len(self.samples)))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionText) and other.samples == self.samples

    def __hash__(self) -> int:
        return hash(self.samples)


def _nothing(space: Unsized[Any]) -> Any:
    """What wrappers that look back (``FrameStackObservation``, ``DelayObservation``) show before there was anything."""
    if isinstance(space, Picture):
        return np.zeros((1, 1, 3), np.uint8)
    return {} if isinstance(space, AnyDict) else () if isinstance(space, Json) else ""


create_zero_array.register(Unsized, _nothing)


def observation_space(parts: Iterable[str], viewport: tuple[int, int], sight: Sight) -> spaces.Dict:
    """The space of an observation with the optional ``parts``; ``viewport`` is (width, height) in px."""
    width_px, height_px = (scaled_side(side, sight.screenshot_scale) for side in viewport)
    always: dict[str, spaces.Space[Any]] = {
        "goal": Unicode(),
        "goal_object": Json(),
        "chat_messages": Json(),
        "url": Unicode(),
        "open_pages_urls": Json(),
        "open_pages_titles": Json(),
        "active_page_index": spaces.Box(0, 1_000_000, (1,), np.int64),
        "focused_element": Unicode(),
        "last_action": Unicode(),
        "last_action_error": Unicode(),
        "dialogs": Json(),
        "downloads": Json(),
        "elapsed_time_s": spaces.Box(0, MOST_ELAPSED_S, (1,), np.float64),
    }
    optional: dict[str, spaces.Space[Any]] = {
        "axtree": Unicode(),
        "html": Unicode(),
        "screenshot": spaces.Box(0, 255, (height_px, width_px, 3), np.uint8),
        "screenshot_som": spaces.Box(0, 255, (height_px, width_px, 3), np.uint8),
        "screenshot_full": Picture(),
        "axtree_object": AnyDict(),
        "dom_object": AnyDict(),
        "extra_element_properties": AnyDict(),
    }
    return spaces.Dict(always | {part: optional[part] for part in parts})
