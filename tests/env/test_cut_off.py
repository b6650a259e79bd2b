"""A page that lost a part because the machine's network changed is no failure of the agent's."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import skip_or_fail

SCRIPT = Path(__file__).parent / "cut_off_run.py"


@pytest.mark.slow
def test_an_agent_that_met_a_page_without_all_its_parts_is_not_scored() -> None:
    """In a network name space, so that no other test's pages are cut off."""
    command = f"ip link set lo up && exec {shlex.join([sys.executable, str(SCRIPT)])}"
    run = subprocess.run(["unshare", "--net", "sh", "-c", command], capture_output=True, text=True, check=False)
    if "unshare" in run.stderr or "ip:" in run.stderr:
        skip_or_fail(f"no network of its own can be made here: {run.stderr.strip()}")
    assert run.returncode == 0, run.stderr
    seen = json.loads(run.stdout)
    assert seen["was cut off"]
    assert seen["before"] == {"outcome": "fail", "reward_valid": True, "fault": None}
    assert (seen["after"]["outcome"], seen["after"]["reward_valid"]) == ("indeterminate", False)
    assert "ERR_NETWORK_CHANGED" in seen["after"]["fault"]["message"]
