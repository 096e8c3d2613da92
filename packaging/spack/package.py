# Spack's recipe. In a repository of your own:
#   spack repo create ~/spack-tidemill tidemill_repo
#   mkdir ~/spack-tidemill/packages/tidemill && cp package.py ~/spack-tidemill/packages/tidemill/
#   spack repo add ~/spack-tidemill
#   spack install tidemill ^openmpi         # or ^mpich; ~mpi for the runtime alone
# A working copy is built in place by: spack dev-build -d . tidemill@main

from spack.package import *


class Tidemill(CMakePackage):
    """OpenMP runtime with suspendable tasks, in the place of libgomp and libomp under programs
    built by stock compilers; and a layer that makes an MPI task-aware."""

    maintainers("tidemill")
    license("Apache-2.0")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("mpi", default=True, description="Build the task-aware layer of the MPI in the spec")
    variant("apps", default=False, description="Build the applications (heat, ...)")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("cli11", type="build")
    # Writes the wrappers of MPI's functions.
    depends_on("python@3.10:", type="build", when="+mpi")
    # Linked statically into libtidemill; the archive is always installed.
    depends_on("boost@1.74: +context", type="build")
    depends_on("hwloc@2.7:")  # its headers to build with; opened at run time
    depends_on("mpi", when="+mpi")
    depends_on("mpi", when="+apps")
    depends_on("libpng", when="+apps")
    depends_on("fftw@3:", when="+apps")
    depends_on("netcdf-c", when="+apps")
    depends_on("openblas threads=pthreads", when="+apps")
    depends_on("metis", when="+apps")
    resource(
        name="fast_matrix_market",
        url="https://files.pythonhosted.org/packages/source/f/fast_matrix_market/fast_matrix_market-1.7.6.tar.gz",
        sha256="38f36d28e780316685b939c439618f06579199d736ebdcda9b9dea8e605c102e",
        placement="fast_matrix_market",
        when="+apps",
    )
    depends_on("pkgconfig", type="build", when="+apps")
    depends_on("nlohmann-json", type="build", when="+apps")

    conflicts("+apps", when="~mpi", msg="the applications are MPI programs")
    conflicts("%gcc@:10", msg="C++20 is needed: GCC 11 or newer")
    conflicts("%clang@:13", msg="C++20 is needed: Clang 14 or newer")
    conflicts("platform=darwin", msg="Linux only")
    conflicts("platform=windows", msg="Linux only")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define("TIDEMILL_TESTS", False),
            self.define("TIDEMILL_BENCH", False),
            self.define_from_variant("TIDEMILL_APPS", "apps"),
            self.define("CMAKE_BUILD_TYPE", "RelWithDebInfo"),
        ]
        if self.spec.satisfies("+apps"):
            headers = join_path(self.stage.source_path, "fast_matrix_market", "fast_matrix_market", "include")
            args.append(self.define("TIDEMILL_FAST_MATRIX_MARKET", headers))
        # The MPI that is not in the spec must not be picked up from the system.
        layer = ""
        if self.spec.satisfies("+mpi"):
            layer = "openmpi" if self.spec["mpi"].name == "openmpi" else "mpich"
            args.append(self.define("TIDEMILL_MPICC_" + layer, self.spec["mpi"].mpicc))
        args.append(self.define("TIDEMILL_WITH_MPI", layer))
        return args

    def setup_run_environment(self, env):
        env.set("TIDEMILL_ROOT", self.prefix)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_command(self):
        Executable(join_path(self.prefix.bin, "tidemill"))("info")
