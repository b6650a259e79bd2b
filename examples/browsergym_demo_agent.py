"""The loop of BrowserGym's demo agent, with its own libraries, and a script in place of the language model.

Runs where ``browsergym-core`` is installed, and imports nothing of ours. An observation a line comes in; an action
a line goes out.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from browsergym.core.action.highlevel import HighLevelActionSet  # type: ignore[import-not-found]
from browsergym.utils.obs import flatten_axtree_to_str, flatten_dom_to_str, prune_html  # type: ignore[import-not-found]

FORM = {
    "Name": "sci_fi",
    "Title": "sci_fi",
    "Description": "A wild place for sci-fi enthusiasts",
    "Sidebar": "New\nClassic\nMovies\nPost my novel\nRandom",
}


class DemoAgent:
    """As the demo agent is: it describes its actions, reads the page's tree, and answers with one action."""

    def __init__(self) -> None:
        self.action_set = HighLevelActionSet(subsets=["chat", "tab", "nav", "bid", "infeas"], multiaction=False)
        self.filled: list[str] = []

    def obs_preprocessor(self, obs: dict[str, Any]) -> dict[str, Any]:
        """What the demo agent keeps of an observation."""
        return {
            "chat_messages": obs["chat_messages"],
            "goal_object": obs["goal_object"],
            "last_action": obs["last_action"],
            "last_action_error": obs["last_action_error"],
            "open_pages_urls": obs["open_pages_urls"],
            "open_pages_titles": obs["open_pages_titles"],
            "active_page_index": obs["active_page_index"],
            "axtree_txt": flatten_axtree_to_str(obs["axtree_object"], obs["extra_element_properties"]),
            "pruned_html": prune_html(flatten_dom_to_str(obs["dom_object"])),
        }

    def get_action(self, obs: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The next action and what there is to say about it."""
        prompt = "\n".join([self.action_set.describe(), obs["axtree_txt"], obs["pruned_html"]])
        action = self.answer(obs["axtree_txt"])
        self.action_set.to_python_code(action)  # raises where BrowserGym would not take the action
        return action, {"n_prompt_characters": len(prompt)}

    def answer(self, tree: str) -> str:
        """What a model would write: open the form, fill in a field at a time, send it."""
        if "textbox 'Name'" not in tree:
            return f"click({bid_of(tree, 'link', 'Create forum')!r})"
        for name, text in FORM.items():
            if name not in self.filled:
                self.filled.append(name)
                return f"fill({bid_of(tree, 'textbox', name)!r}, {text!r})"
        return f"click({bid_of(tree, 'button', 'Create forum')!r})"


def bid_of(tree: str, role: str, name: str) -> str:
    """The id of the first node with this role and name, as BrowserGym writes a tree."""
    found = re.search(rf"\[(\w+)\] {role} '{re.escape(name)}'", tree)
    if found is None:
        raise LookupError(f"the page shows no {role} {name!r}")
    return found[1]


def main() -> None:
    """Act until the input ends."""
    agent = DemoAgent()
    for line in sys.stdin:
        action, info = agent.get_action(agent.obs_preprocessor(json.loads(line)))
        print(json.dumps({"action": action, "info": info}), flush=True)


if __name__ == "__main__":
    main()
