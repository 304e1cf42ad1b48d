#include "compiler/emit/cpp_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_map>

#include "compiler/emit/cpp_text.h"
#include "compiler/ir/errors.h"
#include "compiler/ir/print.h"
#include "compiler/lower/choices.h"
#include "compiler/support/text.h"
#include "dsl_kernels/loop_table.h"

namespace battc {
namespace {

/// The enumerator of batt::emitted::Parameter for a parameter; null for one that the runtime does not know.
const char* parameter_name(std::string_view name) {
  if (name == "task_id") return "TaskId";
  if (name == "log_path") return "LogPath";
  if (name == "S") return "S";
  if (name == "I") return "I";
  if (name == "C") return "C";
  return nullptr;
}

class FunctionWriter {
 public:
  FunctionWriter(const Graph& graph, const SourceFile& source, std::size_t number, const CppOptions& options)
      : graph_(graph),
        source_(source),
        number_(number),
        options_(options),
        lowered_(graph),
        errors_(graph),
        places_(graph.size()) {}

  std::string write() {
    write_parameters();
    for (std::size_t k = 0; k < graph_.size(); ++k) write_node(static_cast<NodeId>(k));
    write_folded(std::numeric_limits<std::uint32_t>::max());
    write_answer();
    end_part();
    return assemble();
  }

 private:
  // ---- the parts of the text ----------------------------------------------------------------------------------

  template <typename... Arguments>
  static void append(std::string& to, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(to), format, std::forward<Arguments>(arguments)...);
  }
  template <typename... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    append(body_, format, std::forward<Arguments>(arguments)...);
  }

  std::string assemble() const {
    std::string text;
    append(text, "// ---- {}\n{}\n{}", cpp_comment(graph_.name, 80), summary(), constants());
    append(text, "struct Frame{} {{\n{}{}", number_, values_, values_.empty() ? "" : ";\n");
    append(text, "{}{}}};\n\n{}", piles_, piles_.empty() ? "" : ";\n", parts_);
    append(text, "BATT_HD Value run{}(Context& c, Run& r) {{\n", number_);
    append(text, "  Frame{0}& f = new_frame<Frame{0}>(c);\n{1}  Value ended = part{0}_1(c, r, f);\n", number_,
           arguments_);
    for (std::size_t part = 2; part <= part_count_; ++part)
      append(text, "  if (!ended.is_error()) ended = part{}_{}(c, r, f);\n", number_, part);
    return text + "  return ended;\n}\n\n";
  }

  /// What the lowering chose, over all.
  std::string summary() const {
    std::string text;
    append(text, "// {} loop{}; ", loops_, loops_ == 1 ? "" : "s");
    if (interpreted_ == 0) return text + "all functions are known.\n";
    append(text, "{} statement{} (\"interpreted\") with functions that are known at run time only.\n", interpreted_, interpreted_ == 1 ? "" : "s");
    return text;
  }

  std::string constants() const {
    std::string text;
    for (std::size_t k = 0; k < graph_.texts.size(); ++k) {
      const std::string& content = graph_.texts[k];
      std::size_t size = 0;
      for (const char byte : content) size += is_continuation(byte) ? 0 : 1;
      append(text, "BATT_CONSTANT TextRep text{}_{} = {{{}, {}, {}}};\n", number_, k + 1, cpp_string(content),
             content.size(), size);
    }
    for (std::size_t k = 0; k < handlers_.size(); ++k)
      append(text, "constexpr std::uint64_t handler{}_{} = {:#x};  // {}\n", number_, k + 1, handlers_[k],
             fmt::join(exception_names(handlers_[k]), ", "));
    return text.empty() ? text : text + "\n";
  }

  /// Before each statement: ends the part when it is long enough.
  void begin_statement(std::size_t weight = 1) {
    if (statements_ > 0 && statements_ + weight > options_.statements_per_function) end_part();
    statements_ += weight;
  }

