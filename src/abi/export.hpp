// Marks what the library exports; everything else is hidden.
#pragma once

#define TM_EXPORT __attribute__((visibility("default")))
/// Another name for a function of the same file: the Fortran spelling of one without arguments by
/// reference, one entry point that does what another does.
#define TM_ALIAS(name) __attribute__((visibility("default"), alias(name)))
