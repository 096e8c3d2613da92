# Finds every MPI on this machine, not one: the task-aware layer is built once for each.
#
# Result: TIDEMILL_MPIS, a list of names ("openmpi", "mpich"); for each name N
#   tidemill_mpi_N        interface target: include directories, libraries and flags of that MPI
#   TIDEMILL_MPIRUN_N     its launcher
#   TIDEMILL_MPIFORT_N    its Fortran compiler, if there is one that works
#   TIDEMILL_MPI_RPATH_N  the folders of its libraries, if it is not the system's
#   TIDEMILL_MPI_STANDARD_ABI_N   true if it is the standard's own ABI (MPI-5)
# TIDEMILL_MPI_DEFAULT is the one whose launcher is plain `mpirun`.
# An MPI is found by its C wrapper compiler; name others with -DTIDEMILL_MPICC_openmpi=/path/mpicc.
# One that is asked for, by that or in TIDEMILL_WITH_MPI, and can't be had is an error.
# Further MPIs, such as those of PyPI, get a name of one's own (letters, digits, "_"):
#   -DTIDEMILL_EXTRA_MPIS="openmpi5=/venv/bin/mpicc;abi=/venv/bin/mpicc_abi"

set(TIDEMILL_MPIS "")
set(TIDEMILL_WITH_MPI auto CACHE STRING
  "the MPIs to build a layer for: of openmpi and mpich; auto for those found; empty for none")

set(TIDEMILL_EXTRA_MPIS "" CACHE STRING
  "further MPIs to build a layer for, each as name=/path/of/its/mpicc")

# The wrapper for another language that belongs to an MPI's mpicc: in its folder, with its ending
# (mpicc.openmpi, mpicc_abi). Another MPI's would compile, and fail at run time.
function(tidemill_find_sibling variable mpicc)
  get_filename_component(folder ${mpicc} DIRECTORY)
  get_filename_component(file ${mpicc} NAME)
  set(siblings)
  foreach(name IN LISTS ARGN)
    string(REPLACE mpicc ${name} sibling ${file})
    list(APPEND siblings ${sibling})
  endforeach()
  find_program(${variable} NAMES ${siblings} HINTS ${folder} NO_DEFAULT_PATH)
endfunction()

# A wrapper compiler is there even if the compiler it stands for is not.
function(tidemill_find_mpifort name)
  tidemill_find_sibling(TIDEMILL_MPIFORT_${name} ${TIDEMILL_MPICC_${name}} mpifort mpif90)
  if(TIDEMILL_MPIFORT_${name})
    set(try ${CMAKE_BINARY_DIR}/CMakeFiles/try_mpifort_${name})
    file(WRITE ${try}/try.f90 "use mpi_f08\nend\n")
    execute_process(COMMAND ${TIDEMILL_MPIFORT_${name}} -c try.f90 WORKING_DIRECTORY ${try}
      RESULT_VARIABLE rc OUTPUT_QUIET ERROR_QUIET)
    if(NOT rc)
      return()
    endif()
  endif()
  message(STATUS "MPI ${name}: no Fortran compiler with mpi_f08: the module tampi and the Fortran "
    "tests are left out (scripts/install-deps installs gfortran)")
  set(TIDEMILL_MPIFORT_${name} "" PARENT_SCOPE)
  set(TIDEMILL_MPIFORT_${name} "" CACHE FILEPATH "" FORCE)
endfunction()

# A fourth argument is who asked for it.
function(tidemill_find_mpi name show_compile show_link)
  set(asked "${ARGN}")
  if(asked)
    # It names the wrapper, too.
  elseif(TIDEMILL_MPICC_${name})
    set(asked "TIDEMILL_MPICC_${name}=${TIDEMILL_MPICC_${name}}")
  elseif(name IN_LIST TIDEMILL_WITH_MPI)
    set(asked "TIDEMILL_WITH_MPI=${TIDEMILL_WITH_MPI}")
  endif()
  find_program(TIDEMILL_MPICC_${name} NAMES mpicc.${name})
  if(NOT TIDEMILL_MPICC_${name})
    if(asked)
      message(FATAL_ERROR "${asked}: there is no mpicc.${name} in PATH: install ${name}, or name "
        "its C wrapper compiler with -DTIDEMILL_MPICC_${name}=/path/mpicc; TIDEMILL_WITH_MPI=auto takes "
        "what there is")
    endif()
    return()
  endif()
  get_filename_component(folder ${TIDEMILL_MPICC_${name}} DIRECTORY)
  find_program(TIDEMILL_MPIRUN_${name} NAMES mpirun.${name} mpiexec.${name} mpirun mpiexec HINTS ${folder})
  # Intel MPI's wrapper asks its environment where it lies.
  get_filename_component(root ${folder} DIRECTORY)
  set(ask ${CMAKE_COMMAND} -E env I_MPI_ROOT=${root} ${TIDEMILL_MPICC_${name}})
  execute_process(COMMAND ${ask} ${show_compile} OUTPUT_VARIABLE compile
    OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE rc ERROR_QUIET)
  execute_process(COMMAND ${ask} ${show_link} OUTPUT_VARIABLE link
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT rc EQUAL 0) # a number, or why it could not be started
    set(tried "${TIDEMILL_MPICC_${name}}")
    if(asked)
      message(FATAL_ERROR "${asked}: '${tried} ${show_compile}' fails (${rc}): name the C wrapper "
        "compiler of an MPI that works")
    endif()
    unset(TIDEMILL_MPICC_${name} CACHE) # or it would look asked for the next time
    message(WARNING "'${tried} ${show_compile}' fails (${rc}): ${name} is left out")
    return()
  endif()
  # Only what selects the MPI: the distributor's optimisation flags are not ours.
  separate_arguments(compile UNIX_COMMAND "${compile}")
  separate_arguments(link UNIX_COMMAND "${link}")
  set(includes ${compile})
  list(FILTER includes INCLUDE REGEX "^-I")
  list(TRANSFORM includes REPLACE "^-I" "")
  set(definitions ${compile})
  list(FILTER definitions INCLUDE REGEX "^-DMPI_ABI")
  if(definitions)
    set(TIDEMILL_MPI_STANDARD_ABI_${name} TRUE PARENT_SCOPE)
  endif()
  set(folders ${link})
  list(FILTER folders INCLUDE REGEX "^-L")
  set(libraries ${link})
  list(FILTER libraries INCLUDE REGEX "^-l")
  add_library(tidemill_mpi_${name} INTERFACE)
  target_include_directories(tidemill_mpi_${name} SYSTEM INTERFACE ${includes})
  target_compile_options(tidemill_mpi_${name} INTERFACE ${definitions})
  target_link_options(tidemill_mpi_${name} INTERFACE ${folders})
  target_link_libraries(tidemill_mpi_${name} INTERFACE ${libraries})
  set(TIDEMILL_MPIS ${TIDEMILL_MPIS} ${name} PARENT_SCOPE)
  message(STATUS "MPI ${name}: ${TIDEMILL_MPICC_${name}}, ${TIDEMILL_MPIRUN_${name}}")
  tidemill_find_mpifort(${name})
