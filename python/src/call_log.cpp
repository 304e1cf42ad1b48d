#include "call_log.h"

#include <fcntl.h>
#include <unistd.h>

#include "runtime/task/log_file.h"

namespace batt::python {

void CallLog::op_failed(std::uint32_t line, OpId op, std::span<const Value> arguments, Exception exception) {
  if (++failures_ > most_lines) return;
  text_ += task_ + " " + describe_call(line, op, arguments) + ": ";
  text_ += to_string(exception);
  text_ += "\n";
}

bool CallLog::append_to(const std::string& path) const {
  if (text_.empty()) return true;
  std::string text = text_;
  if (failures_ > most_lines) text += task_ + " and " + std::to_string(failures_ - most_lines) + " more\n";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return false;
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return close(file) == 0 && written;
}

}  // namespace batt::python
