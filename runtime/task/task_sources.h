// The tasks that paths stand for: found at once, loaded one by one, so that many tasks take little memory.
// A path is a task (golden or ARC), a folder of tasks, or a file of challenges as ARC's competition has it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/task/task.h"

namespace batt {

class TaskSources {
 public:
  /// Finds the tasks, in the order of the paths; those of a folder and its subfolders in the order of their names. A
  /// file with "challenges" in its name holds {"id": task, ..}; the outputs of its tests are in the file with
  /// "solutions" in that place, {"id": [grid, ..], ..}, if it is beside it or among the paths. A folder that has files
  /// of challenges stands for those. Throws FileError for what cannot be read, CommandFailure (exit_usage) for a path
  /// without tasks.
  explicit TaskSources(const std::vector<std::string>& paths);

  std::size_t size() const { return tasks_.size(); }
  /// The file, and for a task of several in it the id.
  std::string name(std::size_t k) const;
  /// The id that the task has if it can be loaded.
  std::string id(std::size_t k) const;
  /// Throws FileError or TaskError, which are this task's alone. May be called from several threads.
  Task load(std::size_t k, Candidate candidate = Candidate::None) const;

 private:
  /// A file of challenges and the one of its solutions.
  struct Challenges {
    std::string text, solutions_text;
  };
  struct TaskSource {
    std::string file;
    std::shared_ptr<const Challenges> challenges = {};  ///< null: the file is the task
    std::string id = {};
    std::string_view task = {}, solutions = {};  ///< texts in `challenges`
  };

  void add_files(const std::vector<std::filesystem::path>& files, const std::vector<std::string>& named);
  void add_challenges(const std::filesystem::path& file, const std::optional<std::filesystem::path>& solutions);

  std::vector<TaskSource> tasks_;
};

}  // namespace batt
