// The C interface of batt/program.h. No C++ exception leaves a function of this file.
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <string_view>

#include "runtime/module/emitted_entries.h"
#include "runtime/module/emitted_run.h"
#include "runtime/module/run_batch.h"
#include "runtime/task/json_text.h"
#include "runtime/task/task.h"
#include "runtime/task/threads.h"
#include "runtime/value/build.h"

namespace batt::emitted {
namespace {

/// Everything that a batt_answers points to.
struct AnswersOwner {
  std::vector<BatchAnswer> answers;
  std::vector<batt_answer> items;
  std::string message;
};

/// Arguments of a call that cannot be; the message goes to the caller.
struct BadArgument : std::runtime_error {
  using std::runtime_error::runtime_error;
};

RunOptions read_options(const batt_options* given) {
  RunOptions options;
  options.warnings = false;
  if (given == nullptr) return options;
  if (given->errors > BATT_ERRORS_RAW) throw BadArgument("options.errors must be BATT_ERRORS_SAFE or BATT_ERRORS_RAW");
  if (!(given->seconds >= 0)) throw BadArgument("options.seconds must be a number of 0 or more");
  if (given->path > BATT_PATH_DEVICE) throw BadArgument("options.path must be one of BATT_PATH_..");
  if (given->fallback > BATT_FALLBACK_ALWAYS) throw BadArgument("options.fallback must be one of BATT_FALLBACK_..");
  if (!(given->memory_fraction >= 0 && given->memory_fraction <= 1))
    throw BadArgument("options.memory_fraction must be a number from 0 to 1");
  if (given->memory_fraction > 0) options.device.memory_share = given->memory_fraction;
  if (given->multi_gpu_threshold != 0) options.device.split_from = given->multi_gpu_threshold;
  options.paths = {static_cast<Path>(given->path), static_cast<Fallback>(given->fallback)};
  options.mode = given->errors == BATT_ERRORS_RAW ? ErrorMode::Raw : ErrorMode::Safe;
  options.jobs = static_cast<int>(std::min<std::uint32_t>(given->jobs, max_jobs));
  options.limits = limits_of(given->seconds, given->memory_bytes != 0 ? static_cast<double>(given->memory_bytes)
                                                                      : static_cast<double>(options.limits.memory));
  if (given->steps != 0) options.limits.steps = std::min(given->steps, options.limits.steps);
  return options;
}

/// The program, if it has such an entry.
const batt_program& find_program(const batt_program* program, std::uint32_t entry) {
  if (program == nullptr) throw BadArgument("program is NULL");
  if (entry >= program->entry_count) throw BadArgument("no entry " + std::to_string(entry));
  return *program;
}

/// Samples as values, in a context of their own that outlives the batch.
class SampleReader {
 public:
  std::vector<Inputs> read(const BatchArguments& given) {
    if (given.count != 0 && (given.Ss == nullptr || given.Is == nullptr)) throw BadArgument("Ss or Is is NULL");
    std::vector<Inputs> inputs(given.count);
    for (std::size_t k = 0; k < given.count; ++k) {
      inputs[k].task_id = text(given.task_ids == nullptr ? nullptr : given.task_ids[k]);
      inputs[k].log_path = text(given.log_paths == nullptr ? nullptr : given.log_paths[k]);
      const bool is_known =
          k > 0 && given.Ss[k].items == given.Ss[k - 1].items && given.Ss[k].count == given.Ss[k - 1].count;
      inputs[k].S = is_known ? inputs[k - 1].S : examples(given.Ss[k].items, given.Ss[k].count);
      inputs[k].I = grid(given.Is[k]);
      inputs[k].C = given.Cs == nullptr ? Value::none() : grid(given.Cs[k]);
    }
    return inputs;
  }

  std::vector<Inputs> read(const batt_sample* samples, std::size_t count) {
    if (samples == nullptr && count != 0) throw BadArgument("samples is NULL");
    std::vector<Inputs> inputs;
    inputs.reserve(count);
    for (std::size_t k = 0; k < count; ++k) inputs.push_back(read(samples[k]));
    return inputs;
  }

 private:
  Inputs read(const batt_sample& sample) {
    Inputs inputs;
    inputs.task_id = text(sample.task_id);
    inputs.log_path = text(nullptr);
    inputs.S = examples(sample.examples, sample.example_count);
    inputs.I = grid(sample.input);
    inputs.C = grid(sample.output);
    return inputs;
  }

  Value text(const char* given) { return make_text(values_, given == nullptr ? "" : given); }

  Value examples(const batt_example* given, std::size_t count) {
    if (given == nullptr && count != 0) throw BadArgument("examples is NULL");
    ScratchVector pairs(values_);
    for (std::size_t k = 0; k < count; ++k) {
      const Value input = grid(given[k].input);
      pairs.push(make_pair(values_, input, grid(given[k].output)));
    }
    return make_tuple(values_, pairs);
  }

