#include "tests/device/ptx/function_parser.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace batt::ptx {
namespace {

/// Names declared between two braces. Call sequences reuse the same names, and inline assembly shadows registers.
struct Scope {
  std::unordered_map<std::string, std::uint32_t> registers, parameters;
  std::uint32_t parameter_cursor = 0;
};

class FunctionParser {
 public:
  FunctionParser(TokenStream& tokens, bool entry, Linkage linkage) : tokens_(tokens) {
    function_.entry = entry;
    function_.weak = linkage.weak;
    function_.visible = linkage.visible;
    function_.line = tokens.line();
  }

  FunctionSyntax run() {
    scopes_.emplace_back();
    header();
    if (tokens_.accept(";")) return std::move(function_);
    function_.defined = true;
    tokens_.expect("{");
    while (!scopes_.empty()) item();
    return std::move(function_);
  }

 private:
  void header() {
    while (tokens_.is(".noreturn") || tokens_.is(".attribute"))
      if (tokens_.take() == ".attribute") tokens_.skip_bracketed("(", ")");
    if (tokens_.accept("(")) {
      tokens_.expect(".param");
      function_.output = parameter();
      tokens_.expect(")");
    }
    function_.name = tokens_.take();
    if (tokens_.accept("("))
      while (!tokens_.accept(")")) {
        tokens_.expect(".param");
        function_.inputs.push_back(parameter());
        tokens_.accept(",");
      }
    while (!tokens_.is("{") && !tokens_.is(";")) tokens_.take();  // launch bounds and their like
  }

  /// Begins after .param, ends after the name and its extent. Parameters of closed scopes give their bytes back.
  std::uint32_t parameter() {
    std::uint32_t bytes = 1;
    while (tokens_.peek().starts_with('.')) {
      const std::string_view word = tokens_.take().substr(1);
      if (word == "align")
        tokens_.number();
      else if (const auto type = type_named(word))
        bytes = type->bytes;
    }
    ParameterSyntax declared;
    declared.name = tokens_.take();
    if (tokens_.accept("[")) {
      bytes *= tokens_.is("]") ? 0 : static_cast<std::uint32_t>(tokens_.number());
      tokens_.expect("]");
    }
    Scope& scope = scopes_.back();
    declared.bytes = bytes;
    declared.offset = scope.parameter_cursor;
    scope.parameter_cursor += (bytes + 15) / 16 * 16;
    function_.parameter_bytes = std::max(function_.parameter_bytes, scope.parameter_cursor);
    const auto index = static_cast<std::uint32_t>(function_.parameters.size());
    scope.parameters[declared.name] = index;
    function_.parameters.push_back(std::move(declared));
    return index;
  }

  void item() {
    const std::string_view word = tokens_.peek();
    if (word == "{") {
      tokens_.take();
      Scope inner;
      inner.parameter_cursor = scopes_.back().parameter_cursor;
      scopes_.push_back(std::move(inner));
    } else if (word == "}") {
      tokens_.take();
      scopes_.pop_back();
    } else if (word == ";") {
      tokens_.take();
    } else if (word.starts_with('.')) {
      tokens_.take();
      directive(word.substr(1));
    } else if (tokens_.peek(1) == ":") {
      label();
    } else {
      statement();
    }
  }

  void directive(std::string_view name) {
    if (name == "reg") return registers();
    if (name == "loc" || name == "file") return tokens_.skip_line();
    if (name == "pragma") return tokens_.skip_through(";");
    const auto space = space_named(name);
    if (!space) tokens_.fail("unknown directive ." + std::string(name));
    if (*space != Space::parameter) return parse_variables(tokens_, *space, Linkage{}, function_.variables);
    parameter();
    tokens_.expect(";");
  }

  void registers() {
    Type type;
    while (tokens_.peek().starts_with('.')) {
      const std::string_view word = tokens_.take().substr(1);
      const auto named = type_named(word);
      if (!named) tokens_.fail("registers of type ." + std::string(word) + " are not known");
      type = *named;
    }
    do {
      const std::string name(tokens_.take());
      if (!tokens_.accept("<")) {
        add_register(name, type);
        continue;
      }
      const std::int64_t count = tokens_.number();
      tokens_.expect(">");
      for (std::int64_t i = 0; i < count; ++i) add_register(name + std::to_string(i), type);
    } while (tokens_.accept(","));
    tokens_.expect(";");
  }

  void add_register(const std::string& name, Type type) {
    scopes_.back().registers[name] = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back(type);
  }

