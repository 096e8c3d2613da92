"""What the tests of the `tidemill` command share: a scratch folder, compilers, a stand-in prefix."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def environment(**changes):
    """The environment tests start commands in: no OpenMP or preload settings of the caller's,
    MPI on the loopback interface, allowed as root and with more ranks than cores."""
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OMP_", "GOMP_", "KMP_", "TIDEMILL_", "LD_PRELOAD"))
    }
    env.update(
        OMPI_MCA_rmaps_base_oversubscribe="1",
        OMPI_MCA_btl_tcp_if_include="lo",
        OMPI_MCA_oob_tcp_if_include="lo",
        HYDRA_IFACE="lo",
    )
    if os.geteuid() == 0:
        for name in ("OMPI_ALLOW_RUN_AS_ROOT", "PRTE_ALLOW_RUN_AS_ROOT"):
            env[name] = env[name + "_CONFIRM"] = "1"
    env.update(changes)
    return env


def compile_c(compiler, output, *words):
    """Compiles with `compiler`; a failure shows the compiler's words."""
    command = [compiler, "-o", str(output), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)} failed:\n{done.stderr}")
    return str(output)


def stand_in_prefix(folder, tidemill, layers=("openmpi", "mpich")):
    """A prefix around the real `tidemill` command whose libraries do nothing: for what the command
    does by itself. Its libgomp.so.1 is the compiler's own, so that programs start."""
    folder = pathlib.Path(folder)
    (folder / "bin").mkdir(parents=True)
    (folder / "lib/tidemill/compat").mkdir(parents=True)
    shutil.copy(tidemill, folder / "bin/tidemill")
    empty = folder / "empty.c"
    empty.write_text("int tidemill_stand_in;\n")
    names = ["libtidemill.so"] + [f"libtidemill-mpi-{layer}.so" for layer in layers]
    for name in names:
        compile_c("cc", folder / "lib" / name, "-shared", "-fPIC", empty)
    gomp = subprocess.run(
        ["cc", "-print-file-name=libgomp.so.1"], capture_output=True, text=True, check=True
    ).stdout.strip()
    shutil.copy(gomp, folder / "lib/tidemill/compat/libgomp.so.1")
    for name in ("libomp.so.5", "libiomp5.so"):
        (folder / "lib/tidemill/compat" / name).symlink_to("../../libtidemill.so")
    return folder


class CommandTest(unittest.TestCase):
    """A test with a scratch folder and a prefix (class attribute, set by the test's main)."""

    prefix = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tidemill-test-")
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.tidemill = str(self.prefix / "bin/tidemill")

    def run_command(self, *words, timeout=120, **changes):
        return subprocess.run(
            [str(word) for word in words],
            capture_output=True,
            text=True,
            timeout=timeout,
            env=environment(**changes),
            cwd=self.scratch,
            stdin=subprocess.DEVNULL,
        )

    def tidemill_run(self, *words, **changes):
        return self.run_command(self.tidemill, "run", *words, **changes)

    def script(self, name, text, mode=0o755):
        path = self.scratch / name
        path.write_text(text)
        path.chmod(mode)
        return path
