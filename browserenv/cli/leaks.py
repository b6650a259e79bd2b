"""Does anything of an episode outlive a reset? Traces are left wherever a page can leave them, and looked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..agents.oracle import OracleAgent
from ..gymnasium_env import BrowserEnv
from ..runs.play import play

TASK = "calendar.reading-evening"
# Everything that a page can write to, under a name that no site uses.
LEAVE = """async () => {
  localStorage.setItem("trace", "1"); sessionStorage.setItem("trace", "1"); document.cookie = "trace=1; path=/";
  window.name = "trace"; history.pushState({trace: 1}, "", location.pathname);
  await (await caches.open("trace")).put("/trace", new Response("1"));
  await new Promise((done, failed) => {
    const opening = indexedDB.open("trace"); opening.onsuccess = done; opening.onerror = failed; });
  await navigator.serviceWorker?.register("/static/main.js", {type: "module", scope: "/static/"}).catch(() => null);
}"""
LOOK = """async () => ({
  localStorage: Object.keys(localStorage).filter((key) => key !== "browserenv.calendar"),
  version: JSON.parse(localStorage.getItem("browserenv.calendar") ?? '{"version": 0}').version,
  sessionStorage: Object.keys(sessionStorage), cookies: document.cookie, name: window.name, state: history.state?.trace,
  caches: await caches.keys(), databases: (await indexedDB.databases()).map(({ name }) => name),
  workers: (await navigator.serviceWorker?.getRegistrations() ?? []).length,
  cached: performance.getEntriesByType("resource").filter((entry) => entry.transferSize === 0 && entry.encodedBodySize)
    .map(({ name }) => name),
  history: history.length,
})"""
CLEAN = {
    "localStorage": [], "version": 0, "sessionStorage": [], "cookies": "", "name": "", "caches": [], "databases": [],
    "workers": 0, "cached": [],
}  # fmt: skip


def count_leaks(n_resets: int, say: Callable[[str], None] = lambda line: None, size: str = "small") -> list[str]:
    """Reset ``n_resets`` times, each after traces were left and, at every tenth, a task was done on both kinds of site.

    Returns a line for each reset after which something was left or the start was not the same.
    """
    env = BrowserEnv(TASK, size=size, observe=("axtree",))
    leaks: list[str] = []
    try:
        expected = _start(env)
        for number in range(1, n_resets + 1):
            _leave(env, thoroughly=number % 10 == 1)
            found = _start(env)
            if found != expected or not found.items() >= CLEAN.items():
                wrong = {key: value for key, value in found.items() if value != (CLEAN | expected).get(key)}
                leaks.append(f"reset {number}: {wrong}")
                say(leaks[-1])
    finally:
        env.close()
    return leaks


def _start(env: BrowserEnv) -> dict[str, Any]:
    """What the first page of a new episode finds, and what the harness says of the state."""
    _, info = env.reset(seed=0)
    session = env.core.require_session()
    found: dict[str, Any] = env.run(session.script(LOOK))
    return found | {"fingerprints": info["fingerprints"], "state": None, "pages": len(session.documents)}


def _leave(env: BrowserEnv, thoroughly: bool) -> None:
    session = env.core.require_session()
    if thoroughly:
        hosts = {site: address.origin for site, address in env.core.world.addresses.items()}
        play(env, OracleAgent(env.task_for(0).oracle, hosts), 0)
        env.run(session.script(LEAVE))  # on the forum, where the task ends
        return
    env.run(session.script(LEAVE))
