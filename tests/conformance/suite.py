"""What the conformance suite is made of: its programs, the compilers that build them, and the
exceptions (exceptions.toml). Used by run.py and table.py; knows nothing of running."""

import os
import re
import shutil
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDERS = {"c": ".c", "cxx": ".cpp", "fortran": ".f90"}


@dataclass(frozen=True)
class Program:
    """One source file. Its first comment says what it shows, and how it is built and run:
    `title: what must hold`, then maybe `Run with: NAME=value ...`, and `Build with: clang:-flag ...`
    for a family of compilers."""

    name: str  # c/task_if
    source: Path
    title: str
    environment: dict = field(hash=False)
    flags: tuple

    @property
    def language(self):
        return self.name.split("/")[0]


def first_comment(source):
    lines = []
    for line in source.read_text().splitlines():
        if not line.startswith(("/*", " *", "//", "! ")):
            break
        lines.append(line.strip(" /*!"))
    return " ".join(lines)


def read_program(source):
    text = first_comment(source)
    title = re.match(r"((?:[^():]|\([^)]*\))+): ", text)
    if not title:
        raise SystemExit(f"{source}: the first comment has to be 'title: what must hold'")
    run_with = re.search(r"Run with: (.*?)(?:$|Build with:)", text)
    build_with = re.search(r"Build with: (.*?)(?:$|Run with:)", text)
    words = run_with[1].split() if run_with else []
    return Program(
        name=f"{source.parent.name}/{source.stem}",
        source=source,
        title=title[1],
        environment=dict(word.split("=", 1) for word in words),
        flags=tuple(build_with[1].split()) if build_with else (),
    )


def programs(only=""):
    found = []
    for folder, suffix in FOLDERS.items():
        for source in sorted((HERE / folder).glob("*" + suffix)):
            program = read_program(source)
            if re.search(only, program.name):
                found.append(program)
    return found


@dataclass(frozen=True)
class Toolchain:
    """A compiler family at one version: gcc-12, clang-19, gfortran-12, flang-19."""

    name: str
    commands: dict = field(hash=False)  # language -> compiler
    flags: tuple
    runtime: str  # what its programs run on by themselves: libgomp or libomp

    @property
    def languages(self):
        return [language for language in self.commands if language in FOLDERS]


def find_compiler(*names):
    return next((path for path in map(shutil.which, names) if path), None)


def llvm_flags(version, scratch):
    """Older LLVMs here have no OpenMP headers and library of their own: both are those of the
    newest one installed, alone, so that no other header of that version gets in."""
    newest = max((int(path.name[5:]) for path in Path("/usr/lib").glob("llvm-*")
                  if (path / "lib/libomp.so").exists()), default=0)
    if newest in (0, version):
        return ()
    include = Path(scratch) / "omp-header"
    include.mkdir(parents=True, exist_ok=True)
    header = include / "omp.h"
    if not header.exists():
        header.symlink_to(f"/usr/lib/llvm-{newest}/lib/clang/{newest}/include/omp.h")
    return ("-isystem", str(include), f"-L/usr/lib/llvm-{newest}/lib")


def zig_clang(scratch):
    """Clang 22, of which Debian 12 has no package: it is in PyPI's ziglang, for C. A script that is
    called as a compiler is, with Debian's headers and linker, or None where ziglang isn't."""
    python = next((path for path in (os.environ.get("ZIGLANG_PYTHON"), "python3")
                   if path and subprocess.run([path, "-c", "import ziglang"],
                                              capture_output=True).returncode == 0), None)
    linker = find_compiler("gcc-12", "gcc")
    if not python or not linker:
        return None
    script = Path(scratch).resolve() / "clang-22.py"
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(f"#!{shutil.which(python)}\n" + ZIG_CLANG.replace("LINKER", repr(linker)))
    script.chmod(0o755)
    return str(script)


