"""The images: found by what they contain, built where they are missing."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import docker
from docker.errors import BuildError, ImageNotFound
from docker.models.images import Image

from ..errors import BrowserenvError
from ..sites.kit.golden import Golden
from .base_image import ensure_base, find_base
from .engine import ENGINE_ERRORS, faults, said
from .recipe import Recipe
from .wheelhouse import installer, pins, wheels

Step = Callable[[str], None]
SITE_LABEL = "browserenv.site"


@dataclass(frozen=True)
class Built:
    """An image and the seconds that building it took; 0.0 when it was there."""

    name: str
    image: Image
    build_s: float

    @property
    def n_mb(self) -> float:
        return float(self.image.attrs["Size"]) / 1e6


def find_image(client: docker.DockerClient, golden: Golden) -> str:
    """The name of the image that holds this golden state and the present code.

    Raises ``BrowserenvError`` with the command that builds it when there is none, ``InfrastructureFault`` when the
    engine fails.
    """
    with faults(client, f"look for images of {golden.site}"):
        base = find_base(client)
        if base is not None and base.id:
            recipe = Recipe(golden, base.id, pins())
            if _get(client, recipe.name) is not None:
                return recipe.name
    raise BrowserenvError(
        f"no image of {golden.site} at size {golden.size} with the present code; "
        f"build it: browserenv images build --size {golden.size} {golden.site}"
    )


def build_image(
    client: docker.DockerClient,
    golden: Golden,
    *,
    base: str | None = None,
    step: Step = lambda doing: None,
    say: Step = lambda line: None,
) -> Built:
    """Build a site's image unless one of the same content is there; name it by content and by size.

    ``step`` is told what is being done, ``say`` what a person should know. Raises ``BrowserenvError``.
    """
    started_s = time.monotonic()
    step("base image")
    foundation = ensure_base(client, base, say)
    recipe = Recipe(golden, str(foundation.id), pins())
    image = _get(client, recipe.name)
    build_s = 0.0
    if image is None:
        image = _build(client, recipe, step)
        build_s = time.monotonic() - started_s
    image.tag(recipe.repository, golden.size)
    return Built(recipe.name, image, build_s)


def _build(client: docker.DockerClient, recipe: Recipe, step: Step) -> Image:
    step("wheels")
    parts, pip = wheels(recipe.pins), installer()
    step(f"image of {recipe.golden.site}")
    with tempfile.TemporaryDirectory(prefix="browserenv-") as folder:
        recipe.lay_out(Path(folder), parts, pip)
        try:
            image, _ = client.images.build(
                path=folder,
                tag=recipe.name,
                buildargs={"BASE": recipe.base},
                labels={SITE_LABEL: recipe.golden.site},
                rm=True,
                forcerm=True,
            )
        except BuildError as error:
            lines = [str(part.get("stream", "")).strip() for part in error.build_log]
            last = next((line for line in reversed(lines) if line), "")
            raise BrowserenvError(f"building {recipe.name} failed: {error.msg}; last output: {last}") from error
        except ENGINE_ERRORS as error:
            raise BrowserenvError(f"the container engine could not build {recipe.name}: {said(error)}") from error
    return image


def _get(client: docker.DockerClient, name: str) -> Image | None:
    try:
        return client.images.get(name)
    except ImageNotFound:
        return None
