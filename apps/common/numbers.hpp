// Numbers in text.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace app {

/// All of `text` is a number.
template <class Number>
bool read_number(std::string_view text, Number& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

}  // namespace app
