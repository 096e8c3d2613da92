#!/usr/bin/env python3
"""A table and a bar chart of several runs of an application, from what its `--json FILE` wrote.

With --model the bars of measured time stand beside those of the model: for results of heat that
carry a model's time, as tests/heat/model_ratio.py --json FOLDER writes them.

usage: plot_variants.py [--out out/variants.png] [--model] FILE.json...
"""
import argparse
import json
import pathlib
import sys

ORDER = ["serial", "pure", "nbuffer", "forkjoin", "sentinel", "interop-blk", "interop-nonblk", "for", "tasks"]
AFFINITIES = ["none", "nonstrict", "strict"]

INK, QUIET, PAPER = "#22212b", "#7a7885", "#fbfaf8"
COLOURS = {"serial": "#b9b6c0", "pure": "#8d8a99", "nbuffer": "#6b6880", "forkjoin": "#f0a868",
           "sentinel": "#e07a4f", "interop-blk": "#7d2c80", "interop-nonblk": "#4b1d77",
           "for": "#e07a4f", "tasks": "#7d2c80"}
MODEL_COLOUR = "#d9d5de"

# What every application writes, and what the title wants of each besides.
FIELDS = ("application", "variant", "threads", "seconds", "updates_per_second")
WITH_MPI = ("mpi", "ranks", "rows", "cols", "in_task_share")
IN_A_TEAM = ("affinity", "runtime", "nodes", "compute_share", "iterations")
FIELDS_OF = {"heat": (*WITH_MPI, "block", "iterations", "kernel", "sleep_us"),
             "ifsker": (*WITH_MPI, "levels", "steps", "messages_per_step", "bytes_per_message",
                        "message_delay_us"),
             "jacobi": (*IN_A_TEAM, "size", "block"),
             "spmv": (*IN_A_TEAM, "matrix", "method", "rows", "nonzeros", "parts")}
HEADINGS = {"heat": "Heat by Gauss–Seidel", "ifsker": "IFSKer: physics, transforms and messages",
            "jacobi": "Poisson's equation by Jacobi", "spmv": "A sparse matrix in parts"}


def read_results(paths, with_model):
    """The results, in the order of the papers."""
    results = []
    for path in paths:
        try:
            result = json.loads(pathlib.Path(path).read_text())
        except (OSError, ValueError) as error:
            sys.exit(f"plot_variants: {path}: {error}; give files that --json has written")
        application = result.get("application") if isinstance(result, dict) else None
        needed = FIELDS + FIELDS_OF.get(application, ())
        needed += ("model_seconds",) if with_model else ()
        missing = [f for f in needed if not isinstance(result, dict) or f not in result]
        if missing:
            hint = "tests/heat/model_ratio.py --json" if with_model else "an application's --json"
            sys.exit(f"plot_variants: {path}: no '{missing[0]}'; give files that {hint} has written")
        results.append(result)
    if len({r["application"] for r in results}) > 1:
        sys.exit("plot_variants: results of several applications; give those of one")
    return sorted(results, key=place_of)


def place_of(result):
    variant = ORDER.index(result["variant"]) if result["variant"] in ORDER else 99
    affinity = result.get("affinity")
    return variant, AFFINITIES.index(affinity) if affinity in AFFINITIES else 0, result.get("runtime", "")


def has_mpi(result):
    return "mpi" in result


def base_of(results):
    """The variant that others are compared with."""
    return "pure" if has_mpi(results[0]) else "serial"


def speedup(result, results):
    """Against that; None without it."""
    base = [r["seconds"] for r in results if r["variant"] == base_of(results)]
    return base[0] / result["seconds"] if base else None


def runtime_of(result):
    """"tidemill", of the path of libtidemill.so.0.1.0."""
    return pathlib.Path(result["runtime"]).name.removeprefix("lib").split(".")[0]


def name_of(result, results):
    text = result["variant"]
    if result.get("affinity", "none") != "none":
        text += ", " + result["affinity"]
    if not has_mpi(result) and len({r["runtime"] for r in results}) > 1:
        text += " on " + runtime_of(result)
    return text


def shape_of(result):
    return f"{result['ranks']} x {result['threads']}" if has_mpi(result) else str(result["threads"])


def table(results, with_model):
    """Heading and rows, all text. "vs ..." is the speedup, "in tasks" the share of time."""
    heading = ["variant", "ranks x threads" if has_mpi(results[0]) else "threads", "seconds", "updates/s",
               f"vs {base_of(results)}", "in tasks"] + (["model", "off"] if with_model else [])
    rows = []
    for r in results:
        factor = speedup(r, results)
        row = [name_of(r, results), shape_of(r), f"{r['seconds']:.3f}",
               f"{r['updates_per_second']:.3g}", "-" if factor is None else f"{factor:.2f}x",
               f"{100 * r.get('in_task_share', r.get('compute_share')):.1f} %"]
        if with_model:
            row += [f"{r['model_seconds']:.3f}", f"{100 * (r['seconds'] / r['model_seconds'] - 1):+.1f} %"]
        rows.append(row)
    return heading, rows


