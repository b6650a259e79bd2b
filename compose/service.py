"""The services of the compose file, as the docker backend starts them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ..errors import BrowserenvError, nearest

COMPOSE_FILE = Path(__file__).parent / "compose.yaml"
LIMITS = ("user", "read_only", "security_opt", "cap_drop", "mem_limit", "memswap_limit", "pids_limit")
KEYS = (*LIMITS, "pull_policy", "image", "command", "ports", "tmpfs", "healthcheck")
_UNITS_NS = {"ms": 10**6, "s": 10**9, "m": 60 * 10**9}


@dataclass(frozen=True)
class Service:
    """One service: ``port`` is where the site listens inside the container."""

    name: str
    repository: str
    port: int
    command: tuple[str, ...]
    options: Mapping[str, Any]
    """Limits, file systems and health check, as keyword arguments of the SDK's ``containers.create``."""


def service_names(path: Path = COMPOSE_FILE) -> list[str]:
    return list(_services(path))


def read_service(name: str, path: Path = COMPOSE_FILE) -> Service:
    """A service by name.

    Raises ``BrowserenvError`` for an unknown name, and for a key that the docker backend would leave out: a limit that
    holds in one way of starting and not in the other would be worse than none.
    """
    services = _services(path)
    if name not in services:
        raise BrowserenvError(f"no service {name!r} in {path.name}{nearest(name, services)}")
    given = services[name]
    if unknown := sorted(set(given) - set(KEYS)):
        raise BrowserenvError(f"{path.name}: the docker backend cannot apply {unknown[0]!r} of service {name!r}")
    return Service(
        name=name,
        repository=str(given["image"]).partition(":")[0],
        port=int(str(given["ports"][0]).rpartition(":")[2]),
        command=tuple(given["command"]),
        options=_options(given),
    )


def _services(path: Path) -> dict[str, dict[str, Any]]:
    services: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text())["services"]
    return services


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    options = {name: given[name] for name in LIMITS if name in given}
    options["tmpfs"] = dict(str(line).split(":", 1) for line in given.get("tmpfs", []))
    if check := given.get("healthcheck"):
        times = {name: _nanoseconds(check[name]) for name in ("interval", "timeout", "start_period") if name in check}
        options["healthcheck"] = {"test": check["test"], "retries": check["retries"], **times}
    return options


def _nanoseconds(duration: str) -> int:
    found = re.fullmatch(r"(\d+)(ms|s|m)", duration)
    if found is None:
        raise BrowserenvError(f"{duration!r} is no duration; write it like 500ms, 30s or 2m")
    return int(found[1]) * _UNITS_NS[found[2]]
