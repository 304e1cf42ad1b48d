#include "runtime/task/task_sources.h"

#include <algorithm>
#include <map>

#include "runtime/task/files.h"
#include "runtime/task/json_members.h"
#include "runtime/task/program_main.h"

namespace batt {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view challenges_word = "challenges", solutions_word = "solutions";
constexpr std::string_view looked_for =
    "tasks (*.json with \"train\" and \"test\", or with \"inputs\") or challenges (*challenges*.json)";

bool is_named(const fs::path& file, std::string_view word) {
  return file.extension() == ".json" && file.filename().string().find(word) != std::string::npos;
}

/// The name that the solutions of a file of challenges have.
fs::path solutions_of(const fs::path& challenges) {
  std::string name = challenges.filename().string();
  name.replace(name.rfind(challenges_word), challenges_word.size(), solutions_word);
  return challenges.parent_path() / name;
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  auto entry = fs::recursive_directory_iterator(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  if (error) throw FileError("cannot read all of " + folder.string() + ": " + error.message());
  std::sort(files.begin(), files.end());
  const auto is_challenges = [](const fs::path& file) { return is_named(file, challenges_word); };
  if (std::ranges::any_of(files, is_challenges))
    std::erase_if(files, [&](const auto& file) { return !is_challenges(file); });
  return files;
}

}  // namespace

TaskSources::TaskSources(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::exists(path, error))
      throw FileError("cannot read " + path + ": " + (error ? error.message() : "No such file or directory"));
    if (!fs::is_directory(path, error)) {
      add_files({path}, paths);
      continue;
    }
    const std::vector<fs::path> files = files_below(path);
    if (files.empty())
      throw CommandFailure(exit_usage, path + ": nothing to do: the folder holds no " + std::string(looked_for));
    add_files(files, paths);
  }
  if (tasks_.empty()) throw CommandFailure(exit_usage, "nothing to do: the files hold no " + std::string(looked_for));
}

void TaskSources::add_files(const std::vector<fs::path>& files, const std::vector<std::string>& named) {
  const auto find_named = [&](std::string_view word) {
    return std::find_if(named.begin(), named.end(), [&](const std::string& path) { return is_named(path, word); });
  };
  for (const fs::path& file : files) {
    if (is_named(file, challenges_word)) {
      std::error_code error;
      std::optional<fs::path> solutions = solutions_of(file);
      // Solutions that are named go with the challenges that are, whatever both are called.
      const bool is_named_alone =
          std::ranges::count_if(named, [](const std::string& path) { return is_named(path, challenges_word); }) == 1;
      if (const auto other = find_named(solutions_word); other != named.end() && is_named_alone)
        solutions = *other;
      else if (!fs::exists(*solutions, error))
        solutions.reset();
      add_challenges(file, solutions);
    } else if (!is_named(file, solutions_word) || find_named(challenges_word) == named.end()) {
      tasks_.push_back({file.string()});
    }
  }
}

void TaskSources::add_challenges(const fs::path& file, const std::optional<fs::path>& solutions) {
  auto challenges = std::make_shared<Challenges>();
  challenges->text = read_file(file.string());
  if (solutions) challenges->solutions_text = read_file(solutions->string());
  std::map<std::string, std::string_view> solved;
  if (solutions)
    for (const JsonMember& member : json_members(challenges->solutions_text, solutions->string()))
      solved[member.key] = member.value;
  for (JsonMember& member : json_members(challenges->text, file.string())) {
    const auto found = solved.find(member.key);
    tasks_.push_back({file.string(), challenges, member.key, member.value,
                      found == solved.end() ? std::string_view() : found->second});
  }
}

std::string TaskSources::name(std::size_t k) const {
  const TaskSource& source = tasks_[k];
  return source.challenges == nullptr ? source.file : source.file + ": " + source.id;
}

std::string TaskSources::id(std::size_t k) const {
  const TaskSource& source = tasks_[k];
  return source.challenges == nullptr ? fs::path(source.file).stem().string() : source.id;
}

Task TaskSources::load(std::size_t k, Candidate candidate) const {
  const TaskSource& source = tasks_[k];
  if (source.challenges == nullptr) return Task::load(source.file, candidate);
  return Task::from_text(source.task, name(k), source.id, candidate, source.solutions);
}

}  // namespace batt
