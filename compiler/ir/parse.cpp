#include "compiler/ir/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "compiler/ir/print.h"
#include "compiler/ir/text_cursor.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

class GraphParser {
 public:
  explicit GraphParser(std::string_view text) : text_(text) {}

  std::optional<Graph> parse(std::string& error) {
    try {
      need_line("a function: solver NAME(PARAMETER, …): or batt NAME(…):");
      parse_header();
      do need_line("return");
      while (parse_line());
      if (next_line()) throw Mismatch{"nothing more after return"};
      return std::move(graph_);
    } catch (const Mismatch& mismatch) {
      error = fmt::format("line {}: expected {}, found {}", std::max<std::size_t>(line_number_, 1), mismatch.expected,
                          found());
      return std::nullopt;
    }
  }

 private:
  std::string found() const {
    if (!cursor_.at_end()) return quote(cursor_.rest());
    return ended_ ? "the end of the text" : "the end of the line";
  }

  /// Goes to the next line that says something.
  bool next_line() {
    while (!text_.empty()) {
      const std::size_t size = std::min(text_.find('\n'), text_.size());
      cursor_ = Cursor(text_.substr(0, size));
      text_.remove_prefix(std::min(size + 1, text_.size()));
      ++line_number_;
      if (!cursor_.at_end() && !cursor_.rest().starts_with(';')) return true;
    }
    return false;
  }
  void need_line(const char* expected) {
    if (next_line()) return;
    ended_ = true;
    cursor_ = Cursor({});
    throw Mismatch{expected};
  }

  void parse_header() {
    graph_.batch = cursor_.take_word("batch");
    if (cursor_.take_word("batt"))
      graph_.function_kind = FunctionKind::Batt;
    else if (!cursor_.take_word("solver"))
      throw Mismatch{"solver or batt"};
    graph_.name = cursor_.name("the function's name");
    cursor_.need('(');
    if (!cursor_.take(')')) {
      do parse_parameter();
      while (cursor_.take(','));
      cursor_.need(')');
    }
    cursor_.need(':');
    cursor_.need_end();
    graph_.result = graph_.add(NodeKind::None);
  }

  void parse_parameter() {
    const Cursor before = cursor_;
    const std::string name = cursor_.name("a parameter's name");
    const NodeId node = graph_.add(NodeKind::Parameter, static_cast<std::int64_t>(graph_.parameters.size()));
    if (!parameters_.emplace(name, node).second) {
      cursor_ = before;
      throw Mismatch{"a parameter of another name"};
    }
    graph_.parameters.push_back(name);
  }

  /// False after the return.
  bool parse_line() {
    if (cursor_.rest().starts_with('%')) {
      parse_node();
    } else if (cursor_.take_word("o")) {
      parse_output(Output::To::O);
    } else if (cursor_.take_word("s")) {
      parse_output(Output::To::S);
    } else if (cursor_.take_word("return")) {
      parse_result();
      return false;
    } else {
      throw Mismatch{"%NUMBER = …, o …, s … or return …"};
    }
    return true;
  }

  void parse_node() {
    const std::string_view line = cursor_.rest();
    const std::size_t split = find_origin(line);
    const std::string variable = parse_origin(line.substr(split));
    cursor_ = Cursor(line.substr(0, split));

    const Cursor before = cursor_;
    cursor_.need('%');
    const auto number = cursor_.number<std::uint64_t>("a node's number");
    if (nodes_.contains(number)) {
      cursor_ = before;
      throw Mismatch{"a number that no other node has"};
    }
    cursor_.need('=');
    const NodeId node = parse_expression();
    cursor_.need_end();
    nodes_.emplace(number, node);
    if (!variable.empty()) graph_.name_node(node, variable);
  }

  /// `; variable, line N : type`, any of them or nothing. Returns the variable. A type is derived, and so passed over.
  std::string parse_origin(std::string_view text) {
    cursor_ = Cursor(text);
    std::string variable;
    std::uint32_t line = 0;
    if (cursor_.take(';')) {
      bool typed = cursor_.take(':');
      if (!typed && !parse_line_number(line)) {
        variable = cursor_.name("a variable or line NUMBER");
        if (cursor_.take(',') && !parse_line_number(line)) throw Mismatch{"line NUMBER"};
      }
      if (!typed) typed = cursor_.take(':');
      if (!typed) cursor_.need_end();
    }
    graph_.set_origin({{}, line, {}});
    return variable;
  }

  /// `line` may also be a variable.
  bool parse_line_number(std::uint32_t& line) {
    const Cursor before = cursor_;
    if (cursor_.take_word("line") && !cursor_.peek_word().empty()) {
      line = cursor_.number<std::uint32_t>("a line's number");
      return true;
    }
    cursor_ = before;
    return false;
  }

  NodeId parse_expression() {
    const Cursor before = cursor_;
    const std::string_view kind = cursor_.word();
    if (kind == "call") return parse_call();
    if (kind == "tuple") return add_shared(NodeKind::Tuple, 0, operands());
    if (kind == "default") return add_fresh(NodeKind::Default, 0, {operand()});
    if (kind == "other_name") return parse_alias();
    if (kind == "escape") return graph_.add(NodeKind::Escape, 0, {operand()});
    if (kind == "field") return parse_field();
    if (kind == "catch") return parse_catch();
    if (kind == "pile") return parse_pile();
    cursor_ = before;
    throw Mismatch{"call, tuple, default, field, other_name, escape, catch or pile"};
  }

