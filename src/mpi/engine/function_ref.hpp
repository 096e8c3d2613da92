// A callable passed by reference: two words, no allocation, so that hundreds of wrappers share one
// compiled engine. The callable must outlive the call it is passed to, and does: a caller stays in
// the engine, suspended or not, until what it has passed was called.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace tidemill::mpi {

template <typename Signature>
class FunctionRef;

template <typename Result, typename... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <typename Callable,
            typename = std::enable_if_t<!std::is_same_v<std::decay_t<Callable>, FunctionRef>>>
  FunctionRef(Callable&& callable) noexcept  // NOLINT(google-explicit-constructor): like a lambda
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Callable>*>(object))(
              std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

  /// by(object, function): for a caller that has to call function(object, arguments...) itself.
  template <typename By>
  Result through(By&& by) const {
    return by(object_, call_);
  }

 private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace tidemill::mpi
