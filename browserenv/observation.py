"""The observation of the environment: what the browser shows, and what was said in the episode."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import numpy as np

from .browser.observe import Observation
from .episode import Episode


def observation_of(seen: Observation, episode: Episode, parts: Iterable[str], elapsed_s: float) -> dict[str, Any]:
    """A dictionary with BrowserGym's keys, as ``spaces.observation_space`` has it; nothing in it is shared.

    ``parts``: those of ``seen`` that were asked for; ``elapsed_s``: seconds on the world's clock.
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
    return observation | {part: getattr(seen, part) for part in parts}
