"""Reads task files: YAML as people expect it (1.2's truth values, no dates, no doubled keys), then the models."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError
from yaml.nodes import MappingNode, ScalarNode

from .errors import Flaw, TaskFileError
from .family import Family
from .flaws import first_flaw
from .model import Json
from .task import instantiate


class _Loader(yaml.SafeLoader):
    """``yes``, ``on`` and ``2023-10-15`` stay texts, ``010`` is no octal number, a doubled key is an error."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}

    def construct_mapping(self, node: MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key_node, _ in node.value:
            key = str(key_node.value) if isinstance(key_node, ScalarNode) else ""
            if key in seen or not isinstance(key_node, ScalarNode):
                what = f"key {key!r} is given twice" if key else "a key is a list or a mapping"
                raise yaml.constructor.ConstructorError(None, None, what, key_node.start_mark)
            seen.add(key)
        self.flatten_mapping(node)
        return {str(key.value): self.construct_object(value, deep=True) for key, value in node.value}


_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789"))
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?(?:[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+|\.[0-9]+)$"),
    list("-+0123456789."),
)


def read_yaml(text: str, file: str) -> Json:
    """Plain JSON from YAML. Raises ``TaskFileError``, with the line, for what is no YAML or no JSON."""
    try:
        data = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = f" (line {mark.line + 1})" if mark else ""
        raise TaskFileError(f"{error.problem or error.context or 'not readable'} in {file}{line}") from None
    except yaml.YAMLError as error:
        raise TaskFileError(f"{' '.join(str(error).split())} in {file}") from None
    except ValueError:  # of digits beyond what Python reads
        raise TaskFileError(f"a number in {file} has too many digits; write it in quotes") from None
    except RecursionError:
        raise TaskFileError(f"lists or mappings in {file} are nested too deep; make it flatter") from None
    _refuse_non_json(data, file)
    return data


def read_family(text: str, file: str) -> Family:
    """A family from a task file's text, checked with every choice that its slots offer.

    ``file`` is how messages name it, such as ``forum/create_forum.yaml``. Raises ``TaskFileError``.
    """
    data = read_yaml(text, file)
    if not isinstance(data, dict):
        raise TaskFileError(f"no mapping in {file}; a task file begins with 'family: site.name'")
    try:
        family = _family(data)
        for params in family.examples():
            instantiate(family, family.family, params, seed=0)
    except Flaw as flaw:
        raise flaw.in_file(file) from None
    except RecursionError:
        raise TaskFileError(f"lists or mappings in {file} are nested too deep; make it flatter") from None
    return family


def load_family(path: Path | str) -> Family:
    """``read_family`` of a file; raises ``TaskFileError`` when it cannot be read."""
    path = Path(path)
    file = "/".join(path.parts[-2:])
    try:
        return read_family(path.read_text(encoding="utf-8"), file)
    except (OSError, UnicodeDecodeError) as error:
        raise TaskFileError(f"cannot read {file}: {error}") from None


def _family(data: dict[str, Json]) -> Family:
    try:
        return Family.model_validate(data)
    except ValidationError as error:
        raise first_flaw(error, Family) from None


def _refuse_non_json(value: Json, file: str) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise TaskFileError(f"{value} is no number that JSON knows in {file}")
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _refuse_non_json(item, file)
