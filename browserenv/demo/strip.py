"""The four settings on the terminal: a line each, and a mark for every run."""

from __future__ import annotations

from collections.abc import Sequence

from .leak import Tally

MARKS = {(True, True): "+", (False, False): ".", (True, False): "P", (False, True): "F"}
"""By (passed, deserved)."""
LEGEND = "+ passed   . failed   P passed and should not have   F failed and should not have"


def strip(tally: Tally) -> str:
    """A mark for every run, such as ``.+.+.``."""
    return "".join(MARKS[pair] for pair in zip(tally.passed, tally.deserved, strict=True))


def lines(tallies: Sequence[Tally]) -> list[str]:
    """The table: what the runs began in, what judged them, run by run, the score, and how often it was wrong."""
    n_runs = len(tallies[0].passed)
    ruler = "".join(str(number % 10) for number in range(1, n_runs + 1))
    head = f"{'the run begins':<24}{'the checker':<22}{ruler}   {'score':>6}   wrongly passed   wrongly failed"
    rows = [
        f"{tally.setting[0]:<24}{tally.setting[1]:<22}{strip(tally)}   {f'{tally.n_passed}/{n_runs}':>6}   "
        f"{tally.n_false_passes:>14}   {tally.n_false_fails:>14}"
        for tally in tallies
    ]
    return [head, *rows, LEGEND]