  void label() {
    const std::string name(tokens_.take());
    tokens_.expect(":");
    if (tokens_.accept(".branchtargets")) {
      do {
        function_.branch_tables[name].emplace_back(tokens_.take());
      } while (tokens_.accept(","));
      tokens_.expect(";");
    } else if (tokens_.is(".callprototype")) {
      tokens_.skip_through(";");
    } else {
      function_.labels[name] = static_cast<std::uint32_t>(function_.statements.size());
    }
  }

  void statement() {
    Statement result;
    result.line = tokens_.line();
    const std::size_t begin = tokens_.mark();
    if (tokens_.accept("@")) result.guard = operand();
    opcode(result);
    if (result.opcode == "call")
      call(result);
    else
      operands(result);
    result.text = tokens_.text_since(begin);
    tokens_.expect(";");
    function_.statements.push_back(std::move(result));
  }

  void opcode(Statement& result) {
    std::string_view words = tokens_.take();
    bool typed = false;
    for (bool first = true; !words.empty(); first = false) {
      const std::size_t dot = words.find('.');
      const std::string_view word = words.substr(0, dot);
      words = dot == std::string_view::npos ? std::string_view{} : words.substr(dot + 1);
      if (first) {
        result.opcode = word;
        continue;
      }
      result.modifiers.emplace_back(word);
      if (const auto type = type_named(word)) {
        if (!typed) result.type = *type;
        result.second_type = *type;
        typed = true;
      }
    }
  }

  void operands(Statement& result) {
    while (!tokens_.is(";")) {
      if (tokens_.accept("|"))
        result.second = operand();
      else
        result.operands.push_back(operand());
      if (!tokens_.is("|") && !tokens_.is(";")) tokens_.expect(",");
    }
  }

  /// call (result), target, (arguments), prototype;
  void call(Statement& result) {
    if (tokens_.is("(")) {
      operand_list(result.results);
      tokens_.expect(",");
    }
    result.operands.push_back(operand());
    while (tokens_.accept(",")) {
      if (tokens_.is("("))
        operand_list(result.arguments);
      else
        tokens_.take();  // the prototype says what the arguments say already
    }
  }

  void operand_list(std::vector<OperandSyntax>& list) {
    tokens_.expect("(");
    while (!tokens_.accept(")")) {
      list.push_back(operand());
      tokens_.accept(",");
    }
  }

  OperandSyntax operand() {
    OperandSyntax result;
    if (tokens_.accept("[")) {
      result = operand();
      result.bracketed = true;
      tokens_.expect("]");
      return result;
    }
    if (tokens_.accept("{")) {
      result.form = OperandSyntax::Form::vector;
      do {
        result.elements.push_back(operand());
      } while (tokens_.accept(","));
      tokens_.expect("}");
      return result;
    }
    if (tokens_.accept("!")) {
      result = operand();
      result.negated = true;
      return result;
    }
    if (tokens_.is("-") || std::isdigit(static_cast<unsigned char>(tokens_.peek().front()))) {
      result.value = tokens_.number();
      return result;
    }
    return name_with_offset();
  }

  OperandSyntax name_with_offset() {
    OperandSyntax result = resolve(std::string(tokens_.take()));
    if (tokens_.accept("+"))
      result.value += tokens_.number();
    else if (tokens_.is("-"))
      result.value += tokens_.number();
    return result;
  }

  OperandSyntax resolve(const std::string& name) {
    OperandSyntax result;
    result.name = name;
    if (name == "_") {
      result.form = OperandSyntax::Form::sink;
      return result;
    }
    if (name == "WARP_SZ") {
      result.value = 32;
      return result;
    }
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->registers.find(name); found != scope->registers.end()) {
        result.form = OperandSyntax::Form::named_register;
        result.index = found->second;
        return result;
      }
      if (const auto found = scope->parameters.find(name); found != scope->parameters.end()) {
        result.form = OperandSyntax::Form::parameter;
        result.index = found->second;
        return result;
      }
    }
    result.form = name.starts_with('%') ? OperandSyntax::Form::special : OperandSyntax::Form::symbol;
    return result;
  }

  TokenStream& tokens_;
  FunctionSyntax function_;
  std::vector<Scope> scopes_;
};

}  // namespace

FunctionSyntax parse_function(TokenStream& tokens, bool entry, Linkage linkage) {
  return FunctionParser(tokens, entry, linkage).run();
}

}  // namespace batt::ptx
