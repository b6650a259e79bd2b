from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from browserenv.compose import recipe as recipes
from browserenv.compose.recipe import DOCKERFILE, Recipe, sources
from browserenv.sites.kit.golden import SITES_FOLDER, Golden


@pytest.fixture
def recipe(forum_golden: Golden) -> Recipe:
    return Recipe(forum_golden, "sha256:base", ("flask==3.0", "nh3==0.3"))


def test_the_name_shows_site_golden_state_and_content(recipe: Recipe, forum_golden: Golden) -> None:
    assert recipe.name == f"browserenv/forum:{forum_golden.name}-{recipe.digest[:8]}"
    assert recipe.digest == replace(recipe).digest


def test_whatever_is_in_the_image_changes_its_name(
    recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [
        replace(recipe, base="sha256:other"),
        replace(recipe, pins=("flask==3.1", "nh3==0.3")),
        replace(recipe, golden=replace(recipe.golden, digest="0" * 64)),
    ]
    names = {each.name for each in (recipe, *others)}
    monkeypatch.setattr(recipes, "DOCKERFILE", tmp_path / "Dockerfile")
    (tmp_path / "Dockerfile").write_text(DOCKERFILE.read_text() + "# more\n")
    assert len(names | {recipe.name}) == 5


def test_the_code_of_an_image_is_kit_and_site_alone() -> None:
    names = {path.relative_to(SITES_FOLDER).parts[0] for path in sources("forum")}
    assert names == {"__init__.py", "kit", "forum"}
    assert not [path for path in sources("forum") if path.suffix == ".pyc"]


def test_the_context_holds_the_golden_state_as_it_is(recipe: Recipe, tmp_path: Path) -> None:
    for name in ("wheels", "pip", "context"):
        (tmp_path / name).mkdir()
    recipe.lay_out(tmp_path / "context", tmp_path / "wheels", tmp_path / "pip")
    context = tmp_path / "context"
    assert {path.name for path in context.iterdir()} == {"Dockerfile", "wheels", "pip", "golden", "sites"}
    assert (context / "golden" / "site.db").read_bytes() == (recipe.golden.folder / "site.db").read_bytes()
    assert (context / "sites" / "forum" / "templates" / "layout.html").is_file()