  void end_part() {
    append(parts_,
           "BATT_PART Value part{0}_{1}([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] "
           "Frame{0}& f) {{\n{2}"
           "  return Value::none();\n}}\n\n",
           number_, ++part_count_, body_);
    body_.clear();
    statements_ = 0;
    line_ = no_line;
  }

  void write_source(std::uint32_t line, Span span) {
    if (span == span_) return;
    span_ = span;
    write("  // {}: {}\n", line, cpp_comment(source_.text(span)));
  }

  /// The statements before this line of which nothing is left to run, or not all.
  void write_folded(std::uint32_t line) {
    for (; folded_ < graph_.folded.size() && graph_.folded[folded_].line < line; ++folded_) {
      const Folded& folded = graph_.folded[folded_];
      if (folded.span.end > source_.text().size()) continue;
      write_source(folded.line, folded.span);
      write("  // folded ({}){}{}\n", folded.reason, folded.value.empty() ? "" : ": ", cpp_comment(folded.value, 80));
    }
  }

  /// The comment with the source, once for all that a statement becomes, and the line for logs.
  void write_origin(NodeId id, NodeId body) {
    const Origin& origin = graph_.origin(id);
    if (origin.line != 0) write_folded(origin.line);
    if (origin.line != 0 && origin.span.end <= source_.text().size()) write_source(origin.line, origin.span);
    write_choice(choice_of(graph_, lowered_, id));
    if (const std::uint32_t line = graph_.origin(body).line; line != line_) {
      line_ = line;
      write("  set_line(c, {});\n", line);
    }
  }

  /// What the lowering chose, where that is more than one call of an op.
  void write_choice(const Choice& choice) {
    if (choice.form == Choice::Form::Loop) ++loops_;
    if (choice.interprets()) ++interpreted_;
    std::string text;
    if (choice.form == Choice::Form::Loop || choice.form == Choice::Form::Steps) append(text, "as {}", to_string(choice.form));
    if (choice.interprets()) append(text, "{}interpreted: {}", text.empty() ? "" : "; ", interpreted_calls(choice));
    if (!text.empty()) write("  // {}\n", text);
  }

  // ---- names --------------------------------------------------------------------------------------------------

  /// A new place in the frame for a node's value.
  const std::string& new_place(NodeId id) {
    const std::string_view variable = graph_.origin(id).variable;
    std::string name;
    if (is_plain_variable(variable)) {
      const std::size_t count = ++name_counts_[variable];
      name = count == 1 ? fmt::format("v_{}", variable) : fmt::format("v_{}_{}", variable, count);
    } else {
      name = fmt::format("n_{}", index(id));
    }
    if (graph_.is(id, NodeKind::Pile))
      declare(piles_, "Piled", name);
    else
      declare(values_, "Value", name);
    return places_[index(id)] = "f." + name;
  }

  static void declare(std::string& members, std::string_view type, std::string_view name) {
    constexpr std::size_t longest_line = 110;
    const std::size_t line = members.size() - (members.find_last_of('\n') + 1);
    if (members.empty())
      append(members, "  {} {}", type, name);
    else if (line > longest_line)
      append(members, ";\n  {} {}", type, name);
    else
      append(members, ", {}", name);
  }

  void write_parameters() {
    for (std::size_t k = 0; k < graph_.parameters.size(); ++k) {
      const char* known = parameter_name(graph_.parameters[k]);
      declare(values_, "Value", parameter(k));
      if (known != nullptr)
        append(arguments_, "  f.{} = argument(r, Parameter::{});\n", parameter(k), known);
      else
        append(arguments_, "  f.{} = Value::none();\n", parameter(k));
    }
  }

  std::string parameter(std::size_t place) const {
    const char* known = parameter_name(graph_.parameters[place]);
    return fmt::format("p{}_{}", place + 1, known != nullptr ? known : "unknown");
  }

