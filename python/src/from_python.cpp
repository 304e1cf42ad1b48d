#include "from_python.h"

#include <cstring>
#include <limits>
#include <type_traits>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"
#include "function_object.h"
#include "grid_reader.h"
#include "kept_arguments.h"
#include "runtime/exec/guards.h"
#include "runtime/value/build.h"
#include "runtime/value/set.h"
#include "shared_objects.h"

namespace batt::python {
namespace {

std::string_view view_of(PyObject* text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
  if (bytes == nullptr) throw PythonError{};
  return {bytes, static_cast<std::size_t>(size)};
}

/// The int that lies at an address, as struct writes its format.
bool read_number(const char* format, const char* at, Value& value) {
  if (format == nullptr) format = "B";
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  if (*format == 0 || format[1] != 0) return false;
  const auto number = [&]<class Number>(Number) {
    Number read;
    std::memcpy(&read, at, sizeof read);
    if constexpr (sizeof(Number) == 8 && std::is_unsigned_v<Number>)
      if (read > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        throw LimitExceeded{Limit::Integer};
    value = Value::integer(static_cast<std::int64_t>(read));
    return true;
  };
  switch (*format) {
    case '?': value = Value::boolean(*at != 0); return true;
    case 'b': return number(static_cast<signed char>(0));
    case 'B': return number(static_cast<unsigned char>(0));
    case 'h': return number(short{});
    case 'H': return number(static_cast<unsigned short>(0));
    case 'i': return number(int{});
    case 'I': return number(0u);
    case 'l': return number(0l);
    case 'L': return number(0ul);
    case 'q': return number(0ll);
    case 'Q': return number(0ull);
    default: return false;
  }
}

struct Buffer {
  explicit Buffer(PyObject* object) {
    if (PyObject_GetBuffer(object, &view, PyBUF_STRIDES | PyBUF_FORMAT) < 0) throw PythonError{};
  }
  ~Buffer() { PyBuffer_Release(&view); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  Py_buffer view{};
};

bool is_plain(Value value) {
  switch (value.kind()) {
    case Kind::None:
    case Kind::Bool:
    case Kind::Int:
    case Kind::Text: return true;
    case Kind::Tuple:
      if (value.form() != Form::Plain) return true;
      for (std::int32_t k = 0; k < value.tuple_size(); ++k)
        if (!is_plain(value.items()[k])) return false;
      return true;
    default: return false;
  }
}

}  // namespace

void ArgumentReader::forget() {
  begin_call();
  kept_.clear();
  if (!functions_.empty()) functions_.clear();
}

Value ArgumentReader::read(PyObject* object, const char* argument, Lists lists) {
  if (object == Py_None) return Value::none();
  if (PyTuple_CheckExact(object))
    if (const KeptArgument* kept = keep_argument(object)) {
      if (kept_.empty() || kept_.back() != kept->memory) kept_.push_back(kept->memory);
      return kept->value;
    }
  lists_ = lists;
  depth_ = 0;
  try {
    const Value read = value(object);
    are_plain_ = are_plain_ && is_plain(read);
    return read;
  } catch (const Refused& refused) {
    refuse(argument, refused);
  }
}

void ArgumentReader::refuse(const char* argument, const Refused& refused) {
  constexpr std::ptrdiff_t shown = 12;
  std::string place;
  for (auto at = refused.place.rbegin(); at != refused.place.rend(); ++at) {
    if (at - refused.place.rbegin() == shown) {
      place += "...";
      break;
    }
    place += "[" + std::to_string(*at) + "]";
  }
  PyErr_Format(PyExc_TypeError, "%s%s: %s", argument, place.c_str(), refused.why.c_str());
  throw PythonError{};
}

Value ArgumentReader::value(PyObject* object) {
  if (object == Py_None) return Value::none();
  if (PyBool_Check(object)) return Value::boolean(object == Py_True);
  if (PyLong_Check(object)) return integer(object);
  if (PyTuple_Check(object)) {
    if (PyTuple_CheckExact(object)) return sequence(object, false);
    return type_name(object) == "OKT" && tuple_size(object) == 2 ? okt(object) : sequence(object, false);
  }
  if (PyList_Check(object)) return sequence(object, true);
  if (PyFloat_CheckExact(object)) return real(object);
  if (PyUnicode_Check(object)) return text(object);
  if (PyFrozenSet_Check(object)) return set(object);
  if (is_function(object)) return function(object);
  if (PyBytes_Check(object) || PyByteArray_Check(object)) throw Refused{"bytes are no grid", {}};
  if (PyObject_CheckBuffer(object)) return buffer(object);
  if (PyIndex_Check(object)) {
    const Ref number = Ref::take(PyNumber_Index(object));
    return integer(number.get());
  }
  throw Refused{
      "a program has no values of type '" + type_name(object) +
          "' (it has tuples, lists, arrays of ints, ints, bools, floats, None, str, frozensets and its own functions)",
      {}};
}

Value ArgumentReader::sequence(PyObject* object, bool is_list) {
  const std::int8_t* bytes = nullptr;
  int height = 0, width = 0;
  const auto allocate = [&](std::size_t count) { return context_.arena().allocate<std::int8_t>(count); };
  if (!is_list && read_grid(object, allocate, bytes, height, width)) return make_grid(context_, bytes, height, width);
  if (++depth_ > deepest) throw Refused{"nested too deeply", {}};
  ScratchVector items(context_);
  // A list can change while other objects are looked at.
  for (Py_ssize_t k = 0; k < (is_list ? list_size(object) : tuple_size(object)); ++k) {
    const Ref item = Ref::share(is_list ? list_item(object, k) : tuple_item(object, k));
    try {
      items.push(value(item.get()));
    } catch (Refused& refused) {
      refused.place.push_back(k);
      throw;
    }
  }
  --depth_;
  if (!is_list || lists_ == Lists::Tuples) return make_tuple(context_, items);
  return Value::list(context_.arena().copy(items.data(), items.size()), static_cast<std::int32_t>(items.size()));
}

Value ArgumentReader::integer(PyObject* object) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (number == -1 && PyErr_Occurred() != nullptr) throw PythonError{};
  if (overflow != 0) throw LimitExceeded{Limit::Integer};
  return Value::integer(number);
}

Value ArgumentReader::real(PyObject* object) {
  const double number = PyFloat_AsDouble(object);
  const Ref nan = Ref::take(Objects::shared().nan());
  return object == nan.get() ? Value::nan() : context_.real(number);
}

Value ArgumentReader::text(PyObject* object) { return make_text(context_, view_of(object)); }

Value ArgumentReader::set(PyObject* object) {
  if (++depth_ > deepest) throw Refused{"nested too deeply", {}};
  const Ref iterator = Ref::take(PyObject_GetIter(object));
  ScratchVector items(context_);
  for (Py_ssize_t k = 0;; ++k) {
    PyObject* const next = PyIter_Next(iterator.get());
    if (next == nullptr) break;
    const Ref item = Ref::take(next);
    try {
      items.push(value(item.get()));
    } catch (Refused& refused) {
      refused.place.push_back(k);
      throw;
    }
  }
  if (PyErr_Occurred() != nullptr) throw PythonError{};
  --depth_;
  const Value set = make_set(context_, items);
  if (set.is_error()) throw Refused{"a set cannot hold this", {}};
  return set;
}

Value ArgumentReader::okt(PyObject* object) {
  const Value parts[] = {value(tuple_item(object, 0)), value(tuple_item(object, 1))};
  return Value::okt(context_.arena().copy(parts, 2));
}

Value ArgumentReader::function(PyObject* object) {
  const auto known = functions_.find(object);
  if (known != functions_.end()) return known->second;
  if (++depth_ > deepest) throw Refused{"nested too deeply", {}};
  const Value made = new_function(object);
  --depth_;
  functions_.emplace(object, made);
  return made;
}

Value ArgumentReader::new_function(PyObject* object) {
  const auto& self = *reinterpret_cast<FunctionObject*>(object);
  PyObject* const parts = self.parts;
  const std::string spelled(view_of(self.name));
  if (spelled == closure_maker(Closure::Kind::SafeDefault)) return default_value(context_, Default::Function);
  const auto op = find_op(spelled);
  if (!op) throw Refused{"the function '" + spelled + "' is no op", {}};
  const Py_ssize_t count = tuple_size(parts);
  if (count == 0) {
    const Value function = Value::op(static_cast<std::uint16_t>(*op));
    const AliasInfo* alias = find_alias(spelled);
    return alias == nullptr ? function : other_name(context_, function, alias_number(*alias));
  }
  const Lists outside = lists_;
  lists_ = Lists::Lists;
  std::vector<Value> values;
  for (Py_ssize_t k = 0; k < count; ++k) values.push_back(value(tuple_item(parts, k)));
  lists_ = outside;
  const Value made = call_op(context_, *op, values.data(), values.size());
  if (!made.is_function()) throw Refused{"'" + spelled + "' makes no function of these parts", {}};
  return made;
}

Value ArgumentReader::buffer(PyObject* object) {
  const Buffer buffer(object);
  return dimension(buffer.view, 0, static_cast<const char*>(buffer.view.buf));
}

Value ArgumentReader::dimension(const Py_buffer& view, int dimension, const char* at) {
  if (dimension == view.ndim) {
    Value number;
    if (!read_number(view.format, at, number))
      throw Refused{
          std::string("an array of format '") + (view.format == nullptr ? "B" : view.format) + "' has no ints", {}};
    return number;
  }
  ScratchVector items(context_);
  for (Py_ssize_t k = 0; k < view.shape[dimension]; ++k)
    items.push(this->dimension(view, dimension + 1, at + k * view.strides[dimension]));
  return make_tuple(context_, items);
}

}  // namespace batt::python
