#include "tests/device/ptx/parser.h"

#include <algorithm>
#include <cctype>

#include "tests/device/ptx/function_parser.h"
#include "tests/device/ptx/token_stream.h"

namespace batt::ptx {

bool Statement::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

Space Statement::space() const {
  for (const std::string& modifier : modifiers)
    if (const auto named = space_named(modifier)) return *named;
  return Space::generic;
}

namespace {

/// 0xFF(symbol) picks bits of an address, generic(symbol) is the address itself.
InitialValue parse_initial_value(TokenStream& tokens) {
  InitialValue value;
  const bool starts_number = tokens.is("-") || std::isdigit(static_cast<unsigned char>(tokens.peek().front()));
  if (starts_number) {
    value.number = tokens.number();
    if (!tokens.accept("(")) return value;
    value.mask = static_cast<std::uint64_t>(value.number);
    const std::uint64_t mask = value.mask;
    value = parse_initial_value(tokens);
    value.mask = mask;
    tokens.expect(")");
    return value;
  }
  value.symbol = tokens.take();
  if (value.symbol == "generic") {
    tokens.expect("(");
    value = parse_initial_value(tokens);
    tokens.expect(")");
  }
  if (tokens.accept("+"))
    value.number += tokens.number();
  else if (tokens.is("-"))
    value.number += tokens.number();
  return value;
}

void parse_initialiser(TokenStream& tokens, VariableSyntax& variable) {
  if (!tokens.is("{")) {
    variable.values.push_back(parse_initial_value(tokens));
    return;
  }
  int depth = 0;
  do {
    if (tokens.accept("{"))
      ++depth;
    else if (tokens.accept("}"))
      --depth;
    else if (!tokens.accept(","))
      variable.values.push_back(parse_initial_value(tokens));
  } while (depth > 0);
}

void parse_extents(TokenStream& tokens, VariableSyntax& variable) {
  std::uint64_t count = 1;
  while (tokens.accept("[")) {
    if (tokens.is("]"))
      variable.unsized = true;
    else
      count *= static_cast<std::uint64_t>(tokens.number());
    tokens.expect("]");
  }
  variable.bytes = variable.unsized ? 0 : count * variable.element_bytes;
}

class ModuleParser {
 public:
  explicit ModuleParser(std::string_view source) : tokens_(source) {}

  ModuleSyntax run() {
    while (!tokens_.at_end()) directive(tokens_.take());
    return std::move(module_);
  }

 private:
  void directive(std::string_view name) {
    if (name == ".visible" || name == ".common" || name == ".extern" || name == ".weak") return add_linkage(name);
    if (name == ".version" || name == ".address_size" || name == ".target" || name == ".file" || name == ".loc")
      return tokens_.skip_line();
    if (name == ".section") return skip_section();
    if (name == ".pragma" || name == ".alias") return tokens_.skip_through(";");
    if (name == ".func" || name == ".entry")
      module_.functions.push_back(parse_function(tokens_, name == ".entry", linkage_));
    else if (const auto space = space_named(name.substr(1)))
      parse_variables(tokens_, *space, linkage_, module_.variables);
    else if (name != ";")
      tokens_.fail("unknown directive " + std::string(name));
    linkage_ = {};
  }

  void add_linkage(std::string_view name) {
    linkage_.visible = true;
    if (name == ".extern") linkage_.external = true;
    if (name == ".weak") linkage_.weak = true;
  }

  void skip_section() {
    tokens_.skip_line();
    tokens_.skip_bracketed("{", "}");
  }

  TokenStream tokens_;
  ModuleSyntax module_;
  Linkage linkage_;
};

}  // namespace

void parse_variables(TokenStream& tokens, Space space, Linkage linkage, std::vector<VariableSyntax>& variables) {
  VariableSyntax common;
  common.space = space;
  common.external = linkage.external;
  common.visible = linkage.visible;
  common.line = tokens.line();
  std::uint32_t vector = 1;
  for (; tokens.peek().starts_with('.');) {
    const std::string_view word = tokens.take().substr(1);
    if (word == "align")
      common.align = static_cast<std::uint32_t>(tokens.number());
    else if (word == "attribute")
      tokens.skip_bracketed("(", ")");
    else if (word == "v2" || word == "v4")
      vector = word == "v2" ? 2 : 4;
    else if (const auto type = type_named(word))
      common.element_bytes = type->bytes;
    else
      tokens.fail("unknown word ." + std::string(word) + " in a variable's declaration");
  }
  common.align = std::max(common.align, common.element_bytes * vector);
  do {
    VariableSyntax variable = common;
    variable.name = tokens.take();
    parse_extents(tokens, variable);
    variable.bytes *= vector;
    if (tokens.accept("=")) parse_initialiser(tokens, variable);
    variables.push_back(std::move(variable));
  } while (tokens.accept(","));
  tokens.expect(";");
}

ModuleSyntax parse(std::string_view source) { return ModuleParser(source).run(); }

}  // namespace batt::ptx