  std::string expression(NodeId id) {
    const Node& node = graph_[id];
    switch (node.kind) {
      case NodeKind::Parameter: return "f." + parameter(static_cast<std::size_t>(node.number));
      case NodeKind::None: return "Value::none()";
      case NodeKind::Boolean: return fmt::format("Value::boolean({})", node.number != 0);
      case NodeKind::Integer: return fmt::format("Value::integer({})", cpp_integer(node.number));
      case NodeKind::Text: return fmt::format("Value::text(&text{}_{})", number_, node.number + 1);
      case NodeKind::EmptySet: return "Value::empty_set()";
      case NodeKind::Function: return fmt::format("function(Op::op_{})", op_name(id));
      case NodeKind::Error:
        return fmt::format("Value::error(Exception::{})", to_string(static_cast<batt::Exception>(node.number)));
      case NodeKind::Pile: return okt(id);
      case NodeKind::Field:
        if (!is_pile_field(id)) break;
        return node.number == 0 ? pile_place(id) + ".t" : fmt::format("Value::boolean({}.ok)", pile_place(id));
      case NodeKind::Tuple:
        if (is_packed_tuple(id)) return packed_tuple(id);
        break;
      default: break;
    }
    return places_[index(id)];
  }

  std::string expressions(std::span<const NodeId> ids) {
    std::string list;
    for (const NodeId id : ids) list += (list.empty() ? "" : ", ") + expression(id);
    return list;
  }

  std::string_view op_name(NodeId function) const { return batt::op_info(graph_.op(function)).name; }

  bool is_pile_field(NodeId id) const { return lowered_.is_pile_field(id); }
  const std::string& pile_place(NodeId field) const { return places_[index(graph_.operands(field)[0])]; }

  /// The OKT of a pile as one value, made where it is first asked for: ask before you begin to write.
  std::string okt(NodeId pile) {
    const auto [known, is_new] = okts_.try_emplace(index(pile));
    if (is_new) {
      const std::string name = fmt::format("okt_{}", index(pile));
      declare(values_, "Value", name);
      known->second = "f." + name;
      write("  {0} = make_okt(c, {1}.ok, {1}.t);\n", known->second, places_[index(pile)]);
    }
    return known->second;
  }

  /// Tuples that need no memory: (), and two or three ints of 32 bits.
  bool is_packed_tuple(NodeId id) const {
    const auto items = graph_.operands(id);
    if (items.size() == 1 || items.size() > 3) return false;
    for (const NodeId item : items) {
      const std::int64_t number = graph_[item].number;
      if (!graph_.is(item, NodeKind::Integer) || number != static_cast<std::int32_t>(number)) return false;
    }
    return true;
  }

  std::string packed_tuple(NodeId id) const {
    const auto items = graph_.operands(id);
    if (items.empty()) return "Value::empty_tuple()";
    std::string text = items.size() == 2 ? "Value::pair(" : "Value::cell(";
    for (std::size_t k = 0; k < items.size(); ++k) append(text, "{}{}", k == 0 ? "" : ", ", graph_[items[k]].number);
    return text + ")";
  }

  // ---- nodes --------------------------------------------------------------------------------------------------

  void write_node(NodeId id) {
    const Node& node = graph_[id];
    if (is_leaf(node.kind) || is_pile_field(id)) return;
    if (node.kind == NodeKind::Tuple && is_packed_tuple(id)) return;
    if (!lowered_.is_left_out(id)) write_statement(id);
  }

  void write_statement(NodeId id) {
    const NodeId body = is_effect(graph_[id].kind) ? graph_.operands(id)[0] : id;
    if (is_long_tuple(body) && places_[index(body)].empty()) write_pieces(body);
    written_ = lowered_.written_call(id);
    if (written_ != nullptr) prepare_operands(written_->step);
    begin_statement(written_ != nullptr ? step_count(written_->step) : 1);
    write_origin(id, body);
    switch (graph_[id].kind) {
      case NodeKind::Escape: write_escape(id, body); break;
      case NodeKind::Catch: write_catch(id, body); break;
      case NodeKind::Pile: write_pile(id, body); break;
      default: write_value(id, "  ", new_place(id));
    }
  }

