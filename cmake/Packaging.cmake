# Debian packages: scripts/package.
#
#   tidemill               runtime, command, headers, CMake and pkg-config files, module file
#   tidemill-mpi-<mpi>     one layer: installing one MPI's does not bring the other MPI
#
# The applications are demonstrations of every MPI at once, and stay out.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tidemill)
set(CPACK_PACKAGE_VENDOR "Tidemill")
set(CPACK_PACKAGE_CONTACT "The Tidemill authors <tidemill@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_COMPONENTS_ALL runtime)
foreach(mpi IN LISTS TIDEMILL_MPIS)
  list(APPEND CPACK_COMPONENTS_ALL mpi_${mpi})
endforeach()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
# What the files are linked with, as Debian's own packages tell; our libraries are in the build.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME tidemill)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
"OpenMP runtime with suspendable tasks
 libtidemill takes the place of libgomp and libomp under programs built by
 GCC, Clang, gfortran and flang. With the layer of an MPI (tidemill-mpi-*),
 a blocking MPI call inside a task pauses the task, never the thread.")
# Opened when a program asks for places or binding, so no file names it.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS libhwloc15)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "pkg-config, cmake")
# /usr/lib is in the loader's cache only after ldconfig.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/packaging/triggers)
file(WRITE ${PROJECT_BINARY_DIR}/packaging/triggers "activate-noawait ldconfig\n")

foreach(mpi IN LISTS TIDEMILL_MPIS)
  string(TOUPPER ${mpi} MPI)
  set(CPACK_DEBIAN_MPI_${MPI}_PACKAGE_NAME tidemill-mpi-${mpi})
  set(CPACK_DEBIAN_MPI_${MPI}_PACKAGE_DEPENDS "tidemill (= ${PROJECT_VERSION})")
  set(CPACK_COMPONENT_MPI_${MPI}_DESCRIPTION
"Task-aware MPI for ${mpi}
 The layer of Tidemill between a program and ${mpi}: blocking calls inside
 tasks pause the task, non-blocking ones can be bound to its completion.")
  set(CPACK_DEBIAN_MPI_${MPI}_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/packaging/triggers)
endforeach()
include(CPack)
