#include "compiler/passes/pipeline.h"

namespace battc {

Graph optimize(Graph graph, const PipelineOptions&) { return graph; }

}  // namespace battc
