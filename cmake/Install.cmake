# What an installed prefix has beside programs and libraries: how other projects find it. All of it
# is relative to the file itself, so the prefix may be moved or unpacked elsewhere.
#
#   lib/cmake/Tidemill/         find_package(Tidemill COMPONENTS OpenMP MPI)
#   lib/pkgconfig/              tidemill.pc, and tidemill-mpi-<mpi>.pc for each layer
#   lib/tidemill/link/          names that `-fopenmp` asks the linker for, all of them libtidemill
#   share/tidemill/modulefiles  for Environment Modules and Lmod
#
# Components: `runtime`; `mpi_<mpi>`, one layer each; `apps`, applications and benchmarks. All but
# the last are the packages of cmake/Packaging.cmake too.
include(CMakePackageConfigHelpers)

set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(generated ${PROJECT_BINARY_DIR}/packaging)

# ---- CMake ----
configure_file(${packaging}/cmake/TidemillConfig.cmake.in ${generated}/TidemillConfig.cmake @ONLY)
# Before 1.0 a minor version may break what the one before had.
write_basic_package_version_file(${generated}/TidemillConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/TidemillConfig.cmake ${generated}/TidemillConfigVersion.cmake
  DESTINATION lib/cmake/Tidemill)

# ---- the names `-fopenmp` links ----
# GCC's -fopenmp adds -lgomp to the link line, Clang's -lomp (or -liomp5). With this folder first
# in the search path (-L) that is libtidemill, and the program is bound to libtidemill.so.0.
set(link_names ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/tidemill/link)
file(MAKE_DIRECTORY ${link_names})
foreach(name libgomp.so libomp.so libiomp5.so)
  file(CREATE_LINK ../../libtidemill.so ${link_names}/${name} SYMBOLIC)
  install(FILES ${link_names}/${name} DESTINATION lib/tidemill/link)
endforeach()

# ---- pkg-config ----
# A program linked with a prefix outside the loader's folders needs a run path; one linked with
# /usr must have none. The prefix is known when installing, not before.
function(tidemill_install_pc template name component)
  set(RUN_PATH "@RUN_PATH@")
  configure_file(${packaging}/pkgconfig/${template}.in ${generated}/${name}.in @ONLY)
  install(CODE "
    set(RUN_PATH \"-Wl,-rpath,\\\${libdir}\")
    if(CMAKE_INSTALL_PREFIX MATCHES \"^/usr/?$\")
      set(RUN_PATH \"\")
    endif()
    string(RANDOM LENGTH 16 once)  # installations of one build may go on side by side
    set(once \"${generated}/\${once}\")
    configure_file(\"${generated}/${name}.in\" \"\${once}/${name}\" @ONLY)
    file(INSTALL \"\${once}/${name}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib/pkgconfig\")
    file(REMOVE_RECURSE \"\${once}\")"
    COMPONENT ${component})
endfunction()

tidemill_install_pc(tidemill.pc tidemill.pc runtime)
foreach(MPI IN LISTS TIDEMILL_MPIS)
  tidemill_install_pc(tidemill-mpi.pc tidemill-mpi-${MPI}.pc mpi_${MPI})
endforeach()

# ---- environment modules ----
# One file in Tcl: Environment Modules and Lmod both read it.
install(FILES ${packaging}/modulefiles/tidemill DESTINATION share/tidemill/modulefiles/tidemill
  RENAME ${PROJECT_VERSION})

# ---- documentation ----
# Laid out as in the sources, so that the links between the files hold; the headers alone lie
# elsewhere.
file(READ ${PROJECT_SOURCE_DIR}/README.md readme)
string(REPLACE "](include/" "](../../../include/" readme "${readme}")
file(WRITE ${generated}/README.md "${readme}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/README.md)
install(FILES ${generated}/README.md ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md DESTINATION share/doc/tidemill)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
  DESTINATION share/doc/tidemill)
foreach(app IN ITEMS heat ifsker cholesky jacobi spmv)
  install(FILES ${PROJECT_SOURCE_DIR}/apps/${app}/README.md DESTINATION share/doc/tidemill/apps/${app})
endforeach()
install(FILES ${packaging}/spack/package.py DESTINATION share/doc/tidemill/packaging/spack)
