"""A family: a task's template with its slots, fixed instances, oracle and mutants, as one YAML file holds it.

What has slots (intent, start, setup, checks, changes, scripts) stays raw here and is validated once the slots are
filled, see ``task.py``. ``CONTRIBUTING.md`` shows a whole file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from .errors import Flaw, nearest
from .model import Json, Model, OneOrMoreTexts, Texts
from .params import AnyParam
from .seeds import generator

Params = dict[str, Json]


class Budget(Model):
    """What an episode may use up before it is truncated; None is no limit."""

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
                raise Flaw("replace", f"no step {index!r} to replace", f"; the steps are 0 to {len(steps) - 1}")
            steps[int(index)] = step
        return [*self.prepend, *steps, *self.append]


class Family(Model):
    """One task file. See the module's docstring for what is raw."""

    family: str = Field(pattern=r"^[a-z][a-z0-9_]*\.[a-z0-9][a-z0-9-]*$")
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

    @field_validator("sites")
    @classmethod
    def _no_doubles(cls, sites: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(sites)) < len(sites):
            raise ValueError("a site is named twice")
        return sites

    def draw(self, seed: object) -> Params:
        """The slots' values for a seed; the same for the same seed, whatever else changes in the file.

        Raises ``SeedError`` when the seed is no whole number from 0 on.
        """
        return {name: param.value(generator(self.family, seed, name)) for name, param in self.params.items()}

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
        base = self.draw(0)
        yield base
        for name, param in self.params.items():
            yield from ({**base, name: value} for value in param.examples())

    def slots(self, params: Mapping[str, Json]) -> dict[str, Any]:
        """The params, and ``login.SITE``, the user who is logged in there."""
        return {"login": self.login, **params}
