"""The pictures of `tm-bench app --shapes`. Imported only when one is wanted: matplotlib is needed here."""

import plots

# Of the account's parts; of the variants, in turn.
COLOURS = {"in_task": "#7d2c80", "idle": "#d9d5de", "overhead": "#e07a4f"}
LINES = ("#8d8a99", "#55a0a8", "#e07a4f", "#c0392b", "#7d2c80", "#4b1d77", "#f0a868", "#22212b")


def in_order(rows, key):
    return list(dict.fromkeys(key(row) for row in rows))


def shape_of(row):
    return row["ranks"], row["threads"]


def draw(rows, weak, path):
    """A panel for each MPI."""
    mpis = in_order(rows, lambda row: row["mpi"])
    shapes, variants = in_order(rows, shape_of), in_order(rows, lambda row: row["variant"])
    width = 5 if weak else 1 + 0.24 * len(shapes) * (len(variants) + 1)
    figure, panels = plots.pyplot.subplots(1, len(mpis), sharey=True, squeeze=False, facecolor=plots.PAPER,
                                           figsize=(1 + width * len(mpis), 4.2))
    for axes, mpi in zip(panels[0], mpis):
        plots.dress(axes)
        axes.set_title(mpi, color=plots.INK, fontsize=11)
        own = [row for row in rows if row["mpi"] == mpi]
        seen = efficiencies(axes, own, variants) if weak else bars(axes, own, shapes, variants)
    panels[0][0].set_ylabel("efficiency, of the first shape" if weak else "seconds of a thread", color=plots.INK,
                            fontsize=9)
    figure.legend(seen.values(), seen.keys(), loc="lower center", ncol=min(len(seen), 4), frameon=False, fontsize=9,
                  bbox_to_anchor=(0.5, 0.99))
    figure.tight_layout()
    plots.save(figure, path)


def efficiencies(axes, rows, variants):
    """A line for each variant, over the ranks."""
    seen = {}
    for number, variant in enumerate(variants):
        own = [row for row in rows if row["variant"] == variant]
        seen[variant] = axes.plot([row["ranks"] for row in own], [row["efficiency"] for row in own], "o-", ms=4, lw=1.8,
                                  color=LINES[number % len(LINES)])[0]
    ranks = in_order(rows, lambda row: row["ranks"])
    axes.set_xscale("log", base=2)
    axes.set_xticks(ranks, [str(count) for count in ranks])
    axes.set_xlabel("ranks", color=plots.INK, fontsize=9)
    axes.set_ylim(0, 1.09)
    axes.grid(axis="y", color="#e4e1e8", lw=0.6)
    return seen


def bars(axes, rows, shapes, variants):
    """A stacked bar for each variant, in a group for each shape."""
    seen, ticks = {}, {}
    for row in rows:
        place = shapes.index(shape_of(row)) * (len(variants) + 1) + variants.index(row["variant"])
        ticks[place] = row["variant"]
        bottom = 0.0
        for part, colour in COLOURS.items():
            seen[part.replace("_", "-")] = axes.bar(place, row[part], 0.8, bottom, color=colour)
            bottom += row[part]
    axes.set_xticks(list(ticks), list(ticks.values()), rotation=90, fontsize=8)
    for number, (ranks, threads) in enumerate(shapes):
        middle = number * (len(variants) + 1) + (len(variants) - 1) / 2
        axes.text(middle, 1.01, f"{ranks} x {threads}", transform=axes.get_xaxis_transform(), ha="center", va="bottom",
                  fontsize=9, color=plots.INK)
    axes.set_title(axes.get_title(), pad=18, color=plots.INK, fontsize=11)
    return seen
