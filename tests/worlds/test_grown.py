from __future__ import annotations

from pathlib import Path

from browserenv.sites.kit.golden import Golden
from browserenv.worlds.embedded import EmbeddedWorld
from browserenv.worlds.grown import grow
from browserenv.worlds.visitor import Visitor


def test_a_grown_state_has_more_of_what_can_be_copied_and_works(
    world: EmbeddedWorld, forum_golden: Golden, tmp_path: Path
) -> None:
    grown = grow(forum_golden, 3, tmp_path / "grown")
    assert grown.counts["comments"] == 3 * forum_golden.counts["comments"]
    assert grown.counts["submissions"] == 3 * forum_golden.counts["submissions"]
    assert grown.counts["users"] == forum_golden.counts["users"]
    assert grown.digest != forum_golden.digest
    world.goldens["forum"] = grown
    world.reset_by = "rollback"
    start = world.reset({})
    assert start.ways == {"forum": "replace"}  # from another start state
    visitor = Visitor(world, "forum", world.login("forum", "MarvelsGrantMan136"))
    assert b"/f/books/" in visitor.get("/search?q=book")
    post = {"submission[title]": "One more", "submission[mediaType]": "url", "submission[forum]": "1"}
    visitor.submit("/submit", post)
    assert list(world.diff()["forum"]) == ["forums", "submission_votes", "submissions"]
    again = world.reset({})
    assert (again, again.ways) == (start, {"forum": "rollback"})
