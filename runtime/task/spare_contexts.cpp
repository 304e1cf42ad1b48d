#include "runtime/task/spare_contexts.h"

#include "runtime/value/spare_objects.h"
#include "runtime/value/until_unload.h"

namespace batt {
namespace {

using SpareContexts = SpareObjects<Context, 4>;

SpareContexts& spare_contexts() {
  static UntilUnload<SpareContexts> spare;
  return *spare;
}

}  // namespace

std::unique_ptr<Context> take_context(ErrorMode mode, const Limits& limits) {
  std::unique_ptr<Context> context = spare_contexts().take();
  if (context == nullptr) return std::make_unique<Context>(mode, limits);
  context->set_mode(mode);
  context->set_limits(limits);
  return context;
}

void give_back(std::unique_ptr<Context> context) {
  if (context == nullptr) return;
  context->set_interrupts(nullptr);
  context->set_log(nullptr);
  context->set_declines(nullptr);
  context->set_body_policy(BodyPolicy::Fast);
  context->reset();
  spare_contexts().give_back(std::move(context));
}

}  // namespace batt
