// Random values for ops, written as JSON (runtime/task/codec.h).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "dsl_kernels/op_table.h"

namespace batt::testing {

using nlohmann::json;

class ValueMaker {
 public:
  explicit ValueMaker(std::uint64_t seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

  /// A value of any kind.
  json any(int depth = 0) {
    switch (below(depth > 2 ? 8 : 16)) {
      case 0: return integer();
      case 1: return below(2) == 0;
      case 2: return nullptr;
      case 3: return number();
      case 4: return json::array({below(12) - 2, below(12) - 2});
      case 5: return json::array({below(8) - 1, below(8) - 1, below(10)});
      case 6: return function(depth);
      case 7: return below(8) == 0 ? json("text") : integer();
      case 8:
      case 9: return grid();
      case 10: return set_of([&] { return json::array({below(9) - 1, below(9) - 1}); });
      case 11: return set_of([&] { return json::array({below(9) - 1, below(9) - 1, below(4)}); });
      case 12: return set_of([&] { return set_of([&] { return json::array({below(6), below(6), below(3)}); }); });
      case 13: return set_of([&] { return json(below(12) - 1); });
      case 14: return set_of([&] { return any(depth + 2); });
      default: {
        json items = json::array();
        for (int k = below(4); k > 0; --k) items.push_back(any(depth + 1));
        return items;
      }
    }
  }

  /// A value that fits an annotation, mostly.
  json fitting(Annotation annotation) {
    if (below(8) == 0) return any();
    switch (annotation) {
      case Annotation::Boolean: return below(2) == 0;
      case Annotation::Integer:
      case Annotation::C_:
      case Annotation::FL:
      case Annotation::F_:
      case Annotation::I_:
      case Annotation::J_:
      case Annotation::A4:
      case Annotation::A8:
      case Annotation::R4:
      case Annotation::R8: return below(10) - (below(4) == 0 ? 3 : 0);
      case Annotation::Numerical: return below(2) == 0 ? json(below(9) - 3) : json::array({below(9) - 3, below(9) - 3});
      case Annotation::IJ: return json::array({below(9) - 2, below(9) - 2});
      case Annotation::Cell: return json::array({below(9) - 2, below(9) - 2, below(10)});
      case Annotation::Callable: return function(0);
      case Annotation::Grid: return grid();
      case Annotation::Samples: return json::array({json::array({grid(), grid()}), json::array({grid(), grid()})});
      case Annotation::Indices: return patch_of([&] { return json::array({below(9) - 1, below(9) - 1}); });
      case Annotation::Object: return patch_of([&] { return json::array({below(9) - 1, below(9) - 1, below(4)}); });
      case Annotation::Objects: return set_of([&] { return fitting(Annotation::Object); });
      case Annotation::IntegerSet: return set_of([&] { return json(below(12) - 1); });
      case Annotation::Patch: return fitting(below(2) == 0 ? Annotation::Indices : Annotation::Object);
      case Annotation::FrozenSet: return fitting(below(2) == 0 ? Annotation::Objects : Annotation::Object);
      case Annotation::Tuple:
      case Annotation::TupleTuple: return below(2) == 0 ? grid() : json::array({any(1), any(1), any(1)});
      case Annotation::Container:
      case Annotation::ContainerContainer: return fitting(below(2) == 0 ? Annotation::Objects : Annotation::Tuple);
      default: return any();
    }
  }

 private:
  json integer() {
    constexpr std::int64_t unusual[] = {-1, 0, 127, 128, -129, 2047, 2048, -2049, 1 << 20, std::int64_t{1} << 33};
    return below(6) == 0 ? json(unusual[below(10)]) : json(below(14) - 3);
  }

  json number() {
    constexpr const char* spelled[] = {"nan", "inf", "-inf", "0.5", "2.0", "-3.0"};
    return {{"f", spelled[below(6)]}};
  }

  json grid() {
    json rows = json::array();
    const int width = 1 + below(7), height = 1 + below(7), colors = 1 + below(6);
    for (int i = 0; i < height; ++i) {
      json row = json::array();
      for (int j = 0; j < width; ++j) row.push_back(below(3) == 0 ? below(colors) : 0);
      rows.push_back(std::move(row));
    }
    return rows;
  }

  template <class Make>
  json set_of(Make make) {
    json items = json::array();
    const int sizes[] = {0, 1, 3, 7, 25};
    for (int k = below(1 + sizes[below(5)]); k > 0; --k) items.push_back(make());
    return {{"s", std::move(items)}};
  }

  /// A set, or now and then a tuple: ops take both.
  template <class Make>
  json patch_of(Make make) {
    json patch = set_of(make);
    return below(6) == 0 ? patch["s"] : patch;
  }

  json op() { return {{"fn", all_ops()[static_cast<std::size_t>(below(static_cast<int>(op_count)))].name}}; }

  json function(int depth) {
    switch (below(depth > 1 ? 1 : 4)) {
      case 0: return op();
      case 1: return {{"fn", json::array({below(2) == 0 ? "rbind" : "lbind", op(), any(depth + 2)})}};
      case 2: return {{"fn", json::array({"compose", op(), op()})}};
      default: return {{"fn", json::array({"matcher", op(), any(depth + 2)})}};
    }
  }

  std::mt19937_64 random_;
};

}  // namespace batt::testing