# One call of it only the newest libomp knows: it may stay undefined, and is not found there.
ZIG_CLANG = """import os, subprocess, sys, ziglang
words = sys.argv[1:]
if words == ["--version"]:
    sys.exit(subprocess.run([os.path.dirname(ziglang.__file__) + "/zig", "clang", *words]).returncode)
output = words[words.index("-o") + 1]
folder = os.path.dirname(ziglang.__file__)
for_linker = [word for word in words if word.startswith(("-L", "-l", "-pthread"))]
compiler = [folder + "/zig", "clang", "-nostdlibinc", "-isystem", folder + "/lib/include"]
system = ["-isystem", "/usr/include/" + os.uname().machine + "-linux-gnu", "-isystem", "/usr/include"]
kept = [word for word in words if word not in for_linker]
kept[kept.index("-o") + 1] = output + ".o"
done = subprocess.run([*compiler, *kept, *system, "-c"], timeout=120)
if done.returncode == 0:
    new = b"__kmpc_push_num_threads_strict" in open(output + ".o", "rb").read()
    undefined = ["-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy"] if new else []
    done = subprocess.run([LINKER, output + ".o", "-o", output, *undefined, "-Wl,--no-as-needed",
                           *for_linker, "-lomp", "-lm"])
sys.exit(done.returncode)
"""


def toolchain(name, scratch):
    """The toolchain of that name, or None where it is not installed."""
    family, _, version = name.partition("-")
    if family == "gcc":
        c, cxx = find_compiler(name), find_compiler(f"g++-{version}")
        return c and cxx and Toolchain(name, {"c": c, "cxx": cxx}, (), "libgomp")
    if family == "gfortran":
        fortran, c = find_compiler(name), find_compiler(f"gcc-{version}")
        return fortran and c and Toolchain(name, {"fortran": fortran, "check": c}, (), "libgomp")
    llvm = llvm_flags(int(version), scratch)
    if name == "clang-22":
        c = zig_clang(scratch)
        flags = ("-fopenmp-version=51", "-Werror=extra-tokens", *llvm)
        return c and Toolchain(name, {"c": c}, flags, "libomp")
    c, cxx = find_compiler(f"clang-{version}"), find_compiler(f"clang++-{version}")
    if family == "clang":
        # Not 52: with it no version of Clang takes either spelling of depobj's destroy. And some
        # leave out the half of a combined directive that they do not know, with a warning.
        flags = ("-fopenmp-version=51", "-Werror=extra-tokens", *llvm)
        return c and cxx and Toolchain(name, {"c": c, "cxx": cxx}, flags, "libomp")
    if family == "flang":
        fortran = find_compiler(f"flang-new-{version}")
        flags = ("-flang-experimental-exec",) if int(version) < 18 else ()
        return fortran and c and Toolchain(
            name, {"fortran": fortran, "check": c}, (*flags, *llvm[2:]), "libomp")
    raise SystemExit(f"no such toolchain: {name}")


DEFAULT_TOOLCHAINS = ("gcc-12", "clang-19", "gfortran-12")
EXTENDED_TOOLCHAINS = ("clang-14", "clang-16", "clang-22", "flang-16", "flang-19")


class Exceptions:
    """exceptions.toml: tables of PROGRAM -> {"NAME NAME": reason}. A name is a toolchain, or for
    what a runtime gets wrong, libgomp or libomp."""

    def __init__(self):
        self.tables = tomllib.loads((HERE / "exceptions.toml").read_text())

    def reason(self, table, program, *names):
        for words, reason in self.tables.get(table, {}).get(program.name, {}).items():
            if set(words.split()) & set(names):
                return reason
        return None

    def unsupported(self, program, toolchain_name):
        return self.reason("unsupported", program, toolchain_name)

    def miscompiled(self, program, toolchain_name):
        return self.reason("miscompiled", program, toolchain_name)

    def wrong_in(self, program, runtime, toolchain_name):
        return self.reason("wrong_in_control", program, runtime, f"{runtime}/{toolchain_name}")

    def race_reported(self, program, toolchain_name):
        return self.reason("tsan", program, toolchain_name)

    def names(self):
        return {name for table in self.tables.values() for name in table}


