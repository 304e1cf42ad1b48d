#include "compiler/ir/build_graph.h"

#include <optional>
#include <vector>

#include "compiler/ir/failures.h"

namespace battc {
namespace {

std::uint64_t caught_bits(const std::vector<CaughtException>& caught) {
  std::uint64_t bits = 0;
  for (const CaughtException& exception : caught) {
    if (exception.kind == ExceptionKind::Everything)
      bits |= subclass_bits(batt::Exception::Exception);
    else if (const auto known = batt::find_exception(to_string(exception.kind)))
      bits |= subclass_bits(*known);
  }
  return bits;
}

class GraphBuilder {
 public:
  GraphBuilder(const Module& module, const FunctionDefinition& function, const SourceFile& source)
      : module_(module), function_(function), source_(source), variables_(module.names.size()) {}

  Graph build() {
    graph_.name = function_.name;
    const bool collects =
        function_.kind == FunctionDefinition::Kind::Batt || function_.kind == FunctionDefinition::Kind::BattBatch;
    graph_.function_kind = collects ? FunctionKind::Batt : FunctionKind::Solver;
    graph_.batch = function_.kind == FunctionDefinition::Kind::BattBatch;
    for (const NameId parameter : function_.parameters) {
      variables_[static_cast<std::size_t>(parameter)] =
          graph_.add(NodeKind::Parameter, static_cast<std::int64_t>(graph_.parameters.size()));
      graph_.parameters.emplace_back(module_.text(parameter));
    }
    graph_.result = graph_.add(NodeKind::None);
    for (const Statement& statement : function_.statements) {
      graph_.set_origin({statement.span, source_.position(statement.span.begin).line, {}});
      std::visit([&](const auto& form) { add(form); }, statement.form);
    }
    return std::move(graph_);
  }

 private:
  void add(const Assign& assign) {
    const NodeId node = std::visit([&](const auto& guard) { return guarded(assign, guard); }, assign.guard);
    bind(assign.target, node);
  }

  NodeId guarded(const Assign& assign, std::monostate) { return escape(value(assign.value)); }

  NodeId guarded(const Assign& assign, const TryGuard& guard) {
    const NodeId tried = value(assign.value);
    if (!failures_.may_be_error(tried)) return tried;
    NodeId fallback = value(guard.fallback);
    if (guard.safe_default) fallback = graph_.add(NodeKind::Default, 0, std::span(&fallback, 1), true);
    return graph_.add(NodeKind::Catch, static_cast<std::int64_t>(caught_bits(guard.caught)), {tried, fallback});
  }

  /// The parts of the call stand outside of do_pile, so an error in one of them escapes.
  NodeId guarded(const Assign& assign, const PileGuard& guard) {
    const Expression& call = module_.expression(assign.value);
    std::vector<NodeId> parts;
    for (const ExpressionId part : module_.children_of(call)) parts.push_back(escape(value(part)));
    std::vector<NodeId> operands = {graph_.add(NodeKind::Call, 0, parts, true)};
    for (const NameId condition : guard.ok) operands.push_back(escape(field(variable(condition), Field::Ok)));
    if (guard.never) operands.push_back(graph_.add(NodeKind::Boolean, 0));
    return graph_.add(NodeKind::Pile, guard.number, operands);
  }

  void add(const SampleBlock& block) {
    const NodeId samples = escape(value(block.samples));
    const NodeId inputs = escape(call(batt::OpId::op_apply, {graph_.function(batt::OpId::op_first), samples}));
    const NodeId outputs = escape(call(batt::OpId::op_apply, {graph_.function(batt::OpId::op_second), samples}));
    const NodeId palette = graph_.function(batt::OpId::op_p_g);
    const NodeId input_colors = escape(call(batt::OpId::op_mapply, {palette, inputs}));
    const NodeId output_colors = escape(call(batt::OpId::op_mapply, {palette, outputs}));
    const NodeId made[] = {inputs, outputs, input_colors, output_colors};
    for (std::size_t k = 0; k < 4; ++k) bind(block.targets[k], made[k]);
  }

