"""Auditing one task: what must not pass does not, what must pass does, and judging never breaks."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ..agents.base import Agent, AgentError, Observation
from ..agents.chance import RandomAgent
from ..agents.noop import NoopAgent
from ..agents.oracle import OracleAgent, call
from ..gymnasium_env import BrowserEnv
from ..judges.evidence import Evidence
from ..judges.judgement import judge_task
from ..judges.verdict import Verdict
from ..runs.play import Played, play
from ..runs.several import OneTask
from ..tasks.steps import AnyStep
from ..tasks.task import Task
from . import damage, floors
from .findings import TaskAudit

N_RANDOM_STEPS = 12
CRASHED = "crashed tab"
ODD_PLACES = {
    CRASHED: call("noop", 100),
    "blank page": call("goto", "about:blank"),
    "error page": call("goto", "{origin}/no/such/page"),
    "foreign page": call("goto", "http://elsewhere.example/"),
    "new tab": call("new_tab"),
    "closed tab": call("tab_close"),
    "no tab left": call("tab_close"),
}


class Auditor:
    """Audits tasks in one environment, whose world serves their sites and whose Chromium is reused.

    Where the judged state cannot differ, an episode's evidence is judged again instead of playing another episode:
    that is the same code, and it keeps an audit of a whole suite to minutes.
    """

    def __init__(self, env: BrowserEnv) -> None:
        self.env = env

    def audit(self, task: Task, seed: int) -> TaskAudit:
        """Every trial of a task. Raises ``InfrastructureFault`` when the world fails twice."""
        return _TaskTrials(self.env, task, seed).run()


class _TaskTrials:
    """The trials of one task."""

    def __init__(self, env: BrowserEnv, task: Task, seed: int) -> None:
        self.env = env
        self.task = task
        self.seed = seed
        self.found = TaskAudit(task.task_id, task.seed, task.digest)
        self.hosts = {site: address.origin for site, address in env.core.world.addresses.items()}
        self.fingerprints: set[str] = set()

    def run(self) -> TaskAudit:
        started_s = time.monotonic()
        self._floors()
        self._odd_places()
        self._oracle()
        self._real_damage()
        for mutant in self.task.mutants:
            self._mutant(mutant.name, mutant.steps)
        self.found.add("start", "at least three mutants", len(self.task.mutants) >= 3, f"{len(self.task.mutants)}")
        same = len(self.fingerprints) == 1
        self.found.add("start", f"{self.found.n_episodes} equal starts", same, ", ".join(sorted(self.fingerprints)))
        self.found.elapsed_s = round(time.monotonic() - started_s, 1)
        return self.found

    # --- trials

    def _floors(self) -> None:
        """Agents that know nothing: one that does nothing is played, what others would claim is judged."""
        played = self._play(NoopAgent())
        self._must_fail("floor", "do nothing", played)
        self._judged_twice("do nothing")
        evidence = self._evidence()
        axtree = played.steps[0].before["axtree"]
        for name, claimed in floors.claims(self.task, evidence, axtree):
            self._must_not_pass("floor", name, self._judge(claimed))
        verdict = self._judge(floors.infeasible(evidence))
        passes = verdict.score == 1.0
        self.found.add("floor", "always infeasible", passes is not self.task.possible, str(verdict))
        self._must_fail("floor", "random", self._play(Limited(RandomAgent(), N_RANDOM_STEPS)))

    def _odd_places(self) -> None:
        """Judging where there is no page to judge: it may not raise, and nothing may pass."""
        self._reset()
        origin = self.hosts[self.task.sites[0]]
        is_over = False
        for name, action in ODD_PLACES.items():
            if is_over:
                return
            try:
                if name == CRASHED:
                    self.env.run(self.env.core.require_session().crash_tab())
                    self.env.evaluate()
                _, reward, terminated, truncated, _ = self.env.step(action.replace("{origin}", origin))
                again = self.env.evaluate()
            except Exception as error:  # noqa: BLE001 - that judging raises anything at all is what is looked for
                self.found.add("judge", f"on a {name}", False, f"{type(error).__name__}: {error}")
                return
            self.found.add("judge", f"on a {name}", float(reward) < 1 and again.score < 1, str(again))
            is_over = terminated or truncated

    def _oracle(self) -> None:
        """The perfect agent passes, and again; its evidence, judged again, says the same; damaged, it fails."""
        for name in ("oracle", "oracle again"):
            played = self._play(OracleAgent(self.task.oracle, self.hosts))
            is_good = played.reward == 1.0 and not played.agent_error
            self.found.add("oracle", name, is_good, why(played))
        if not is_good:
            return
        self._judged_twice("oracle")
        evidence = self._evidence()
        self._same("oracle, from its evidence", self.env.evaluate(), self._judge(evidence))
        if self.task.changes is not None:
            for name, damaged in damage.damages(self.task, evidence, self.env.core.world):
                self._must_not_pass("damage", name, self._judge(damaged))

    def _real_damage(self) -> None:
        site = damage.damaged_site(self.task, self.env.core.world)
        if site is not None:
            agent = damage.Damaging(OracleAgent(self.task.oracle, self.hosts), self.env.core.world, site)
            self._must_fail("damage", "oracle plus damage", self._play(agent), needs_script=True)

    def _mutant(self, name: str, steps: Sequence[AnyStep]) -> None:
        self._must_fail("mutant", name, self._play(OracleAgent(steps, self.hosts)), needs_script=True)

    # --- playing

    def _play(self, agent: Agent) -> Played:
        played = play(OneTask(self.env, self.task), agent, self.seed)
        if played.info.get("fault"):
            played = play(OneTask(self.env, self.task), agent, self.seed)
        self._note_start(played.start_info["fingerprints"])
        return played

    def _reset(self) -> None:
        _, info = self.env.reset(seed=self.seed, options={"task": self.task})
        self._note_start(info["fingerprints"])

    def _note_start(self, fingerprints: dict[str, str]) -> None:
        self.found.n_episodes += 1
        self.fingerprints.add("+".join(fingerprints.values()))

    # --- judging

    def _evidence(self) -> Evidence:
        return Evidence.model_validate(self.env.core.evidence)

    def _judge(self, evidence: Evidence) -> Verdict:
        return judge_task(self.task, evidence, self.env.settings.checks).verdict

    def _judged_twice(self, when: str) -> None:
        self._same(f"{when}, twice", self.env.evaluate(), self.env.evaluate())

    def _same(self, name: str, one: Verdict, other: Verdict) -> None:
        self.found.add("judge", name, (one.outcome, one.score) == (other.outcome, other.score), f"{one} / {other}")

    def _must_fail(self, kind: str, name: str, played: Played, *, needs_script: bool = False) -> None:
        """An episode that must be judged, and failed; a script that could not be played to its end proves nothing."""
        is_good = played.info.get("outcome") == "fail" and not (needs_script and troubles(played))
        self.found.add(kind, name, is_good, why(played))

    def _must_not_pass(self, kind: str, name: str, verdict: Verdict) -> None:
        self.found.add(kind, name, verdict.outcome == "fail", str(verdict))


class Limited:
    """Another agent that gives up after so many steps."""

    def __init__(self, agent: Agent, n_steps: int) -> None:
        self.name = agent.name
        self._agent = agent
        self._n_steps = n_steps
        self._n_played = 0

    def start(self, seed: int) -> None:
        self._n_played = 0
        self._agent.start(seed)

    def act(self, observation: Observation) -> str:
        """Raises ``AgentError`` when the steps are used up."""
        if self._n_played == self._n_steps:
            raise AgentError(f"{self._n_steps} steps are used up")
        self._n_played += 1
        return self._agent.act(observation)


def troubles(played: Played) -> str:
    """Why a script was not played as written; empty when it was."""
    errors = [f"step {step.number} {step.action}: {step.error}" for step in played.steps if step.error]
    return "; ".join([played.agent_error, *errors] if played.agent_error else errors)


def why(played: Played) -> str:
    """The outcome of an episode in one line."""
    info = played.info
    reasons = [f"{check['label']}: {check['reason']}" for check in info.get("checks", []) if check["outcome"] != "pass"]
    fault = info.get("fault")
    parts = [f"{info.get('outcome')} {played.reward:g} after {len(played.steps)} steps", troubles(played)]
    parts += [f"fault: {fault['message']}" if fault else "", *reasons]
    return "; ".join(" ".join(part.split()) for part in parts if part)