  bool is_long_tuple(NodeId id) const {
    return graph_.is(id, NodeKind::Tuple) && graph_.operands(id).size() > longest_list;
  }

  /// A list of thousands of values costs the C++ compiler the square of its length.
  void write_pieces(NodeId tuple) {
    const auto items = graph_.operands(tuple);
    std::string& pieces = pieces_[index(tuple)];
    for (std::size_t first = 0; first < items.size(); first += longest_list) {
      begin_statement(longest_list / 8);
      const std::string name = fmt::format("n_{}_{}", index(tuple), first / longest_list + 1);
      declare(values_, "Value", name);
      const std::string values = expressions(items.subspan(first, std::min(longest_list, items.size() - first)));
      write("  f.{} = tuple(c, {{{}}});\n", name, values);
      pieces += (pieces.empty() ? "f." : ", f.") + name;
    }
  }

  void write_escape(NodeId id, NodeId body) {
    const std::string& place = new_place(id);
    write_value(body, "  ", place);
    write("  if ({0}.is_error()) return {0};\n", place);
  }

  void write_catch(NodeId id, NodeId body) {
    const NodeId fallback = graph_.operands(id)[1];
    const std::string handler = fmt::format("handler{}_{}", number_, handler_number(graph_[id]));
    const bool is_default = graph_.is(fallback, NodeKind::Default) && lowered_.is_fused(fallback);
    const std::string instead = expression(is_default ? graph_.operands(fallback)[0] : fallback);
    const std::string& place = new_place(id);
    write_value(body, "  ", place);
    if (is_default)
      write("  if ({0}.is_error() && !caught_by_default(c, {0}, {1}, {2})) return {0};\n", place, handler, instead);
    else
      write("  if ({0}.is_error() && !caught({0}, {1}, {2})) return {0};\n", place, handler, instead);
  }

  std::size_t handler_number(const Node& node) {
    const auto bits = static_cast<std::uint64_t>(node.number);
    const auto known = std::find(handlers_.begin(), handlers_.end(), bits);
    if (known != handlers_.end()) return static_cast<std::size_t>(known - handlers_.begin()) + 1;
    handlers_.push_back(bits);
    return handlers_.size();
  }

  void write_pile(NodeId id, NodeId body) {
    std::string condition;
    for (const NodeId operand : graph_.operands(id).subspan(1))
      condition += (condition.empty() ? "" : " && ") + truth_of(operand);
    const bool is_ok_alone = lowered_.is_ok_alone(id);
    const std::string function = pile_function(id, body);
    if (!is_ok_alone && written_ == nullptr)
      for (const NodeId operand : graph_.operands(body)) expression(operand);  // makes OKTs outside of the condition
    const std::string& place = new_place(id);
    const std::string indent = condition.empty() ? "  " : "    ";
    if (!condition.empty()) write("  {} = {{}};\n  if ({}) {{\n", place, condition);
    if (is_ok_alone)
      write("{}{}.t = Value::none();\n", indent, place);
    else
      write_value(body, indent, place + ".t");
    write("{}settle(c, r, {}, {});\n", indent, place, function);
    if (!condition.empty()) write("  }}\n");
  }

  /// The function whose default the pile gives; a closure has none.
  std::string pile_function(NodeId pile, NodeId body) {
    const NodeId callee = graph_.is(body, NodeKind::Call) ? graph_.operands(body)[0] : body;
    const bool has_no_default = lowered_.is_ok_alone(pile) || lowered_.is_known_closure(callee, pile);
    return has_no_default ? "Value::none()" : expression(callee);
  }

  std::string truth_of(NodeId id) {
    if (is_pile_field(id) && graph_[id].number == 1) return pile_place(id) + ".ok";
    if (graph_.is(id, NodeKind::Boolean)) return graph_[id].number != 0 ? "true" : "false";
    return fmt::format("truth({})", expression(id));
  }