  void add(const Append& append) {
    const ExpressionId written[] = {append.number, append.second, append.third, append.value};
    Output output{append.to == Append::To::O ? Output::To::O : Output::To::S, {}};
    for (std::size_t k = 0; k < 4; ++k) output.fields[k] = escape(value(written[k]));
    graph_.outputs.push_back(output);
  }

  void add(const Return& statement) { graph_.result = escape(value(statement.value)); }
  void add(const ReturnCollected& statement) {
    if (statement.nothing) graph_.outputs.clear();
  }

  NodeId value(ExpressionId id) {
    const Expression& expression = module_.expression(id);
    switch (expression.kind) {
      case Expression::Kind::Name: return field(named(expression), expression.field);
      case Expression::Kind::Integer: return graph_.add(NodeKind::Integer, expression.integer);
      case Expression::Kind::Boolean: return graph_.add(NodeKind::Boolean, expression.integer);
      case Expression::Kind::None: return graph_.add(NodeKind::None);
      case Expression::Kind::Text: return graph_.text(module_.text(expression.name));
      case Expression::Kind::Tuple: return graph_.add(NodeKind::Tuple, 0, values(module_.children_of(expression)));
      case Expression::Kind::Call: return graph_.add(NodeKind::Call, 0, values(module_.children_of(expression)), true);
    }
    return {};
  }

  std::vector<NodeId> values(std::span<const ExpressionId> expressions) {
    std::vector<NodeId> nodes;
    for (const ExpressionId expression : expressions) nodes.push_back(value(expression));
    return nodes;
  }

  NodeId named(const Expression& name) {
    switch (name.binding) {
      case Binding::Op: return graph_.function(static_cast<batt::OpId>(name.index));
      case Binding::Alias: return other_name(batt::all_aliases()[name.index]);
      case Binding::Constant: return constant(batt::all_constants()[name.index]);
      default: return variable(name.name);
    }
  }

  NodeId variable(NameId name) {
    const auto& bound = variables_[static_cast<std::size_t>(name)];
    return bound ? *bound : graph_.error(batt::Exception::UnboundLocalError);
  }

  NodeId other_name(const batt::AliasInfo& alias) {
    return graph_.add(NodeKind::OtherName, batt::alias_number(alias), {graph_.function(alias.op)});
  }

  NodeId constant(const batt::ConstantInfo& info) {
    switch (info.kind) {
      case batt::ConstantInfo::Kind::Bool: return graph_.add(NodeKind::Boolean, info.first);
      case batt::ConstantInfo::Kind::Int: return graph_.add(NodeKind::Integer, info.first);
      case batt::ConstantInfo::Kind::Pair:
        return graph_.add(NodeKind::Tuple, 0,
                          {graph_.add(NodeKind::Integer, info.first), graph_.add(NodeKind::Integer, info.second)});
    }
    return {};
  }

  NodeId field(NodeId of, Field which) {
    if (which == Field::None) return of;
    return graph_.add(NodeKind::Field, which == Field::Value ? 0 : 1, {of});
  }

  NodeId call(batt::OpId op, std::initializer_list<NodeId> arguments) {
    std::vector<NodeId> operands = {graph_.function(op)};
    operands.insert(operands.end(), arguments);
    return graph_.add(NodeKind::Call, 0, operands, true);
  }

  NodeId escape(NodeId node) { return failures_.may_be_error(node) ? graph_.add(NodeKind::Escape, 0, {node}) : node; }

  void bind(NameId name, NodeId node) {
    variables_[static_cast<std::size_t>(name)] = node;
    graph_.name_node(node, module_.text(name));
  }

  const Module& module_;
  const FunctionDefinition& function_;
  const SourceFile& source_;
  std::vector<std::optional<NodeId>> variables_;
  Graph graph_;
  Failures failures_{graph_};
};

}  // namespace

Graph build_graph(const Module& module, const FunctionDefinition& function, const SourceFile& source) {
  return GraphBuilder(module, function, source).build();
}

}  // namespace battc
