"""Medians, ratios and verdicts of a comparison, and their table."""

import statistics

import targets


def summary(values):
    """Median and spread (half the distance of the quartiles, as a share of the median)."""
    middle = statistics.median(values)
    if len(values) < 2:
        return {"median": middle, "spread": None, "values": values}
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return {"median": middle, "spread": (high - low) / 2 / middle if middle else 0, "values": values}


def judge(row, cores):
    """Adds to a row {case, threads, sides: {name: summary}} the ratio of each Tidemill side to the
    better rival, and the verdict."""
    rivals = {name.split(":")[1]: side["median"] for name, side in row["sides"].items()
              if not name.endswith(":tidemill")}
    rivals = {name: ns for name, ns in rivals.items() if name in targets.rivals(row["case"])}
    best = min(rivals, key=rivals.get) if rivals else None
    row["rival"] = best
    row["ratios"] = {}
    if best is not None:
        row["ratios"] = {name: side["median"] / rivals[best] for name, side in row["sides"].items()
                         if name.endswith(":tidemill") and rivals[best]}
    row["target"] = targets.target(row["case"], row["threads"], cores)
    row["verdict"] = None
    if row["target"] is not None and row["ratios"]:
        # The worse of the two compilers' programs counts.
        row["verdict"] = "pass" if max(row["ratios"].values()) <= row["target"] else "short"
    if any(name.endswith(":tidemill") for name in row["failed"]):
        row["verdict"] = "failed"
    return row


def number(value):
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def heading(names, unit):
    columns = [f"{name:>15}" for name in names]
    ratios = [f"{'x ' + name.split(':')[0]:>8}" for name in names if name.endswith(":tidemill")]
    return (f"{'case':<15} {'thr':>3} " + " ".join(columns) + "  " + " ".join(ratios) +
            f" {'at most':>8}  verdict      ({unit})")


def line(row, names):
    cells = []
    for name in names:
        side = row["sides"].get(name)
        if side is None:
            cells.append(f"{'failed' if name in row['failed'] else '-':>15}")
        else:
            spread = "" if side["spread"] is None else f" ±{min(100 * side['spread'], 999):.0f}%"
            cells.append(f"{number(side['median']) + spread:>15}")
    ratios = [f"{row['ratios'][name]:>8.2f}" if name in row["ratios"] else f"{'-':>8}"
              for name in names if name.endswith(":tidemill")]
    target = "-" if row["target"] is None else f"{row['target']:.2f}"
    return (f"{row['case']:<15} {row['threads']:>3} " + " ".join(cells) + "  " + " ".join(ratios) +
            f" {target:>8}  {row['verdict'] or ''}")
