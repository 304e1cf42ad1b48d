#include "runtime/task/log_file.h"

#include <cerrno>
#include <cstring>

#include "runtime/task/files.h"
#include "runtime/value/context.h"

namespace batt {
namespace {

std::string_view kind_name(Value v) {
  switch (v.kind()) {
    case Kind::None: return "None";
    case Kind::Bool: return "bool";
    case Kind::Int: return "int";
    case Kind::Float: return "float";
    case Kind::Text: return "str";
    case Kind::Tuple: return v.is_grid() ? "grid" : "tuple";
    case Kind::List: return "list";
    case Kind::Set: return "frozenset";
    case Kind::Function: return "function";
    case Kind::Okt: return "OKT";
    case Kind::Error:
    case Kind::Declined: break;
  }
  return "error";
}

}  // namespace

LogFile::LogFile(const std::string& path) : path_(path), stream_(path) {
  if (!stream_) throw FileError("cannot write " + path + ": " + std::strerror(errno));
}

void LogFile::close() {
  errno = 0;
  stream_.close();
  if (stream_) return;
  throw FileError("cannot write " + path_ + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
}

std::string describe_call(std::uint32_t line, OpId op, std::span<const Value> arguments) {
  std::string text = "line " + std::to_string(line) + " ";
  text += op_info(op).name;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    text += k == 0 ? "(" : ", ";
    text += kind_name(arguments[k]);
  }
  return text + (arguments.empty() ? "()" : ")");
}

void LogFile::op_failed(std::uint32_t line, OpId op, std::span<const Value> arguments, Exception exception) {
  const std::lock_guard lock(mutex_);
  stream_ << task_ << " " << describe_call(line, op, arguments) << ": " << to_string(exception) << "\n";
}

void LogFile::op_declined(std::uint32_t line, OpId op, std::span<const Value> arguments) {
  const std::lock_guard lock(mutex_);
  stream_ << task_ << " " << describe_call(line, op, arguments) << ": note: declined by the packed body\n";
}

void LogFile::sample_fell_back(std::size_t sample, std::uint32_t line, std::uint16_t op, Reason reason) {
  const std::lock_guard lock(mutex_);
  stream_ << task_ << " sample " << sample;
  if (line != 0) stream_ << " line " << line;
  if (op != no_op) stream_ << " " << op_info(static_cast<OpId>(op)).name;
  stream_ << ": warning: the device did not finish it (" << to_string(reason) << "), the host did\n";
}

}  // namespace batt
