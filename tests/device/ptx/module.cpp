#include "tests/device/ptx/module.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <stdexcept>

#include "tests/device/ptx/decode.h"

namespace batt::ptx {
namespace {

constexpr char private_mark[] = "@";

constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t align) {
  return (value + align - 1) / align * align;
}

/// By its own name, else as a private name of some text: a static variable is still found by its host shadow.
template <class Map>
auto find_named(Map& map, std::string_view name) {
  const auto found = map.find(name);
  if (found != map.end()) return found;
  const std::string prefix = std::string(name) + private_mark;
  const auto next = map.lower_bound(prefix);
  return next != map.end() && next->first.starts_with(prefix) ? next : map.end();
}

}  // namespace

/// Texts are linked in three steps: names of functions and variables, code, initial values.
class Linker {
 public:
  explicit Linker(std::span<const std::string> texts) : module_(new Module) {
    for (const std::string& text : texts) syntaxes_.push_back(parse(text));
  }

  std::unique_ptr<Module> run() {
    for (std::size_t text = 0; text < syntaxes_.size(); ++text) {
      for (const VariableSyntax& variable : syntaxes_[text].variables)
        if (!variable.external) place(variable, key(variable.name, variable.visible, text), text);
      std::set<std::string> visible;
      for (const FunctionSyntax& function : syntaxes_[text].functions)
        if (function.visible) visible.insert(function.name);
      for (const FunctionSyntax& function : syntaxes_[text].functions)
        declare(function, visible.count(function.name) > 0, text);
    }
    place_unsized();
    for (const auto& [function, definition] : definitions_) define(definition, *function);
    for (const Initialised& initialised : initialised_) fill(initialised);
    return std::move(module_);
  }

 private:
  struct Definition {
    const FunctionSyntax* syntax;
    std::size_t text;
  };
  struct Initialised {
    const VariableSyntax* variable;
    std::uint64_t address;
    std::size_t text;
  };

  /// What is not visible is known in its own text only, under a name no other text can spell.
  static std::string key(const std::string& name, bool visible, std::size_t text) {
    return visible ? name : name + private_mark + std::to_string(text);
  }

  void declare(const FunctionSyntax& syntax, bool visible, std::size_t text) {
    auto& function = module_->functions_[key(syntax.name, visible, text)];
    if (!function) {
      function = std::make_unique<Function>();
      function->name = syntax.name;
      function->number = static_cast<std::uint32_t>(module_->by_number_.size());
      module_->by_number_.push_back(function.get());
    }
    if (!syntax.defined || (function->defined && syntax.weak)) return;
    if (function->defined && !function->weak)
      throw std::runtime_error("the function " + syntax.name + " is defined twice");
    function->defined = true;
    function->weak = syntax.weak;
    definitions_[function.get()] = {&syntax, text};
    for (const VariableSyntax& variable : syntax.variables)
      if (variable.space != Space::local) place(variable, scoped(syntax.name, variable.name), text);
  }

  static std::string scoped(const std::string& function, const std::string& variable) {
    return function + "::" + variable;
  }

  void place(const VariableSyntax& variable, const std::string& name, std::size_t text) {
    if (module_->symbols_.count(name)) return;  // a weak or common variable: the first one stays
    Symbol symbol{variable.space, 0, variable.bytes, variable.align};
    if (variable.space == Space::shared) {
      module_->shared_end_ = align_up(module_->shared_end_, variable.align);
      symbol.address = module_->shared_end_;
      module_->shared_end_ += variable.bytes + red_zone;
    } else {
      module_->storage_.push_back(std::make_unique<std::byte[]>(variable.bytes + 2 * 256));
      symbol.address = align_up(reinterpret_cast<std::uint64_t>(module_->storage_.back().get()), 256);
      initialised_.push_back({&variable, symbol.address, text});
    }
    module_->symbols_[name] = symbol;
  }

  /// extern __shared__ arrays all begin where the static ones end.
  void place_unsized() {
    for (const ModuleSyntax& syntax : syntaxes_)
      for (const VariableSyntax& variable : syntax.variables)
        if (variable.space == Space::shared && variable.unsized)
          module_->symbols_[variable.name] = {Space::shared, module_->dynamic_shared_address(), 0, variable.align};
  }