def print_table(heading, rows):
    try:
        from rich import box, console, table as rich_table
    except ImportError:
        widths = [max(map(len, column)) for column in zip(heading, *rows)]
        for row in [heading, ["-" * w for w in widths], *rows]:
            cells = [row[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(row[1:], widths[1:])]
            print("  ".join(cells))
        return
    pretty = rich_table.Table(box=box.SIMPLE_HEAD)
    for i, name in enumerate(heading):
        pretty.add_column(name, justify="right" if i else "left", no_wrap=True)
    for row in rows:
        pretty.add_row(*row)
    # Wider than a narrow terminal rather than cut off.
    wide = console.Console()
    wide.width = max(wide.width, 120)
    wide.print(pretty)


def problem_of_heat(first):
    what = f"{first['rows']} × {first['cols']} cells, blocks of {first['block']}², " \
           f"{first['iterations']} sweeps"
    if first["kernel"] == "sleep":
        what += f"; a block sleeps {first['sleep_us'] / 1000:g} ms"
    return what


def problem_of_ifsker(first):
    what = f"{first['levels']} × {first['rows']} × {first['cols']} points, {first['steps']} steps"
    if first["messages_per_step"]:
        what += f", {first['messages_per_step']} messages of {first['bytes_per_message']} bytes a step"
    if first["message_delay_us"]:
        what += f", delayed by {first['message_delay_us']:g} µs"
    return what


def problem_of_jacobi(first):
    return f"{first['size']} × {first['size']} points, blocks of {first['block']}², {first['iterations']} sweeps"


def problem_of_spmv(first):
    what = "products" if first["method"] == "product" else "iterations of BiCGStab"
    return (f"{first['matrix']}: {first['rows']} rows, {first['nonzeros']} nonzeros, {first['parts']} parts, "
            f"{first['iterations']} {what}")


PROBLEM_OF = {"heat": problem_of_heat, "ifsker": problem_of_ifsker, "jacobi": problem_of_jacobi,
              "spmv": problem_of_spmv}


def title(results):
    first = results[-1]  # serial, which has no messages, comes first
    what = PROBLEM_OF[first["application"]](first)
    if not has_mpi(first):
        threads = " or ".join(str(n) for n in sorted({r["threads"] for r in results if r["variant"] != "serial"}))
        runtimes = " and ".join(sorted({runtime_of(r) for r in results}))
        return f"{what}; {threads or '1'} threads on {runtimes}"
    shapes = []
    for r in results:
        shape = f"{r['ranks']} × {r['threads']}"
        if r["variant"] != "serial" and shape not in shapes:
            shapes.append(shape)
    mpis = " and ".join(sorted({r["mpi"] for r in results}))
    best = max(r.get("best_of", 1) for r in results)
    if best > 1:
        mpis += f", best of {best} runs"
    return what + f"; {' or '.join(shapes) or '1 × 1'} ranks × threads, {mpis}"


def plot(results, out, with_model):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import patches, pyplot

    matplotlib.rcParams.update({"font.family": "DejaVu Sans", "font.size": 11,
                                "text.color": INK, "axes.labelcolor": INK})
    height = 0.62 if not with_model else 0.40
    figure, axes = pyplot.subplots(figsize=(10, 1.7 + 0.58 * len(results)), dpi=140)
    figure.set_facecolor(PAPER)
    axes.set_facecolor(PAPER)
    longest = max(max(r["seconds"], r.get("model_seconds", 0) * with_model) for r in results)
    for place, r in enumerate(results):
        shift = 0.21 if with_model else 0
        colour = COLOURS.get(r["variant"], QUIET)
        axes.barh(place - shift, r["seconds"], height, color=colour)
        factor = speedup(r, results)
        if with_model:
            note = f"{100 * (r['seconds'] / r['model_seconds'] - 1):+.1f} %"
            axes.barh(place + shift, r["model_seconds"], height, color=MODEL_COLOUR)
            axes.text(r["model_seconds"] + 0.008 * longest, place + shift,
                      f"{r['model_seconds']:.2f} s", va="center", color=QUIET, fontsize=9)
        else:
            base = base_of(results)
            note = "" if factor is None or r["variant"] == base else f"{factor:.2f} × the speed of {base}"
        label = axes.annotate(f"{r['seconds']:.3g} s", (r["seconds"], place - shift), (5, 0),
                              textcoords="offset points", va="center", weight="bold",
                              fontsize=9.5 if with_model else 11)
        axes.annotate(note, (1, 0.5), (8, 0), xycoords=label, textcoords="offset points",
                      va="center", color=QUIET, fontsize=9)
    axes.set_yticks(range(len(results)), [name_of(r, results) for r in results])
    axes.invert_yaxis()
    axes.set_xlim(0, longest * 1.3)
    axes.tick_params(axis="y", length=0, labelsize=11.5)
    axes.tick_params(axis="x", length=0, labelcolor=QUIET, labelsize=9)
    axes.xaxis.grid(True, color="#e6e3ea", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_xlabel("seconds (shorter is better)", color=QUIET, fontsize=9.5)
    if with_model:
        axes.legend(handles=[patches.Patch(color=QUIET, label="measured"),
                             patches.Patch(color=MODEL_COLOUR, label="perfect runtime")],
                    loc="lower right", frameon=False, fontsize=9.5)
    heading = HEADINGS.get(results[0]["application"], results[0]["application"])
    heading += ": measured against the model" if with_model else ""
    figure.text(0.02, 0.965, heading, fontsize=15, weight="bold", va="top")
    figure.text(0.02, 0.965 - 0.32 / figure.get_figheight(), title(results), fontsize=9.5,
                color=QUIET, va="top")
    figure.tight_layout(rect=(0.01, 0, 1, 1 - 0.62 / figure.get_figheight()))
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, facecolor=PAPER)
    pyplot.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE.json")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/variants.png"))
    parser.add_argument("--model", action="store_true", help="measured against model")
    options = parser.parse_args()
    results = read_results(options.files, options.model)
    print_table(*table(results, options.model))
    try:
        plot(results, options.out, options.model)
    except ImportError as error:
        sys.exit(f"plot_variants: {error}; install python3-matplotlib for the chart")
    except OSError as error:
        sys.exit(f"plot_variants: cannot write {options.out} ({error.strerror}); give another --out")
    print(f"chart: {options.out}")


if __name__ == "__main__":
    main()
