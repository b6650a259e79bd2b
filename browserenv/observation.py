"""The observation of the environment: what the browser shows, and what was said in the episode."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .browser.observe import Observation
from .browser.sight import scaled_side
from .episode import Episode
from .settings import Settings

OF_THE_VIEWPORT = frozenset({"screenshot", "screenshot_som"})


def fitted(pixels: NDArray[np.uint8], viewport: tuple[int, int], scale: float = 1.0) -> NDArray[np.uint8]:
    """A picture of the viewport in the size that the environment was made with: an outside program can change that.

    Cut off, or white beyond, at the right and below, so that what is shown keeps its coordinates.
    """
    width, height = (scaled_side(side, scale) for side in viewport)
    if pixels.shape == (height, width, 3):
        return pixels
    picture = np.full((height, width, 3), 255, np.uint8)
    part = pixels[:height, :width]
    picture[: part.shape[0], : part.shape[1]] = part
    return picture


def observation_of(seen: Observation, episode: Episode, settings: Settings, elapsed_s: float) -> dict[str, Any]:
    """A dictionary with BrowserGym's keys, as ``spaces.observation_space`` has it; nothing in it is shared.

    ``settings``: which parts of ``seen`` were asked for, and how large they are; ``elapsed_s``: seconds on the world's
    clock.
    """
    observation: dict[str, Any] = {
        "goal": episode.task.intent,
        "goal_object": deepcopy(episode.goal_object),
        "chat_messages": tuple(dict(message) for message in episode.messages),
        "url": seen.url,
        "open_pages_urls": seen.open_pages_urls,
        "open_pages_titles": seen.open_pages_titles or (),
        "active_page_index": np.array([seen.active_page_index], dtype=np.int64),
        "focused_element": seen.focused_element or "",
        "last_action": episode.last_action,
        "last_action_error": episode.last_action_error,
        "dialogs": tuple(note.as_record() for note in seen.dialogs),
        "downloads": tuple(file.as_record() for file in seen.downloads),
        "elapsed_time_s": np.array([elapsed_s], dtype=np.float64),
    }
    parts = {part: getattr(seen, part) for part in settings.observe}
    for part in OF_THE_VIEWPORT & parts.keys():
        parts[part] = fitted(parts[part], settings.viewport, settings.screenshot_scale)
    return observation | parts