  NodeId parse_alias() {
    const Cursor before = cursor_;
    if (const auto* alias = batt::find_alias(cursor_.word()))
      return add_shared(NodeKind::OtherName, batt::alias_number(*alias), {graph_.function(alias->op)});
    cursor_ = before;
    throw Mismatch{"another name of an op"};
  }

  NodeId parse_call() {
    std::vector<NodeId> parts = {operand()};
    const std::vector<NodeId> arguments = operands();
    parts.insert(parts.end(), arguments.begin(), arguments.end());
    return add_fresh(NodeKind::Call, 0, parts);
  }

  NodeId parse_field() {
    const NodeId of = operand();
    cursor_.need('.');
    if (cursor_.take_word("t")) return add_shared(NodeKind::Field, 0, {of});
    if (cursor_.take_word("ok")) return add_shared(NodeKind::Field, 1, {of});
    throw Mismatch{"t or ok"};
  }

  NodeId parse_catch() {
    const NodeId tried = operand();
    cursor_.need(',');
    const NodeId fallback = operand();
    std::uint64_t bits = 0;
    if (cursor_.take_word("on")) {
      do {
        const bool alone = cursor_.take_word("only");
        const batt::Exception caught = exception();
        bits |= alone ? exception_bit(caught) : subclass_bits(caught);
      } while (cursor_.take(','));
    }
    return graph_.add(NodeKind::Catch, static_cast<std::int64_t>(bits), {tried, fallback});
  }

  NodeId parse_pile() {
    const auto number = cursor_.number<std::int64_t>("a t number");
    std::vector<NodeId> parts = {operand()};
    if (cursor_.take_word("if")) {
      do parts.push_back(operand());
      while (cursor_.take(','));
    }
    return graph_.add(NodeKind::Pile, number, parts);
  }

  void parse_output(Output::To to) {
    Output output{to, {}};
    graph_.set_origin({});
    for (std::size_t k = 0; k < 4; ++k) {
      if (k > 0) cursor_.need(',');
      output.fields[k] = operand();
    }
    cursor_.need_end();
    graph_.outputs.push_back(output);
  }

  void parse_result() {
    if (graph_.function_kind == FunctionKind::Solver) {
      graph_.result = operand();
    } else if (!cursor_.take_word("o") || !cursor_.take(',') || !cursor_.take_word("s")) {
      throw Mismatch{"return o, s"};
    }
    cursor_.need_end();
  }

  /// All operands up to the end of the line, `,` between them.
  std::vector<NodeId> operands() {
    std::vector<NodeId> found;
    if (cursor_.at_end()) return found;
    do found.push_back(operand());
    while (cursor_.take(','));
    return found;
  }

  NodeId operand() {
    const Cursor before = cursor_;
    if (cursor_.rest().starts_with('"')) return graph_.text(cursor_.quoted());
    if (cursor_.take('%')) return reference(before);
    if (cursor_.take('@')) return function(before);
    if (cursor_.take('!')) return graph_.error(exception());
    if (cursor_.take('{')) {
      cursor_.need('}');
      return graph_.add(NodeKind::EmptySet);
    }
    if (cursor_.take_word("None")) return graph_.add(NodeKind::None);
    if (cursor_.take_word("True")) return graph_.add(NodeKind::Boolean, 1);
    if (cursor_.take_word("False")) return graph_.add(NodeKind::Boolean, 0);
    const char first = cursor_.at_end() ? '\0' : cursor_.rest()[0];
    if (first == '-' || (first >= '0' && first <= '9'))
      return graph_.add(NodeKind::Integer, cursor_.number<std::int64_t>("an integer of 64 bits"));
    throw Mismatch{"an operand"};
  }

  /// A node or a parameter, after its `%`.
  NodeId reference(const Cursor& before) {
    const std::string_view word = cursor_.peek_word();
    if (!word.empty() && word[0] >= '0' && word[0] <= '9') {
      const auto found = nodes_.find(cursor_.number<std::uint64_t>("a node's number"));
      if (found != nodes_.end()) return found->second;
      cursor_ = before;
      throw Mismatch{"a node that stands before"};
    }
    const auto found = parameters_.find(cursor_.name("a node's number or a parameter's name"));
    if (found != parameters_.end()) return found->second;
    cursor_ = before;
    throw Mismatch{"a parameter of the function"};
  }

  NodeId function(const Cursor& before) {
    if (const auto op = batt::find_op(cursor_.word())) return graph_.function(*op);
    cursor_ = before;
    throw Mismatch{"an op"};
  }

  batt::Exception exception() {
    const Cursor before = cursor_;
    if (const auto found = batt::find_exception(cursor_.word())) return *found;
    cursor_ = before;
    throw Mismatch{"an exception's name"};
  }

  /// A call makes its own value each time, so two equal ones stay two.
  NodeId add_fresh(NodeKind kind, std::int64_t number, const std::vector<NodeId>& parts) {
    return graph_.add(kind, number, parts, true);
  }
  /// Known to the graph as the node for this expression, unless the text has one already.
  NodeId add_shared(NodeKind kind, std::int64_t number, const std::vector<NodeId>& parts) {
    const std::size_t size = graph_.size();
    const NodeId node = graph_.add(kind, number, parts);
    return graph_.size() > size ? node : graph_.add(kind, number, parts, true);
  }

  std::string_view text_;
  Cursor cursor_{{}};
  std::size_t line_number_ = 0;
  bool ended_ = false;
  std::unordered_map<std::uint64_t, NodeId> nodes_;
  std::unordered_map<std::string, NodeId> parameters_;
  Graph graph_;
};

}  // namespace

std::optional<Graph> parse_graph(std::string_view text, std::string& error) { return GraphParser(text).parse(error); }

}  // namespace battc
