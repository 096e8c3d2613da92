# Interface target `tidemill_warnings`: the warnings every target of ours is built with.
add_library(tidemill_warnings INTERFACE)
target_compile_options(tidemill_warnings INTERFACE -Wall -Wextra -Wshadow -Wno-unknown-pragmas
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>)
if(TIDEMILL_WERROR)
  target_compile_options(tidemill_warnings INTERFACE -Werror)
endif()