endfunction()

foreach(name IN LISTS TIDEMILL_WITH_MPI)
  if(NOT name MATCHES "^(auto|openmpi|mpich)$")
    message(FATAL_ERROR "TIDEMILL_WITH_MPI=${TIDEMILL_WITH_MPI}: '${name}' is none of auto, openmpi, "
      "mpich: name another MPI with -DTIDEMILL_EXTRA_MPIS=${name}=/path/of/its/mpicc")
  endif()
endforeach()
if(TIDEMILL_WITH_MPI MATCHES "auto|openmpi")
  tidemill_find_mpi(openmpi --showme:compile --showme:link)
endif()
if(TIDEMILL_WITH_MPI MATCHES "auto|mpich")
  tidemill_find_mpi(mpich -compile_info -link_info)
endif()
foreach(extra IN LISTS TIDEMILL_EXTRA_MPIS)
  string(REGEX MATCH "^([A-Za-z0-9_]+)=(.+)$" matched "${extra}")
  if(NOT matched OR NOT EXISTS "${CMAKE_MATCH_2}")
    message(FATAL_ERROR "TIDEMILL_EXTRA_MPIS: '${extra}' is no name=/path/of/an/mpicc")
  endif()
  set(name ${CMAKE_MATCH_1})
  set(TIDEMILL_MPICC_${name} ${CMAKE_MATCH_2} CACHE FILEPATH "" FORCE)
  # Of one folder with its wrapper: the launcher of another MPI would start single processes.
  get_filename_component(folder ${TIDEMILL_MPICC_${name}} DIRECTORY)
  set(TIDEMILL_MPIRUN_${name} ${folder}/mpiexec CACHE FILEPATH "" FORCE)
  execute_process(COMMAND ${TIDEMILL_MPICC_${name}} --showme:compile RESULT_VARIABLE rc
    OUTPUT_QUIET ERROR_QUIET)
  if(rc EQUAL 0)
    tidemill_find_mpi(${name} --showme:compile --showme:link TIDEMILL_EXTRA_MPIS=${extra})
  else()
    tidemill_find_mpi(${name} -compile_info -link_info TIDEMILL_EXTRA_MPIS=${extra})
  endif()
  # Where no loader looks by itself.
  get_target_property(folders tidemill_mpi_${name} INTERFACE_LINK_OPTIONS)
  list(TRANSFORM folders REPLACE "^-L\"?([^\"]*)\"?$" "\\1" OUTPUT_VARIABLE TIDEMILL_MPI_RPATH_${name})
endforeach()

set(TIDEMILL_MPI_DEFAULT "")
if(TIDEMILL_MPIS)
  list(GET TIDEMILL_MPIS 0 TIDEMILL_MPI_DEFAULT)
  find_program(TIDEMILL_PLAIN_MPIRUN mpirun)
  if(TIDEMILL_PLAIN_MPIRUN)
    get_filename_component(plain ${TIDEMILL_PLAIN_MPIRUN} REALPATH)
    foreach(name IN LISTS TIDEMILL_MPIS)
      get_filename_component(theirs ${TIDEMILL_MPIRUN_${name}} REALPATH)
      if(theirs STREQUAL plain)
        set(TIDEMILL_MPI_DEFAULT ${name})
      endif()
    endforeach()
  endif()
elseif(TIDEMILL_WITH_MPI)
  message(WARNING "there is no mpicc.openmpi or mpicc.mpich in PATH: the task-aware layer is not built. Name the "
    "wrapper compiler of this machine's MPI by -DTIDEMILL_MPICC_openmpi=/path/mpicc or "
    "-DTIDEMILL_MPICC_mpich=/path/mpicc, or say by -DTIDEMILL_WITH_MPI= that there is to be none")
endif()
