#include "runtime/task/answer_output.h"

#include <cstdio>
#include <future>
#include <iterator>
#include <system_error>
#include <utility>

#include "runtime/task/draw.h"
#include "runtime/task/json_text.h"
#include "runtime/task/value_text.h"

namespace batt {
namespace {

class Printed : public AnswerOutput {
 public:
  explicit Printed(bool named) : named_(named) {}

  void add(const Entry& entry, const Task& task, std::vector<std::string>&& answers) override {
    const char* name = named_ ? entry.name.c_str() : "";
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const Task::Sample& sample = task.samples()[k];
      if (!task.is_arc()) {
        std::printf("%s%s%s\n", name, named_ ? " " : "", answers[k].c_str());
        continue;
      }
      std::printf("%s, sample %zu%s%s%s\n", sample.task_id.c_str(), sample.pair, named_ ? ", " : "", name,
                  sample.is_candidate_expected ? ", C is the expected output" : "");
      const LargeJson answer(parse_json(answers[k], "an answer"));
      std::fputs(draw_answer(answer.value, sample).c_str(), stdout);
    }
  }

 private:
  bool named_;
};

class JsonFile : public AnswerOutput {
 public:
  JsonFile(std::string path, bool named) : path_(std::move(path)), named_(named) {}

  void add(const Entry& entry, const Task&, std::vector<std::string>&& answers) override {
    std::vector<std::string>& list = answers_[entry.name];
    list.insert(list.end(), std::make_move_iterator(answers.begin()), std::make_move_iterator(answers.end()));
  }

  void close() override {
    OutputFile file(path_);
    const char* before = named_ ? "{\"functions\":{" : "{\"answers\":";
    if (answers_.empty()) file.write(std::string(before) + (named_ ? "" : "[]"));
    for (const auto& [name, list] : answers_) {
      file.write(named_ ? before + json_text(name) + ":" : before);
      write_list(file, list);
      before = ",";
    }
    file.write(named_ ? "}}\n" : "}\n");
    file.close();
  }

 private:
  static void write_list(OutputFile& file, const std::vector<std::string>& answers) {
    file.write("[");
    for (std::size_t k = 0; k < answers.size(); ++k) {
      if (k != 0) file.write(",");
      file.write(answers[k]);
    }
    file.write("]");
  }

  std::string path_;
  bool named_;
  std::map<std::string, std::vector<std::string>> answers_;
};

/// A thread of its own writes the lines while the next samples run.
class JsonLines : public AnswerOutput {
 public:
  explicit JsonLines(const std::string& path) : file_(path, OutputFile::Mode::Stream) {}

  void add(const Entry& entry, const Task& task, std::vector<std::string>&& answers) override {
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const Task::Sample& sample = task.samples()[k];
      std::string head = "{\"task\":";
      append_quoted(head, sample.task_id);
      head += ",\"sample\":" + std::to_string(sample.pair) + ",\"function\":";
      append_quoted(head, entry.name);
      if (task.is_arc())
        head += sample.is_candidate_expected ? ",\"candidate\":\"expected\"" : ",\"candidate\":\"none\"";
      waiting_.push_back({head + ",\"answer\":", std::move(answers[k])});
    }
  }

  void end_block() override { write_waiting(); }

  void close() override {
    write_waiting();
    finish_writing();
    file_.close();
  }

 private:
  struct Line {
    std::string head, answer;
  };

  void write_waiting() {
    finish_writing();
    written_ = std::exchange(waiting_, {});
    const auto write = [this] {
      for (Line& line : written_) {
        file_.write(line.head);
        file_.write(line.answer);
        file_.write("}\n");
        std::string().swap(line.answer);
      }
      file_.flush();
    };
    try {
      writing_ = std::async(std::launch::async, write);
    } catch (const std::system_error&) {  // the system gives no thread
      write();
    }
  }
  /// Throws what could not be written.
  void finish_writing() {
    if (writing_.valid()) writing_.get();
  }

  OutputFile file_;
  std::vector<Line> waiting_, written_;
  std::future<void> writing_;
};

}  // namespace

std::unique_ptr<AnswerOutput> open_answer_output(const std::string& path, bool several_functions) {
  if (path.empty()) return std::make_unique<Printed>(several_functions);
  if (path.ends_with(".jsonl")) return std::make_unique<JsonLines>(path);
  return std::make_unique<JsonFile>(path, several_functions);
}

}  // namespace batt