def binary_of(program, chain, folder):
    return Path(folder) / chain.name / program.name.replace("/", "_")


def sanitizer_flags(sanitize, chain):
    if not sanitize:
        return []
    flags = ["-g", f"-fsanitize={sanitize}"]
    if sanitize == "thread" and chain.runtime == "libomp":
        # Clang's run time is in the program, and lets libraries have its own version of everything
        # but these: without them it misses that a static variable is made once.
        flags += ["-Wl,--export-dynamic-symbol=__cxa_guard_*"]
        # Its optimiser reads what other sections write ahead of the choice of a section.
        flags += ["-O0"]
    return flags


def compile_command(program, chain, folder, sanitize):
    language = program.language
    command = [chain.commands[language], "-O1", "-fopenmp", *chain.flags]
    command += [flag.split(":")[1] for flag in program.flags if chain.name.startswith(flag.split(":")[0])]
    if language == "c":
        command += ["-std=gnu11", "-Werror=unknown-pragmas", "-I", str(HERE)]
    elif language == "cxx":
        command += ["-std=c++17", "-Werror=unknown-pragmas", "-I", str(HERE)]
    else:
        command += [str(Path(folder) / chain.name / "runtime_check.o")]
        if chain.name.startswith("gfortran"):
            command += ["-w", "-J", str(Path(folder) / chain.name / "modules")]
    command += sanitizer_flags(sanitize, chain)
    command += [str(program.source), "-o", str(binary_of(program, chain, folder))]
    return [*command, "-pthread", "-ldl", "-latomic"] if language != "fortran" else [*command, "-ldl"]


def up_to_date(binary, source):
    inputs = [source, *HERE.glob("*.h"), *source.parent.glob("*.h"), HERE / "suite.py"]
    made = [path for path in (binary, binary.with_suffix(".refused")) if path.exists()]
    return bool(made) and made[0].stat().st_mtime > max(path.stat().st_mtime for path in inputs)


def compile_one(program, chain, folder, sanitize):
    """Leaves the binary, or NAME.refused with what the compiler said."""
    binary = binary_of(program, chain, folder)
    if up_to_date(binary, program.source):
        return
    refused = binary.with_suffix(".refused")
    for old in (binary, refused):
        old.unlink(missing_ok=True)
    command = compile_command(program, chain, folder, sanitize)
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        binary.unlink(missing_ok=True)
        refused.write_text(" ".join(command) + "\n" + done.stdout + done.stderr)


def compile_all(selected, chain, folder, jobs, sanitize=None):
    out = Path(folder) / chain.name
    (out / "modules").mkdir(parents=True, exist_ok=True)
    if "check" in chain.commands:
        # An older Clang needs the header that flang knows nothing of.
        header = ["-isystem", str(Path(folder) / "omp-header")] if chain.runtime == "libomp" else []
        subprocess.run([chain.commands["check"], "-O1", "-fopenmp", *header, "-c",
            str(HERE / "runtime_check.c"), "-o", str(out / "runtime_check.o")], check=True)
    mine = [program for program in selected if program.language in chain.languages]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda program: compile_one(program, chain, folder, sanitize), mine))
    return mine


SAYS_WHY = re.compile(r"error|sorry|undefined|not yet implemented")


def judge_compilation(selected, chain, folder, exceptions):
    """Yields what contradicts the table of what the compiler cannot express."""
    for program in selected:
        refused = binary_of(program, chain, folder).with_suffix(".refused")
        reason = exceptions.unsupported(program, chain.name)
        if refused.exists() and not reason:
            said = [line for line in refused.read_text().splitlines() if SAYS_WHY.search(line)]
            yield f"{chain.name} refuses {program.name}: see {refused}\n" + "\n".join(said[:3])
        if not refused.exists() and reason:
            yield (f"{chain.name} compiles {program.name}, but exceptions.toml says it cannot: "
                   f"{reason}")


def cores():
    return len(os.sched_getaffinity(0))
