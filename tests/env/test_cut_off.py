"""What the machine's network does to a page is mended, or at least no failure of the agent's."""

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
def test_a_page_that_lost_a_part_is_loaded_again_and_a_failure_after_one_that_stays_so_is_not_scored() -> None:
    """In a network name space, so that no other test's pages are cut off."""
    command = f"ip link set lo up && exec {shlex.join([sys.executable, str(SCRIPT)])}"
    run = subprocess.run(["unshare", "--net", "sh", "-c", command], capture_output=True, text=True, check=False)
    if "unshare" in run.stderr or "ip:" in run.stderr:
        skip_or_fail(f"no network of its own can be made here: {run.stderr.strip()}")
    assert run.returncode == 0, run.stderr
    seen = json.loads(run.stdout)
    assert seen["no change"]["outcome"] == "fail"
    assert seen["one change"] == seen["no change"], "the page was not loaded again"
    without_end = seen["changes without end"]
    assert (without_end["outcome"], without_end["reward_valid"]) == ("indeterminate", False)
    assert "ERR_NETWORK_CHANGED" in without_end["fault"]["message"]
    mended, torn = seen["judge"]
    assert [failure for _, failure in mended] == [None], "the judge read pages without all their parts"
    assert {failure for _, failure in torn} <= {None, "site"}
    assert [value for value, failure in torn if failure is None] in ([], [mended[0][0]])
