// Values without packed forms, for the checked path: general bodies take the long way through them. On the host only.
#pragma once

#include <unordered_map>

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// A container as a tuple of values or a set of values, with its order found, in the scratch arena. Its members are as
/// they were. Other values as they are.
Value unpacked_container(Context& context, Value value);

/// The arguments of one call, unpacked, and the way back. Python tells sets apart as objects: a set that stands in
/// several places stays one, and comes back as itself.
class UnpackedCall {
 public:
  explicit UnpackedCall(Context& context) : context_(context) {}

  /// The same at every depth.
  Value unpack(Value value);
  /// The same value in its canonical form, out of the scratch arena. What was unpacked is again what it was.
  Value pack(Value value);

 private:
  Value pack_parts(Value value);
  Value pack_set(SetRep& set);
  void enter();

  /// Values by the words that they are stored in: of containers, where their parts lie.
  struct Identity {
    std::size_t operator()(const Value& value) const;
    bool operator()(const Value& a, const Value& b) const { return a.same_as(b); }
  };
  using Map = std::unordered_map<Value, Value, Identity, Identity>;

  Context& context_;
  Map unpacked_;   ///< what containers became
  Map originals_;  ///< and the other way round
  Map packed_;     ///< what containers became that the call made
  int depth_ = 0;
};

}  // namespace batt
