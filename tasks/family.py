"""A family: a task's template with its slots, fixed instances, oracle and mutants, as one YAML file holds it.

What has slots (intent, start, setup, checks, changes, scripts) stays raw here and is validated once the slots are
filled, see ``task.py``. ``forum/create_forum.yaml`` is a whole file to learn from.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import AwareDatetime, Field, field_validator, model_validator

from .draws import DrawRefused, StateParam, StateReader
from .errors import DrawError, Flaw, StateNeededError, nearest
from .model import Json, Model, OneOrMoreTexts, Texts
from .params import AnyParam, FromState
from .seeds import generator

Params = dict[str, Json]

# A draw that a state refuses (a tie, no row that fits) is made anew; this often before the family is given up.
MAX_DRAWS = 200


class Budget(Model):
    """What an episode may use up before it is truncated; None is no limit. ``max_time_s``: spent in the steps, not by
    an agent that thinks between them."""

    max_steps: int = Field(default=30, ge=1)
    max_time_s: float | None = Field(default=None, gt=0)
    max_cost_usd: float | None = Field(default=None, gt=0)


class Permissions(Model):
    """What the agent may use: sites and action names; None is all that the task and the action set offer."""

    sites: Texts | None = None
    actions: Texts | None = None


class Mutant(Model):
    """The oracle changed so that a right checker must fail it.

    ``params`` override the slots of the script alone (records are merged field by field); ``steps`` replaces the whole
    script, ``replace`` single steps by index, ``prepend`` and ``append`` add some. In a task that stops on success,
    damage has to be done before the last step, so it is prepended.
    """

    name: str
    params: Params = Field(default_factory=dict)
    steps: tuple[Json, ...] | None = Field(default=None, strict=False)
    replace: dict[str, Json] = Field(default_factory=dict)
    prepend: tuple[Json, ...] = Field(default=(), strict=False)
    append: tuple[Json, ...] = Field(default=(), strict=False)

    @model_validator(mode="after")
    def _differs(self) -> Mutant:
        if not (self.params or self.steps is not None or self.replace or self.prepend or self.append):
            raise ValueError(f"mutant {self.name!r} changes nothing; give params, steps, replace, prepend or append")
        return self

    def script(self, oracle: tuple[Json, ...]) -> list[Json]:
        """The mutant's steps, slots not yet filled. Raises ``Flaw`` when ``replace`` names a step that is not there."""
        steps = list(self.steps if self.steps is not None else oracle)
        for index, step in self.replace.items():
            if not index.isdigit() or int(index) >= len(steps):
                count = f"; the script has {len(steps)} steps, counted from 0"
                raise Flaw("replace", f"no step {index!r} to replace", count)
            steps[int(index)] = step
        return [*self.prepend, *steps, *self.append]


class Family(Model):
    """One task file. See the module's docstring for what is raw."""

    family: str
    version: int = Field(default=1, ge=1)
    sites: Texts = Field(min_length=1)
    login: dict[str, str] = Field(default_factory=dict)
    start: OneOrMoreTexts = Field(min_length=1)
    intent: str = Field(min_length=1)
    params: dict[str, AnyParam] = Field(default_factory=dict)
    instances: dict[str, Params] = Field(default_factory=dict)
    setup: dict[str, Json] = Field(default_factory=dict)
    permissions: Permissions = Permissions()
    checks: tuple[Json, ...] = Field(default=(), strict=False)
    changes: dict[str, Json] | None = Field(default_factory=dict)
    budget: Budget = Budget()
    possible: bool = True
    stop: Literal["on_answer", "on_success"] = "on_answer"
    oracle: tuple[Json, ...] = Field(default=(), strict=False)
    mutants: tuple[Mutant, ...] = Field(default=(), strict=False)
    provenance: dict[str, Json] = Field(default_factory=dict)
    start_time: AwareDatetime | None = Field(default=None, strict=False)

    @field_validator("family")
    @classmethod
    def _is_id(cls, family: str) -> str:
        if not re.fullmatch(r"[a-z][a-z0-9_-]*\.[a-z0-9][a-z0-9-]*", family):
            raise ValueError(f"{family!r} is no family id; write site.name, such as forum.create-forum")
        return family

    @field_validator("sites")
    @classmethod
    def _no_doubles(cls, sites: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(sites)) < len(sites):
            raise ValueError("a site is named twice")
        return sites

    @property
    def needs_state(self) -> bool:
        """Whether a draw reads the sites' data."""
        return any(isinstance(param, StateParam) for param in self.params.values())

    def draw(self, seed: object, state: StateReader | None = None) -> Params:
        """The slots' values for a seed; the same for the same seed and state, whatever else changes in the file.

        Raises ``SeedError`` when the seed is no whole number from 0 on, ``StateNeededError`` when slots are drawn
        from a state and none is given, ``DrawError`` when the state refuses every draw.
        """
        refused = ""
        for attempt in range(MAX_DRAWS if self.needs_state else 1):
            try:
                return self._draw_once(seed, attempt, state)
            except DrawRefused as refusal:
                refused = refused or str(refusal)
        raise DrawError(f"no draw of {self.family} for seed {seed} fits this data: {refused}; widen its params")

    def _draw_once(self, seed: object, attempt: int, state: StateReader | None) -> Params:
        params: Params = {}
        for name, param in self.params.items():
            rng = generator(self.family, seed, f"{name}#{attempt}" if attempt else name)
            if not isinstance(param, StateParam):
                params[name] = param.value(rng)
            elif state is None:
                raise StateNeededError(f"{self.family} is drawn from the data of {param.site}; pass state= to draw it")
            else:
                params[name] = self._draw_from(state, name, param, rng, params)
        return params

    def _draw_from(self, state: StateReader, name: str, param: FromState, rng: random.Random, params: Params) -> Json:
        try:
            return param.value(rng, self.slots(params), state)
        except DrawRefused as refusal:
            raise DrawRefused(f"slot {name!r}: {refusal}") from None
        except KeyError as error:
            raise DrawError(f"{error.args[0]} in family {self.family} (params.{name})") from None

    def specimen(self) -> Params:
        """Made-up values where a state would be read, seed 0 elsewhere: for checking a file without any state."""
        return {
            name: param.specimen() if isinstance(param, StateParam) else param.value(generator(self.family, 0, name))
            for name, param in self.params.items()
        }

    def instance(self, number: str) -> Params:
        """A fixed draw. Raises ``Flaw`` when its slots are not those of ``params``."""
        values = self.instances[number]
        for name in values.keys() - self.params.keys():
            raise Flaw(f"instances.{number}", f"unknown slot {name!r}", nearest(name, self.params))
        for name in self.params.keys() - values.keys():
            raise Flaw(
                f"instances.{number}", f"slot {name!r} has no value", "; name one, since instances are not drawn"
            )
        return values

    def examples(self) -> Iterator[Params]:
        """Draws that together show every choice at least once: what a check of the whole file goes through."""
        yield from (self.instance(number) for number in self.instances)
        base = self.specimen()
        yield base
        for name, param in self.params.items():
            if not isinstance(param, StateParam):
                yield from ({**base, name: value} for value in param.examples())

    def slots(self, params: Mapping[str, Json]) -> dict[str, Any]:
        """The params, and ``login.SITE``, the user who is logged in there."""
        return {"login": self.login, **params}