  Value grid(const batt_grid& given) {
    constexpr std::int32_t most = std::numeric_limits<std::int16_t>::max();
    if (given.height < 0 || given.width < 0 || given.height > most || given.width > most)
      throw BadArgument("a grid of " + std::to_string(given.height) + " x " + std::to_string(given.width));
    const std::size_t size = static_cast<std::size_t>(given.height) * static_cast<std::size_t>(given.width);
    if (size != 0 && given.cells == nullptr) throw BadArgument("cells is NULL");
    return make_grid(values_, values_.arena().copy(given.cells, size), given.height, given.width);
  }

  Context values_{ErrorMode::Safe, Limits{.seconds = 0, .memory = std::numeric_limits<std::size_t>::max() / 2}};
};

Task read_task(const char* json, std::size_t json_size) {
  if (json == nullptr) throw BadArgument("json is NULL");
  return Task::from_text({json, json_size}, "json", "json", Candidate::None);
}

/// Does the work, and turns whatever it throws into a status and a message.
template <class Work>
std::int32_t guarded(std::string& message, const Work& work) {
  try {
    work();
    return BATT_OK;
  } catch (const BadArgument& error) {
    message = error.what();
    return BATT_BAD_ARGUMENT;
  } catch (const TaskError& error) {
    message = error.what();
    return BATT_BAD_JSON;
  } catch (const std::bad_alloc&) {
    return BATT_OUT_OF_MEMORY;
  } catch (const LimitExceeded&) {
    return BATT_OUT_OF_MEMORY;
  } catch (const std::exception& error) {
    message = error.what();
    return BATT_INTERNAL_ERROR;
  }
}

template <class Work>
std::int32_t fill(batt_answers* answers, const Work& work) noexcept {
  if (answers == nullptr) return BATT_BAD_ARGUMENT;
  *answers = {};
  try {
    auto owner = std::make_unique<AnswersOwner>();
    const std::int32_t status = guarded(owner->message, [&] { owner->answers = work(); });
    for (const BatchAnswer& answer : owner->answers)
      owner->items.push_back({answer.status, answer.json.size(), answer.json.c_str()});
    const char* const message = status == BATT_OUT_OF_MEMORY ? "out of memory" : owner->message.c_str();
    *answers = {owner->items.size(), owner->items.data(), status == BATT_OK ? nullptr : message, owner.get()};
    owner.release();
    return status;
  } catch (...) {
    answers->message = "out of memory";
    return BATT_OUT_OF_MEMORY;
  }
}

}  // namespace

extern "C" {

const char* batt_entry_name(const batt_program* program, std::uint32_t entry) {
  if (program == nullptr || entry >= program->entry_count) return nullptr;
  return reinterpret_cast<const EmittedProgram*>(program)->entries[entry].name;
}

std::int32_t batt_run(const batt_program* program, std::uint32_t entry, const batt_sample* samples,
                      std::size_t sample_count, const batt_options* options, batt_answers* answers) {
  return fill(answers, [&] {
    const batt_program& found = find_program(program, entry);
    SampleReader reader;
    const std::vector<Inputs> inputs = reader.read(samples, sample_count);
    return run_batch(found, entry, inputs, read_options(options));
  });
}

std::int32_t batt_run_batch(const batt_program* program, std::uint32_t entry, const BatchArguments& arguments,
                            const batt_options* options, batt_answers* answers) {
  return fill(answers, [&] {
    const batt_program& found = find_program(program, entry);
    SampleReader reader;
    const std::vector<Inputs> inputs = reader.read(arguments);
    return run_batch(found, entry, inputs, read_options(options));
  });
}

std::int32_t batt_run_json(const batt_program* program, std::uint32_t entry, const char* json, std::size_t json_size,
                           const batt_options* options, batt_answers* answers) {
  return fill(answers, [&] {
    const batt_program& found = find_program(program, entry);
    const Task task = read_task(json, json_size);
    return run_batch(found, entry, inputs_of(task), read_options(options));
  });
}

void batt_free_answers(batt_answers* answers) {
  if (answers == nullptr) return;
  delete static_cast<AnswersOwner*>(answers->owner);
  *answers = {};
}

std::int32_t batt_time_json(const batt_program* program, std::uint32_t entry, const char* json, std::size_t json_size,
                            const batt_options* options, std::uint32_t repeat, double* seconds) {
  if (seconds == nullptr) return BATT_BAD_ARGUMENT;
  std::string message;
  return guarded(message, [&] {
    find_program(program, entry);
    const Task task = read_task(json, json_size);
    RunOptions run = read_options(options);
    run.repeat = static_cast<int>(std::min<std::uint32_t>(repeat, std::numeric_limits<int>::max()));
    *seconds = time_samples(entry_of(*program, entry), task, run);
  });
}

}  // extern "C"

}  // namespace batt::emitted