  void define(const Definition& definition, Function& function) {
    const FunctionSyntax& syntax = *definition.syntax;
    function.entry = syntax.entry;
    for (const std::uint32_t input : syntax.inputs) {
      function.input_offsets.push_back(syntax.parameters[input].offset);
      function.input_bytes.push_back(syntax.parameters[input].bytes);
    }
    if (syntax.output) {
      function.output_offset = syntax.parameters[*syntax.output].offset;
      function.output_bytes = syntax.parameters[*syntax.output].bytes;
    }
    function.parameter_bytes = syntax.parameter_bytes;
    std::map<std::string, std::uint64_t> locals;
    for (const VariableSyntax& variable : syntax.variables)
      if (variable.space == Space::local) {
        const std::uint64_t offset = align_up(function.local_bytes, variable.align);
        locals[variable.name] = offset;
        function.local_bytes = static_cast<std::uint32_t>(offset + variable.bytes);
      }
    const Lookup lookup = [&](const std::string& name) -> std::optional<Meaning> {
      if (const auto local = locals.find(name); local != locals.end())
        return Meaning{Meaning::What::frame_local, local->second, nullptr};
      return look_up(name, function, definition.text);
    };
    decode(syntax, lookup, function);
  }

  std::optional<Meaning> look_up(const std::string& name, Function& function, std::size_t text) const {
    for (const std::string& candidate : {scoped(function.name, name), key(name, false, text), name})
      if (const auto found = module_->symbols_.find(candidate); found != module_->symbols_.end()) {
        if (found->second.space == Space::shared) function.shared_symbols.push_back(&found->first);
        return Meaning{Meaning::What::address, found->second.address, nullptr};
      }
    for (const std::string& candidate : {key(name, false, text), name})
      if (const auto found = module_->functions_.find(candidate); found != module_->functions_.end())
        return Meaning{Meaning::What::function, pointer_to(*found->second), found->second.get()};
    return std::nullopt;
  }

  static std::uint64_t pointer_to(const Function& function) { return function_window | (function.number + 1); }

  void fill(const Initialised& initialised) const {
    const VariableSyntax& variable = *initialised.variable;
    auto* to = reinterpret_cast<std::byte*>(initialised.address);
    if (variable.values.size() * variable.element_bytes > variable.bytes)
      throw ParseError(variable.line, "too many initial values");
    for (const InitialValue& value : variable.values) {
      const std::uint64_t bits = bits_of(value, initialised);
      std::memcpy(to, &bits, variable.element_bytes);
      to += variable.element_bytes;
    }
  }

  std::uint64_t bits_of(const InitialValue& value, const Initialised& initialised) const {
    auto bits = static_cast<std::uint64_t>(value.number);
    if (value.symbol.empty()) return bits;
    Function nowhere;
    const auto meaning = look_up(value.symbol, nowhere, initialised.text);
    if (!meaning) throw ParseError(initialised.variable->line, "unknown symbol " + value.symbol);
    return ((bits + meaning->value) & value.mask) >> std::countr_zero(value.mask);
  }

  std::unique_ptr<Module> module_;
  std::vector<ModuleSyntax> syntaxes_;
  std::map<Function*, Definition> definitions_;
  std::vector<Initialised> initialised_;
};

Module::~Module() = default;

std::unique_ptr<Module> Module::load(std::span<const std::string> texts) { return Linker(texts).run(); }

const Function* Module::function(std::string_view name) const {
  const auto found = find_named(functions_, name);
  return found == functions_.end() ? nullptr : found->second.get();
}

const Function* Module::function(std::uint64_t pointer) const {
  const std::uint64_t number = (pointer & ~window_mask) - 1;
  return (pointer & window_mask) == function_window && number < by_number_.size() ? by_number_[number] : nullptr;
}

const Symbol* Module::symbol(std::string_view name) const {
  const auto found = find_named(symbols_, name);
  return found == symbols_.end() ? nullptr : &found->second;
}

std::uint64_t Module::static_shared_bytes(const Function& kernel) const {
  std::set<const Function*> seen;
  std::set<const std::string*> names;
  std::vector<const Function*> open{&kernel};
  while (!open.empty()) {
    const Function* function = open.back();
    open.pop_back();
    if (!seen.insert(function).second) continue;
    names.insert(function->shared_symbols.begin(), function->shared_symbols.end());
    for (const Instruction& instruction : function->code)
      if (instruction.call.callee) open.push_back(instruction.call.callee);
  }
  std::uint64_t bytes = 0;
  for (const std::string* name : names) bytes += symbols_.at(*name).bytes;
  return bytes;
}

std::vector<std::string> Module::unknown_instructions() const {
  std::vector<std::string> found;
  for (const auto& [name, function] : functions_)
    for (const Instruction& instruction : function->code)
      if (instruction.handler == unknown_instruction)
        found.push_back("line " + std::to_string(instruction.line) + ": " + instruction.text);
  return found;
}

}  // namespace batt::ptx
