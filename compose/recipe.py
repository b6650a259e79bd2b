"""The recipe of one site's image: all that its content depends on."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..sites.kit.golden import SITES_FOLDER, Golden

FOLDER = Path(__file__).parent
DOCKERFILE = FOLDER / "Dockerfile"


@dataclass(frozen=True)
class Recipe:
    """``base`` is the id of the base image, ``pins`` the libraries as ``name==version``."""

    golden: Golden
    base: str
    pins: tuple[str, ...]

    @property
    def repository(self) -> str:
        return f"browserenv/{self.golden.site}"

    @property
    def tag(self) -> str:
        """Golden state and content, such as ``full-3f9c1a-0d12ab34``: an image of this tag need not be built anew."""
        return f"{self.golden.name}-{self.digest[:8]}"

    @property
    def name(self) -> str:
        return f"{self.repository}:{self.tag}"

    @property
    def digest(self) -> str:
        """SHA-256 of base, libraries, recipe, the code of kit and site, and golden state, in hex."""
        digest = hashlib.sha256("\0".join([self.base, *self.pins, self.golden.digest]).encode())
        digest.update(DOCKERFILE.read_bytes())
        for path in sources(self.golden.site):
            digest.update(b"\0" + path.relative_to(SITES_FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()

    def lay_out(self, folder: Path, wheels: Path, pip: Path) -> None:
        """Put the build context into ``folder``: recipe, wheels, the site's code and its golden state."""
        shutil.copy(DOCKERFILE, folder)
        shutil.copytree(wheels, folder / "wheels")
        shutil.copytree(pip, folder / "pip")
        shutil.copytree(self.golden.folder, folder / "golden")
        for path in sources(self.golden.site):
            place = folder / "sites" / path.relative_to(SITES_FOLDER)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)


def sources(site: str) -> Iterator[Path]:
    """The files of a site's program, in a fixed order: its own and the kit's."""
    yield SITES_FOLDER / "__init__.py"
    for part in ("kit", site):
        for path in sorted((SITES_FOLDER / part).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                yield path
