#include "dsl_kernels/checked/scan_order.h"

namespace batt {
namespace {

ScanOrder make_scan_order(Context& context, int height, int width) {
  Cell cells[most_cells];
  std::size_t count = 0;
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < width; ++j) cells[count++] = Cell(i, j);
  ScanOrder order;
  order.indices = &make_distinct_cell_set(context, Packing::Locations, cells, count).set();
  order.indices->settle(context);  // shared by threads from here on
  for (std::uint16_t k = 0; k < count; ++k) order.rank[order.first(k)] = k;
  return order;
}

}  // namespace

Keeper& keeper() {
  static Keeper& kept = *new Keeper;
  return kept;
}

const ScanOrder& scan_order(int height, int width) {
  static ByShape<ScanOrder> orders;
  return orders.get(height, width, [=](Context& context) { return make_scan_order(context, height, width); });
}

// Each call makes another object, as in Python; only the members are shared.
Value indices_of_shape(Context& context, int height, int width) {
  return Value::set(context.arena().make<SetRep>(*scan_order(height, width).indices));
}

}  // namespace batt
