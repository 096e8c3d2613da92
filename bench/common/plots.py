"""The pictures of tm-bench. Imported only when one is wanted: matplotlib is needed here."""

import matplotlib

import outputs

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402

INK, QUIET, PAPER = "#22212b", "#7a7885", "#fbfaf8"
MINE, TARGET = "#7d2c80", "#c0392b"
COLOURS = {"gcc:tidemill": "#7d2c80", "clang:tidemill": "#e07a4f", "native:tidemill": "#7d2c80",
           "gcc:libgomp": "#8d8a99", "clang:libomp": "#55a0a8"}
MARKERS = {"gcc:tidemill": "o", "clang:tidemill": "D", "gcc:libgomp": "s", "clang:libomp": "X"}


def dress(axes):
    axes.set_facecolor(PAPER)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(colors=INK, labelsize=9)


def save(figure, path):
    outputs.write_picture(figure, path, dpi=140, facecolor=PAPER, bbox_inches="tight")
    pyplot.close(figure)


def ratios(result, path, paired=False):
    """A panel for each number of threads, a line for each case: every side's time as a multiple of
    the better rival's; or, where sides are `paired`, of its own compiler's runtime's."""
    rows = [row for row in result["rows"] if row["rival"] is not None]
    threads = sorted({row["threads"] for row in rows})
    cases = list(dict.fromkeys(row["case"] for row in rows))
    figure, panels = pyplot.subplots(1, max(len(threads), 1), sharey=True, squeeze=False,
                                     figsize=(2 + 4 * max(len(threads), 1), 1.6 + 0.27 * len(cases)),
                                     facecolor=PAPER)
    seen = {}
    for axes, count in zip(panels[0], threads):
        dress(axes)
        for row in (row for row in rows if row["threads"] == count):
            place = cases.index(row["case"])
            rivals = {name: side["median"] for name, side in row["sides"].items() if not name.endswith(":tidemill")}
            best = min(median for name, median in rivals.items() if name.endswith(":" + row["rival"]))
            if row["target"] is not None:
                seen["target: at most"] = axes.plot(
                    [row["target"]] * 2, [place - 0.4, place + 0.4], color=TARGET, lw=2)[0]
            for name, side in row["sides"].items():
                own = [median for rival, median in rivals.items() if rival.split(":")[0] == name.split(":")[0]]
                if paired and not own:
                    continue
                seen[name] = axes.plot(side["median"] / (own[0] if paired else best), place,
                                       MARKERS.get(name, "o"), ms=5, color=COLOURS.get(name, INK), zorder=3)[0]
        axes.axvline(1, color=QUIET, lw=1)
        axes.set_xscale("log")
        low, high = axes.get_xlim()
        if high < 5 * low:  # too little for a tick a decade
            axes.xaxis.set_major_locator(ticker.MaxNLocator(6))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda x, _: f"{x:g}"))
        axes.xaxis.set_minor_formatter(ticker.NullFormatter())
        axes.grid(axis="x", color="#e4e1e8", lw=0.6)
        axes.set_title(f"{count} thread{'s' if count > 1 else ''}", color=INK, fontsize=11)
        beside = "its compiler's runtime" if paired else "better rival"
        axes.set_xlabel(f"time / {beside}'s (left is faster)", color=INK, fontsize=9)
    panels[0][0].set_yticks(range(len(cases)), cases)
    panels[0][0].set_ylim(len(cases) - 0.5, -0.5)
    figure.legend(seen.values(), seen.keys(), loc="lower center", ncol=5, frameon=False, fontsize=9,
                  bbox_to_anchor=(0.5, 0.99))
    figure.tight_layout()
    save(figure, path)


def metg(result, path):
    """A panel for each pattern (and number of threads): the share of the peak against the length of
    a task, a curve for each side, and where it crosses one half."""
    rows = [row for row in result["rows"] if row["curves"]]
    across = min(len(rows), 4) or 1
    down = max((len(rows) + across - 1) // across, 1)
    figure, panels = pyplot.subplots(down, across, sharey=True, squeeze=False,
                                     figsize=(1 + 3.4 * across, 0.6 + 3.2 * down), facecolor=PAPER)
    seen = {}
    for axes in panels.flat[len(rows):]:
        axes.set_visible(False)
    for axes, row in zip(panels.flat, rows):
        dress(axes)
        for name, points in row["curves"].items():
            seen[name] = axes.plot([p["length_ns"] for p in points],
                                   [100 * p["efficiency"] for p in points], lw=1.8, ms=3,
                                   marker=MARKERS.get(name, "o"), color=COLOURS.get(name, INK))[0]
            if name in row["sides"]:
                axes.axvline(row["sides"][name]["median"], ymax=0.46, color=COLOURS.get(name, INK),
                             lw=1, ls=":")
        axes.axhline(50, color=QUIET, lw=1)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(
            lambda x, _: f"{x / 1000:g} us" if x >= 1000 else f"{x:g} ns"))
        axes.set_ylim(0, 109)
        axes.grid(color="#e4e1e8", lw=0.6)
        axes.set_title(f"{row['case'].replace('metg-', '')}, {row['threads']} threads", color=INK,
                       fontsize=11)
        axes.set_xlabel("length of a task", color=INK, fontsize=9)
    panels[0][0].set_ylabel("% of peak kept", color=INK, fontsize=9)
    figure.legend(seen.values(), seen.keys(), loc="lower center", ncol=4, frameon=False, fontsize=9,
                  bbox_to_anchor=(0.5, 0.99))
    figure.tight_layout()
    save(figure, path)
