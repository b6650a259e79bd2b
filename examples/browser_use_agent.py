"""A browser-use agent, unmodified, does task 580 through ``env.cdp_url`` and is judged.

    python examples/browser_use_agent.py [PYTHON_WITH_BROWSER_USE]

The agent runs in a Python of its own (without one given, a virtual environment is made in the cache folder), told
nothing but a task, a model's address and the browser's. The model is a script: a local endpoint that speaks OpenAI's
protocol and answers by rule, so no key is needed and nothing leaves this machine. Put a real model's address in its
place to measure one.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym

import browserenv  # noqa: F401  registers the tasks
from browserenv.cli.other_venv import python_with
from browserenv.judges.local_endpoint import Asked, LocalEndpoint

BROWSER_USE = "browser-use==0.13.14"
FORM = {
    "forum_name": "sci_fi",
    "forum_title": "sci_fi",
    "forum_description": "A wild place for sci-fi enthusiasts",
    "forum_sidebar": "New\nClassic\nMovies\nPost my novel\nRandom",
}
AGENT = """
import asyncio, json, sys
settings = json.loads(sys.argv[1])

def only_loopback(event, arguments):  # nothing but this machine may be spoken to
    if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][0] not in ("127.0.0.1", "::1"):
        raise RuntimeError(f"the agent asked for {arguments[1]}")

sys.addaudithook(only_loopback)
from browser_use import Agent, BrowserSession, ChatOpenAI

async def main():
    llm = ChatOpenAI(model="scripted", base_url=settings["model_url"], api_key="none")
    browser = BrowserSession(cdp_url=settings["cdp_url"])
    agent = Agent(task=settings["task"], llm=llm, browser_session=browser, use_vision=False, use_judge=False)
    history = await agent.run(max_steps=8)
    print(json.dumps({"done": history.is_done(), "steps": history.number_of_steps(), "said": history.final_result()}))

asyncio.run(main())
"""
QUIET = {
    "ANONYMIZED_TELEMETRY": "false",
    "BROWSER_USE_CLOUD_SYNC": "false",
    "BROWSER_USE_VERSION_CHECK": "false",
    "SKIP_LLM_API_KEY_VERIFICATION": "true",
}


def answer(asked: Asked) -> str:
    """The scripted model: opens the form, fills it in, sends it, and is done when the forum is there."""
    page = _text(asked.body["messages"][-1]["content"])
    at = {name: int(index) for index, name in re.findall(r"\[(\d+)\]<\w+[^>]*\bid=(forum_\w+)", page)}
    if "/f/sci_fi" in page:
        actions: list[dict[str, Any]] = [{"done": {"text": "The forum sci_fi exists.", "success": True}}]
    elif set(FORM) <= set(at):
        actions = [{"input": {"index": at[name], "text": text, "clear": True}} for name, text in FORM.items()]
        button = re.search(r"\[(\d+)\]<button[^>]*/?>\s*Create forum", page)
        actions.append({"click": {"index": int(button[1])}} if button else {"send_keys": {"keys": "Enter"}})
    else:
        actions = [{"navigate": {"url": "http://forum.localhost/create_forum", "new_tab": False}}]
    thought = {"thinking": "by script", "evaluation_previous_goal": "-", "memory": "-", "next_goal": "-"}
    return json.dumps(thought | {"action": actions})


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content)


def main(python: Path) -> int:
    """Play one episode; the exit code is 0 when the reward is 1."""
    env: Any = gym.make("browserenv/task-580", size="small", cdp=True, disable_env_checker=True)
    try:
        observation, _ = env.reset(seed=0)
        with LocalEndpoint(answer) as model:
            settings = {"task": observation["goal"], "model_url": model.url, "cdp_url": env.unwrapped.cdp_url}
            command = [str(python), "-c", AGENT, json.dumps(settings)]
            agent = subprocess.run(command, env={**os.environ, **QUIET}, stdout=subprocess.PIPE, text=True, check=False)
        print("agent  ", agent.stdout.strip().splitlines()[-1] if agent.stdout.strip() else "said nothing")
        print("judged ", env.unwrapped.evaluate().reason or "pass")
        observation, reward, _, _, info = env.step("noop()")
        print(f"reward  {float(reward)}   {info['outcome']}   {observation['url']}   {len(model.requests)} model calls")
        return 0 if reward == 1.0 else 1
    finally:
        env.close()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else python_with("browser-use", BROWSER_USE)))
