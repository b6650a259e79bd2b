"""The four settings as one picture: a bar of the score each, and under it a square for every run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from .leak import Tally

# Blue and orange, told apart by every kind of colour sight; dark is right, bright is wrong.
COLORS = {(True, True): "#2b5c8a", (False, False): "#c9d3dc", (True, False): "#e8731a", (False, True): "#f7c59b"}
LABELS = {
    (True, True): "passed, rightly",
    (False, False): "failed, rightly",
    (True, False): "passed, and should not have",
    (False, True): "failed, and should not have",
}
INK = "#1d2733"


def draw_chart(tallies: Sequence[Tally], title: str, path: Path) -> None:
    """Write the picture as PNG. Raises ``OSError`` when it cannot be written."""
    figure = Figure(figsize=(10, 5.6), dpi=150, facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.27, 0.15, 0.69, 0.68))
    for row, tally in enumerate(tallies):
        _row(axes, row, tally)
    n_runs = len(tallies[0].passed)
    axes.set_xlim(0, n_runs)
    axes.set_ylim(len(tallies) - 0.35, -0.6)
    axes.set_yticks(range(len(tallies)))
    axes.set_yticklabels(["\n".join(tally.setting) for tally in tallies], fontsize=11, color=INK, linespacing=1.5)
    axes.set_xticks([n + 0.5 for n in range(n_runs)])
    axes.set_xticklabels([str(n + 1) for n in range(n_runs)], fontsize=8, color=INK)
    axes.set_xlabel("run (squares), runs passed (bars)", fontsize=9, color=INK)
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    figure.text(0.03, 0.93, title, fontsize=14, fontweight="bold", color=INK)
    figure.text(0.03, 0.885, "The same twenty runs of the same agent, in four settings", fontsize=10.5, color=INK)
    figure.legend(
        handles=[Patch(color=COLORS[key], label=label) for key, label in LABELS.items()],
        loc="lower center", ncols=4, frameon=False, fontsize=9,
    )  # fmt: skip
    form = path.suffix.removeprefix(".").lower()
    figure.savefig(path, format=form if form in figure.canvas.get_supported_filetypes() else "png")


def _row(axes: Axes, row: int, tally: Tally) -> None:
    pairs = list(zip(tally.passed, tally.deserved, strict=True))
    begin = 0
    for key in ((True, True), (True, False)):
        width = pairs.count(key)
        axes.barh(row - 0.2, width, left=begin, height=0.36, color=COLORS[key])
        begin += width
    score = f"{tally.n_passed}/{len(pairs)}"
    inside = begin > len(pairs) - 2
    axes.text(
        begin + (-0.2 if inside else 0.2), row - 0.2, score, va="center", ha="right" if inside else "left",
        fontsize=13, fontweight="bold", color="white" if inside else INK,
    )  # fmt: skip
    for number, key in enumerate(pairs):
        axes.add_patch(Rectangle((number + 0.08, row + 0.08), 0.84, 0.24, color=COLORS[key], linewidth=0))
