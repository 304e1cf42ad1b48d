// Values and answers as the text of their JSON, without JSON values on the way: what large runs write.
#pragma once

#include <string>
#include <string_view>

#include "batt/value.h"
#include "runtime/exec/outcome.h"
#include "runtime/value/context.h"

namespace batt {

/// Appends what json_text(encode(context, value)) is. The context is charged. Throws LimitExceeded.
void append_value_text(std::string& text, Context& context, Value value);
std::string value_text(Context& context, Value value);

/// A JSON text in quotation marks. Bytes that are no UTF-8 are replaced.
void append_quoted(std::string& text, std::string_view content);

}  // namespace batt