  /// Computes a node into a place; takes it from its own place if that is done already.
  void write_value(NodeId id, const std::string& indent, const std::string& place) {
    const bool is_done = !places_[index(id)].empty() && places_[index(id)] != place;
    if (!is_done && written_ != nullptr) return write_call(*written_, indent, place);
    const std::string value = is_done ? places_[index(id)] : computation(id);
    std::string failed;
    if (!is_done && !is_leaf(graph_[id].kind) && !is_pile_field(id))
      for (const NodeId operand : graph_.operands(id))
        if (errors_.contains(operand)) failed += (failed.empty() ? "" : ", ") + expression(operand);
    if (!failed.empty()) write("{0}{1} = first_error({{{2}}});\n{0}if (!{1}.is_error())\n  ", indent, place, failed);
    write("{}{} = {};\n", indent, place, value);
  }

  // ---- calls that are written out -----------------------------------------------------------------------------

  /// Makes the OKTs that the steps look at, before any block begins.
  void prepare_operands(const Step& step) {
    std::vector<NodeId> nodes;
    collect_nodes(step, nodes);
    for (const NodeId node : nodes) expression(node);
  }

  static std::size_t step_count(const Step& step) {
    std::size_t count = 1;
    for (const Step& inner : step.body) count += step_count(inner);
    return count;
  }

  void write_call(const WrittenCall& call, const std::string& indent, const std::string& place) {
    first_temporary_ = temporary_count_;
    temporary_count_ += call.temporaries;
    std::string failed;
    for (std::size_t k = 0; k < call.step.operands.size(); ++k)
      if (!is_body(call.step, k) && may_be_error(call.step.operands[k]))
        failed += (failed.empty() ? "" : ", ") + expression(call.step.operands[k]);
    if (failed.empty()) return write_step(call.step, indent, place);
    write("{0}{1} = first_error({{{2}}});\n{0}if (!{1}.is_error()) {{\n", indent, place, failed);
    write_step(call.step, indent + "  ", place);
    write("{}}}\n", indent);
  }

  void write_step(const Step& step, const std::string& indent, const std::string& place) {
    switch (step.kind) {
      case Step::Kind::CallOp:
        return write("{}{} = op_{}(c, {});\n", indent, place, batt::op_info(step.op).name, arguments(step, 0));
      case Step::Kind::CallValue:
        return write("{}{} = call_value(c, {}, {{{}}});\n", indent, place, expression(step.operands[0]), arguments(step, 1));
      case Step::Kind::Equal: return write("{}{} = equal_values(c, {});\n", indent, place, arguments(step, 0));
      case Step::Kind::Block: write("{}begin_block(c, r);\n", indent); break;
      case Step::Kind::Loop:
        write("{}begin_loop(c, r, Op::op_{}, {{{}}});\n", indent, batt::op_info(step.op).name, arguments(step, 0));
    }
    write("{}while (wants_call(r)) {{\n", indent);
    write_body(step, indent + "  ");
    write("{0}}}\n{0}{1} = end_loop(c, r);\n", indent, place);
  }

  void write_body(const Step& step, const std::string& indent) {
    if (step.kind == Step::Kind::Loop) {
      write("{}{} = item(r);\n", indent, new_temporary(step.item));
      if (batt::loop_info(step.op).call_arity() == 2)
        write("{}{} = other_item(r);\n", indent, new_temporary(step.item + 1));
    }
    const FunctionPart& answer = *step.body_result;
    for (const Step& inner : step.body) {
      const std::string place = new_temporary(inner.result);
      write_step(inner, indent, place);
      if (answer.is_node() || answer.number != inner.result || &inner != &step.body.back())
        write("{}if (gave_up(c, r, {})) continue;\n", indent, place);
    }
    write("{}answer_call(c, r, {});\n", indent, expression(answer));
  }

  std::string temporary(std::uint32_t number) const { return fmt::format("s_{}", first_temporary_ + number + 1); }
  std::string new_temporary(std::uint32_t number) {
    declare(values_, "Value", temporary(number));
    return "f." + temporary(number);
  }

  std::string expression(const FunctionPart& operand) {
    return operand.is_node() ? expression(operand.node()) : "f." + temporary(operand.number);
  }

