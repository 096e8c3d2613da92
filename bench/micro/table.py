"""Medians, ratios and verdicts of a comparison, and their tables."""

import targets
from rounds import ratio, summary

ORDER = ["gcc:tidemill", "gcc:libgomp", "clang:tidemill", "clang:libomp", "native:tidemill"]


def order(names):
    """The sides in the order of their columns; Tidemill's own program shares its first one."""
    return [name for name in ORDER if name in names and name != "native:tidemill"] or list(names)


def is_tidemill(name):
    return name.endswith(":tidemill")


def judge(row, cores):
    """Adds to a row {case, threads, sides: {name: summary}, failed} the better rival, the ratio of
    each Tidemill side to it, the target and the verdict: the worse of two ratios counts."""
    rivals = {name.split(":")[1]: side for name, side in row["sides"].items() if not is_tidemill(name)}
    rivals = {name: side for name, side in rivals.items()
              if name in targets.rivals(row["case"]) and side["median"]}
    best = min(rivals, key=lambda name: rivals[name]["median"]) if rivals else None
    row["rival"] = best
    row["ratios"] = {} if best is None else {
        name: ratio(side, rivals[best]) for name, side in row["sides"].items() if is_tidemill(name)}
    row["target"] = targets.target(row["case"], row["threads"], cores)
    row["verdict"] = None
    if any(is_tidemill(name) for name in row["failed"]):
        row["verdict"] = "failed"
    elif row["target"] is not None and row["ratios"]:
        row["verdict"] = "pass" if max(row["ratios"].values()) <= row["target"] else "short"
    return row


def number(value):
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def cell(row, name):
    side = row["sides"].get(name)
    if side is None and name == "gcc:tidemill":
        side = row["sides"].get("native:tidemill")
    if side is None:
        return "failed" if name in row["failed"] else "-"
    spread = "" if side["spread"] is None else f" ±{min(100 * side['spread'], 999):.0f}%"
    return number(side["median"]) + spread


def heading(names, unit):
    columns = "".join(f"{name:>16}" for name in names)
    ratios = "".join(f"{'x ' + name.split(':')[0]:>9}" for name in names if is_tidemill(name))
    return f"{'case':<15} {'thr':>3}{columns} {ratios}  at most  verdict   ({unit})"


def line(row, names):
    columns = "".join(f"{cell(row, name):>16}" for name in names)
    ratios = "".join(f"{row['ratios'][name]:>9.2f}" if name in row["ratios"] else f"{'-':>9}"
                     for name in names if is_tidemill(name))
    target = "-" if row["target"] is None else f"{row['target']:.2f}"
    return f"{row['case']:<15} {row['threads']:>3}{columns} {ratios} {target:>8}  {row['verdict'] or ''}".rstrip()


def plain_heading(names):
    return f"{'case':<15}" + "".join(f"{name:>16}" for name in names)


def plain_line(row, names):
    return f"{row['case']:<15}" + "".join(f"{number(row['sides'].get(name)):>16}" for name in names)


def memory_rows(rows):
    """What the cases with many tasks at once took, a row for each side."""
    found = []
    for row in rows:
        for name, side in row["sides"].items():
            if "bytes_per_task" not in side:
                continue
            most = targets.BYTES[row["case"]] if is_tidemill(name) else None
            # What stays: a tenth is caches; more has not been given back.
            kept = side["bytes_left_per_task"] > targets.MOST_KEPT * side["bytes_per_task"]
            verdict = None
            if most is not None:
                verdict = "pass" if side["bytes_per_task"] <= most and not kept else "short"
            why = (f"{side['bytes_per_task']:.0f} bytes each, {side['bytes_left_per_task']:.0f} kept, "
                   f"at most {most}")
            found.append({"case": row["case"], "threads": row["threads"], "side": name, "why": why,
                          "tasks": side["outstanding"], "bytes_per_task": side["bytes_per_task"],
                          "bytes_left_per_task": side["bytes_left_per_task"],
                          "target": most, "verdict": verdict})
    return found


def memory_lines(memory):
    yield f"{'case':<15} {'thr':>3} {'side':<16}{'tasks':>9}{'bytes each':>12}{'kept':>8}  at most  verdict"
    for row in memory:
        target = "-" if row["target"] is None else f"{row['target']}"
        yield (f"{row['case']:<15} {row['threads']:>3} {row['side']:<16}{row['tasks']:>9.0f}"
               f"{row['bytes_per_task']:>12.0f}{row['bytes_left_per_task']:>8.0f} {target:>8}  "
               f"{row['verdict'] or ''}").rstrip()


def short_lines(rows, others):
    for row in rows:
        if row["verdict"] == "failed":
            yield f"failed: {row['case']}, {row['threads']} threads: " + "; ".join(
                f"{name}: {why}" for name, why in row["failed"].items())
        elif row["verdict"] == "short":
            yield (f"short:  {row['case']}, {row['threads']} threads: "
                   f"{max(row['ratios'].values()):.2f} of {row['rival']}, at most {row['target']:.2f}")
    for row in others:
        if row["verdict"] == "short":
            side = f", {row['side']}" if "side" in row else ""
            yield f"short:  {row['case']}, {row['threads']} threads{side}: {row['why']}"


def print_verdicts(rows, others):
    """The closing lines; `others` are rows of the other tables. Returns all verdicts."""
    judged = [row["verdict"] for row in rows + others if row["verdict"] is not None]
    print(f"\n{judged.count('pass')} of {len(judged)} targets reached")
    for text in short_lines(rows, others):
        print(text)
    return judged
