// Copies values for a device. The samples of a task share its examples: what several of them hold is copied once.
#pragma once

#include <functional>
#include <unordered_map>

#include "runtime/device/value_writer.h"

namespace batt::device {

class SharedWriter {
 public:
  explicit SharedWriter(ValueWriter& writer) : writer_(writer) {}

  Value write(Value value) {
    if (!has_memory(value)) return value;
    const auto found = copies_.find(value);
    return found != copies_.end() ? found->second : copies_.emplace(value, writer_.write(value)).first->second;
  }

  /// The same for plain data, which is not shared.
  template <class T>
  const T* write_raw(const T* from, std::size_t count) {
    return writer_.write_raw(from, count);
  }

 private:
  /// By what they point to, and what they take it for.
  struct Hash {
    std::size_t operator()(const Value& v) const { return std::hash<const void*>()(v.bytes()); }
  };
  struct IsSame {
    bool operator()(const Value& a, const Value& b) const { return a.same_as(b); }
  };

  ValueWriter& writer_;
  std::unordered_map<Value, Value, Hash, IsSame> copies_;
};

}  // namespace batt::device
