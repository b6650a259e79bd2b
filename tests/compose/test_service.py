from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from browserenv.compose.service import COMPOSE_FILE, read_service, service_names
from browserenv.errors import BrowserenvError
from browserenv.sites.kit.registry import SITE_NAMES

SERVICES = yaml.safe_load(COMPOSE_FILE.read_text())["services"]


def test_every_site_is_a_service() -> None:
    assert service_names() == list(SITE_NAMES)


@pytest.mark.parametrize("name", SITE_NAMES)
def test_a_service_keeps_the_rules_of_the_house(name: str) -> None:
    given = SERVICES[name]
    options = read_service(name).options
    user, group = str(options["user"]).split(":")
    assert int(user) > 0
    assert int(group) > 0
    assert given["pull_policy"] == "never", "an image of this name in a registry is not ours"
    assert options["read_only"] is True
    assert options["security_opt"] == ["no-new-privileges:true"]
    assert options["cap_drop"] == ["ALL"]
    assert options["mem_limit"] == options["memswap_limit"]
    assert f"uid={user}" in options["tmpfs"]["/state"]
    assert options["healthcheck"]["test"][-2:] == [name, "8080"]
    assert all(str(port).startswith("127.0.0.1:") for port in given["ports"])


def test_ports_on_the_host_are_not_used_twice() -> None:
    ports = [port for name in SITE_NAMES for port in SERVICES[name]["ports"]]
    assert len({str(port).rpartition(":")[0] for port in ports}) == len(ports)


def test_a_service_is_read_with_its_limits() -> None:
    service = read_service("forum")
    assert (service.name, service.repository, service.port) == ("forum", "browserenv/forum", 8080)
    assert service.command == ("--mount", "forum", "/state/forum", "/golden", "8080")
    assert service.options["healthcheck"]["interval"] == 30 * 10**9


def test_an_unknown_service_is_answered_with_the_nearest() -> None:
    with pytest.raises(BrowserenvError, match=r"no service 'forun' in compose\.yaml; did you mean 'forum'\?"):
        read_service("forun")


def test_a_limit_that_only_compose_would_apply_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "compose.yaml"
    path.write_text(yaml.safe_dump({"services": {"forum": {**SERVICES["forum"], "cpus": 1}}}))
    with pytest.raises(BrowserenvError, match="cannot apply 'cpus' of service 'forum'"):
        read_service("forum", path)


def test_a_duration_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    check = {**SERVICES["forum"]["healthcheck"], "interval": "soon"}
    path = tmp_path / "compose.yaml"
    path.write_text(yaml.safe_dump({"services": {"forum": {**SERVICES["forum"], "healthcheck": check}}}))
    with pytest.raises(BrowserenvError, match="'soon' is no duration"):
        read_service("forum", path)
