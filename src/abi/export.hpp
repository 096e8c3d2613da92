// Marks what the library exports; everything else is hidden.
#pragma once

#define TM_EXPORT __attribute__((visibility("default")))
/// The Fortran spelling of a function without arguments by reference: another name for it.
#define TM_ALIAS(name) __attribute__((visibility("default"), alias(name)))
