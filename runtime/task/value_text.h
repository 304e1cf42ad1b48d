// Values and answers as the text of their JSON, without JSON values on the way: what large runs write.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "batt/value.h"
#include "runtime/exec/outcome.h"
#include "runtime/value/context.h"
#include "runtime/value/set.h"

namespace batt {

/// Writes values to the end of a text, each as json_text(encode(context, value)), and what stands between them. The
/// context is charged. What shares its parts in memory is written out in full, so all that is written is charged for: a
/// long text as a whole, with what stood in it before. Throws LimitExceeded.
class ValueWriter {
 public:
  ValueWriter(std::string& text, Context& context) : text_(text), context_(context) { flush(); }
  ValueWriter(const ValueWriter&) = delete;
  ValueWriter& operator=(const ValueWriter&) = delete;

  void write(Value value) { write(value, 0); }
  /// A few characters. Nearly all pieces are literals, of which a copy in place makes one or two stores.
  [[gnu::always_inline]] void put(std::string_view piece) {
    char* const at = room(piece.size());
    std::memcpy(at, piece.data(), piece.size());
    at_ = at + piece.size();
  }
  /// From here on all that was written is in the text.
  void flush();

 private:
  static constexpr std::size_t paid_at_once = std::size_t{1} << 14;
  static constexpr std::size_t chunk_size = std::size_t{1} << 12;

  void write(Value v, int depth);
  void write_row(const std::int8_t* bytes, std::int32_t count);
  void write_items(Value v, int depth);
  void write_members(const SetRep& set, int depth);
  void write_function(Value v, int depth);
  template <class Content>
  void tagged(const char* tag, Content content);
  template <class Item>
  void list(std::int64_t count, Item item);
  template <std::size_t count>
  void put_list(const std::int64_t (&items)[count]);
  void put_quoted(std::string_view content);

  /// Where so many characters can be put; a chunk at most.
  char* room(std::size_t characters) {
    if (chunk_ + chunk_size - at_ < static_cast<std::ptrdiff_t>(characters)) flush();
    return at_;
  }
  /// Takes a larger place before the text needs it. While it moves there, both places count.
  void make_room();

  std::string& text_;
  Context& context_;
  std::optional<HeldMemory> held_[2];  ///< for the place where the text is, and for the next one
  int in_use_ = 0;
  std::size_t paid_to_ = paid_at_once;  ///< short texts are not worth counting
  char chunk_[chunk_size];              ///< what is written goes here first
  char* at_ = chunk_;
};

/// The text of one value.
std::string value_text(Context& context, Value value);

/// A JSON text in quotation marks. Bytes that are no UTF-8 are replaced.
void append_quoted(std::string& text, std::string_view content);

}  // namespace batt
