// The policies there are, a line each: every one is a file of that name in this folder. The first
// is the default, the second that of programs whose tasks will pass messages.
#pragma once

#define TIDEMILL_POLICIES(POLICY) \
  POLICY(fifo)                    \
  POLICY(messages)                \
  POLICY(ready)                   \
  POLICY(lifo)                    \
  POLICY(sa)                      \
  POLICY(fa)                      \
  POLICY(ga)                      \
  POLICY(random)