  /// The operands of a step from this one on; where the body stands for a function, any function.
  std::string arguments(const Step& step, std::size_t first) {
    std::string list;
    for (std::size_t k = first; k < step.operands.size(); ++k) {
      list += k == first ? "" : ", ";
      list += is_body(step, k) ? "function(Op::op_identity)" : expression(step.operands[k]);
    }
    return list;
  }

  bool may_be_error(const FunctionPart& operand) {
    return operand.is_node() && operand.function == nullptr && errors_.contains(operand.node());
  }

  // ---- computations -------------------------------------------------------------------------------------------

  std::string computation(NodeId id) {
    const Node& node = graph_[id];
    const auto operands = graph_.operands(id);
    switch (node.kind) {
      case NodeKind::Call: return call(operands);
      case NodeKind::Tuple:
        if (is_packed_tuple(id)) break;
        if (is_long_tuple(id)) return fmt::format("joined(c, {{{}}})", pieces_[index(id)]);
        return fmt::format("tuple(c, {{{}}})", expressions(operands));
      case NodeKind::Default: return fmt::format("safe_default_of(c, {})", expression(operands[0]));
      case NodeKind::OtherName: return fmt::format("other_name(c, {}, {})", expression(operands[0]), node.number);
      case NodeKind::Field:
        if (is_pile_field(id)) break;
        return fmt::format("okt_field({}, {})", expression(operands[0]), node.number);
      default: break;
    }
    return expression(id);
  }

  std::string call(std::span<const NodeId> operands) {
    const auto arguments = operands.subspan(1);
    if (graph_.is(operands[0], NodeKind::Function) && arguments.size() == batt::op_info(graph_.op(operands[0])).arity)
      return fmt::format("op_{}(c, {})", op_name(operands[0]), expressions(arguments));
    const std::string function = expression(operands[0]);
    return fmt::format("call_value(c, {}, {{{}}})", function, expressions(arguments));
  }

  void write_answer() {
    if (graph_.function_kind == FunctionKind::Solver) {
      begin_statement();
      const std::string result = expression(graph_.result);
      write("  answer(r, {});\n", result);
      return;
    }
    for (const Output& output : graph_.outputs) {
      begin_statement();
      const std::string fields = expressions(output.fields);
      write("  append_to_{}(r, {});\n", output.to == Output::To::O ? 'o' : 's', fields);
    }
  }

  static constexpr std::size_t longest_list = 200;
  static constexpr std::uint32_t no_line = std::numeric_limits<std::uint32_t>::max();

  const Graph& graph_;
  const SourceFile& source_;
  std::size_t number_;
  const CppOptions& options_;
  LoweredGraph lowered_;
  PossibleErrors errors_;

  const WrittenCall* written_ = nullptr;  ///< of the statement that is being written
  std::uint32_t first_temporary_ = 0;     ///< of the call that is being written out
  std::uint32_t temporary_count_ = 0;

  std::vector<std::string> places_;  ///< by node; empty: it has none (yet)
  std::unordered_map<std::string_view, std::size_t> name_counts_;
  std::unordered_map<std::size_t, std::string> okts_;
  std::unordered_map<std::size_t, std::string> pieces_;  ///< of long tuples
  std::vector<std::uint64_t> handlers_;                  ///< bits of the exceptions that they catch

  std::string values_, piles_;  ///< members of the frame
  std::string arguments_;
  std::string parts_;
  std::string body_;  ///< of the part that is being written
  std::size_t part_count_ = 0;
  std::size_t statements_ = 0;
  std::size_t folded_ = 0;                   ///< of graph_.folded, those written
  std::size_t loops_ = 0, interpreted_ = 0;  ///< statements that are loops, that interpret functions
  Span span_{};
  std::uint32_t line_ = no_line;
};

}  // namespace

std::string emit_cpp_function(const Graph& graph, const SourceFile& source, std::size_t number,
                              const CppOptions& options) {
  return FunctionWriter(graph, source, number, options).write();
}

}  // namespace battc
