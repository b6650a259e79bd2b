from __future__ import annotations

import subprocess
import sys

import docker
import pytest

from browserenv.compose.images import build_image, find_image
from browserenv.sites.kit.golden import Golden

COMMAND = [sys.executable, "-m", "browserenv.cli.main", "images", "build"]


def test_an_image_that_is_there_is_not_built_again(
    engine: docker.DockerClient, forum_image: str, forum_golden: Golden
) -> None:
    steps: list[str] = []
    again = build_image(engine, forum_golden, step=steps.append)
    assert (again.name, again.build_s) == (forum_image, 0.0)
    assert steps == ["base image"]
    assert find_image(engine, forum_golden) == forum_image


def test_the_image_is_also_named_by_its_size(engine: docker.DockerClient, forum_image: str) -> None:
    assert engine.images.get("browserenv/forum:small").id == engine.images.get(forum_image).id


def test_the_image_holds_no_harness_and_no_installer(engine: docker.DockerClient, forum_image: str) -> None:
    code = (
        "import importlib.util as u; print([n for n in ('browserenv', 'pip', 'playwright', 'numpy') if u.find_spec(n)])"
    )
    output = engine.containers.run(forum_image, ["-c", code], entrypoint="python3", remove=True)
    assert output.decode().strip() == "[]"


def test_the_command_says_what_it_built_or_found(forum_image: str) -> None:
    done = subprocess.run([*COMMAND, "--size", "small", "forum"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"forum      {forum_image} ")
    assert "is there" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["forun"], "no site 'forun' has an image; did you mean 'forum'?"),
        (["--size", "tiny"], "no size 'tiny' of site 'forum'; there are small, full"),
    ],
)
def test_errors_are_one_line_with_the_mend(engine: docker.DockerClient, arguments: list[str], error: str) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].startswith(error)
