"""The checks of this folder tested: each finds a violation planted in a tree that is clean
otherwise, and nothing in the clean tree.

usage: planted_violations.py CC CXX
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
CLEAN = {
    "include/tidemill/api.h": "#ifndef API_H\n#define API_H\nint tidemill_f(void);\n#endif\n",
    "src/platform/clock.hpp": "#pragma once\nlong now_ns();\n",
    "src/core/model/task.hpp": '#pragma once\n#include "platform/clock.hpp"\n',
    "src/abi/gomp/task.cpp": '#include "core/model/task.hpp"\n#include "tidemill/api.h"\n',
    "src/mpi/engine/poll.hpp": "#pragma once\n#include <tidemill/api.h>\n",
    "src/mpi/c/send.cpp": '#include "engine/poll.hpp"\n',
    "apps/heat/main.cpp": '#include "grid.hpp"\n#include "tidemill/api.h"\n',
    "apps/heat/grid.hpp": "#pragma once\n#include <vector>\n",
    "bench/micro/switch.cpp": '#include "tidemill/api.h"\n',
    "tests/unit/task_test.cpp": '#include "core/model/task.hpp"\n',
}
COMPILERS = []


class PlantedViolation(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tidemill-repo-")
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        shutil.copy(HERE.parents[1] / ".clang-format", self.root)
        for name, text in CLEAN.items():
            self.plant(name, text)

    def plant(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self, script, *arguments, **environment):
        return subprocess.run(
            [sys.executable, HERE / script, self.root, *arguments],
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
        )

    def expect_clean(self, script, *arguments):
        done = self.check(script, *arguments)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(" 0 violations", done.stdout)

    def expect_found(self, script, *arguments, naming):
        done = self.check(script, *arguments)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(" 1 violations", done.stdout)
        self.assertIn(naming, done.stdout)


class IncludeDirection(PlantedViolation):
    def expect(self, name, line):
        self.plant(name, line + "\n")
        self.expect_found("include_direction.py", naming=f"{name}:1: ")

    def test_clean_tree(self):
        self.expect_clean("include_direction.py")

    def test_platform_includes_core(self):
        self.expect("src/platform/bad.cpp", '#include "core/model/task.hpp"')

    def test_core_includes_abi(self):
        self.plant("src/abi/gomp/entry.hpp", "#pragma once\n")
        self.expect("src/core/bad.cpp", '#include "abi/gomp/entry.hpp"')

    def test_core_includes_mpi(self):
        self.expect("src/core/bad.cpp", '#include "mpi/engine/poll.hpp"')

    def test_mpi_includes_core(self):
        self.expect("src/mpi/bad.cpp", '#include "core/model/task.hpp"')

    def test_mpi_includes_core_by_another_path(self):
        self.expect("src/mpi/c/bad.cpp", '# include "../../core/model/task.hpp"')

    def test_app_includes_core(self):
        self.expect("apps/heat/bad.cpp", "#include <core/model/task.hpp>")

    def test_bench_includes_platform(self):
        self.expect("bench/micro/bad.cpp", '#include "../../src/platform/clock.hpp"')

    def test_header_that_is_not_there_counts_by_its_name(self):
        self.expect("tools/bad.cpp", '#include "core/generated.hpp"')

    def test_public_header_includes_core(self):
        self.expect("include/tidemill/bad.h", '#include "core/model/task.hpp"')

    def test_layer_of_core_includes_one_above(self):
        self.expect("src/core/sync/bad.cpp", '#include "core/model/task.hpp"')

    def test_folder_of_core_without_a_layer(self):
        self.expect("src/core/stray/bad.cpp", '#include "core/model/task.hpp"')

    def test_source_in_no_part(self):
        self.plant("src/stray/bad.cpp", "\n")
        self.expect_found("include_direction.py", naming="src/stray/bad.cpp")

    def test_empty_tree_is_a_failure(self):
        for folder in ("include", "src", "apps", "bench", "tests"):
            shutil.rmtree(self.root / folder)
        self.assertEqual(self.check("include_direction.py").returncode, 2)


class HeadersAlone(PlantedViolation):
    def arguments(self):
        return "--cc", COMPILERS[0], "--cxx", COMPILERS[1]

    def expect(self, name, text):
        self.plant(name, text)
        self.expect_found("headers_alone.py", *self.arguments(), naming=f"{name} does not compile")

    def test_clean_tree(self):
        self.expect_clean("headers_alone.py", *self.arguments())

    def test_header_that_forgets_an_include(self):
        self.expect("src/core/bad.hpp", "#pragma once\ninline std::vector<int> v;\n")

    def test_header_without_guard(self):
        self.expect("apps/heat/bad.hpp", "struct Twice {};\n")

    def test_header_without_guard_that_the_build_compiles_alone(self):
        self.plant("src/core/bad.hpp", "// Why.\nstruct Twice {};\n")
        self.plant("src/core/bad.cpp", '#include "core/bad.hpp"\n')
        self.expect_found("headers_alone.py", *self.arguments(), naming="src/core/bad.hpp has no guard")

    def test_header_that_a_source_includes_second(self):
        self.plant("src/core/bad.cpp", '#include "core/good.hpp"\n#include "core/bad.hpp"\n')
        self.plant("src/core/good.hpp", "#pragma once\n#include <vector>\n")
        self.expect("src/core/bad.hpp", "#pragma once\ninline std::vector<int> v;\n")

    def test_header_with_the_name_of_one_that_the_build_compiles_alone(self):
        self.plant("apps/heat/good.cpp", '#include "good.hpp"\n')
        self.plant("apps/heat/good.hpp", "#pragma once\n")
        self.expect("src/core/good.hpp", "#pragma once\ninline std::vector<int> v;\n")

    def test_public_header_that_is_no_c(self):
        self.expect("include/tidemill/bad.h", "#pragma once\nclass NoC;\n")


class Format(PlantedViolation):
    def test_clean_tree(self):
        self.expect_clean("format.py")

    def test_unformatted_source_is_found_and_fixed(self):
        self.plant("src/core/bad.cpp", "int   f( ) {return 1 ;}\n")
        self.expect_found("format.py", naming="src/core/bad.cpp")
        self.assertEqual(self.check("format.py", "--fix").returncode, 0)
        self.expect_clean("format.py")

    def test_missing_clang_format_is_a_failure_with_a_remedy(self):
        done = self.check("format.py", PATH=str(self.root))
        self.assertEqual(done.returncode, 2)
        self.assertIn("scripts/install-deps", done.stdout)


class Variables(PlantedViolation):
    def setUp(self):
        super().setUp()
        self.plant("docs/environment.md", "| `OMP_A` | `N` |\n| `TIDEMILL_A`, `KMP_A` | `N` |\n")
        self.plant("src/platform/environment.hpp", 'auto own = {"TIDEMILL_A"};\n')
        self.plant("src/core/read.cpp", 'auto a = {read("OMP_A"), read("KMP_A")};\n')

    def test_clean_tree(self):
        self.expect_clean("variables.py")

    def test_variable_that_is_not_documented(self):
        self.plant("src/core/bad.cpp", 'auto b = read("OMP_B");\n')
        self.expect_found("variables.py", naming="OMP_B, of src/core/bad.cpp")

    def test_documented_variable_that_nobody_reads(self):
        self.plant("src/core/read.cpp", 'auto a = read("OMP_A");\n')
        self.expect_found("variables.py", naming="no source names KMP_A")

    def test_variable_that_the_runtime_would_warn_of(self):
        self.plant("src/platform/environment.hpp", "\n")
        self.plant("src/mpi/bad.cpp", 'auto b = getenv("TIDEMILL_A");\n')
        self.expect_found("variables.py", naming="TIDEMILL_A, of src/mpi/bad.cpp, is not known")


if __name__ == "__main__":
    COMPILERS = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1], verbosity=2)
