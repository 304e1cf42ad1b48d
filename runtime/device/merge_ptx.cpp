// Makes one PTX text of those of all sources, which the CUDA driver can compile for a device that is newer than the
// toolkit: merge_ptx OUT IN... nvlink links machine code alone.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// A declaration or a definition outside of functions.
struct Item {
  std::string text;
  std::string name;
  std::string linkage;  ///< .visible, .weak, .extern, or empty: known in its text alone
  bool is_function = false, is_entry = false, has_body = false;
};

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool is_name_part(char c) { return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Calls visit(begin, end) for each name, directives and numbers left out; quoted text has none.
template <class Visit>
void for_each_name(std::string_view text, Visit visit) {
  for (std::size_t k = 0; k < text.size();) {
    if (text[k] == '"') {
      k = std::min(text.find('"', k + 1), text.size() - 1) + 1;
    } else if (is_name_part(text[k]) || text[k] == '.' || text[k] == '%') {
      const std::size_t begin = k++;
      while (k < text.size() && is_name_part(text[k])) ++k;
      if (is_name_start(text[begin])) visit(begin, k);
    } else {
      ++k;
    }
  }
}

std::string without_comments(const std::string& text) {
  std::string kept;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) kept += line.substr(0, line.find("//")) + '\n';
  return kept;
}

/// The text up to where a function's body, or what a variable is set to, begins.
std::string_view head_of(const Item& item) {
  return std::string_view(item.text).substr(0, item.text.find_first_of(item.is_function ? "{" : "="));
}

/// In `.func (results) name (parameters)` the name stands before the last list; a variable's is the last one.
std::string name_of(const Item& item) {
  std::string_view head = head_of(item);
  std::string found;
  if (item.is_function) {
    int depth = 0;
    std::string outside;
    for (const char c : head) {
      depth += c == '(' ? 1 : 0;
      if (depth == 0) outside += c;
      if (c == ')') outside += ' ', --depth;
    }
    for_each_name(outside, [&](std::size_t begin, std::size_t end) {
      if (found.empty()) found = outside.substr(begin, end - begin);
    });
  } else {
    for_each_name(head, [&](std::size_t begin, std::size_t end) { found = head.substr(begin, end - begin); });
  }
  if (found.empty()) throw std::runtime_error("no name in: " + item.text.substr(0, 100));
  return found;
}

Item make_item(std::string text) {
  Item item;
  item.text = std::move(text);
  std::istringstream words(item.text);
  std::string word;
  words >> word;
  if (word == ".visible" || word == ".weak" || word == ".extern") {
    item.linkage = word;
    words >> word;
  }
  item.is_entry = word == ".entry";
  item.is_function = word == ".func" || item.is_entry;
  item.has_body = item.is_function && item.text.find('{') != std::string::npos;
  item.name = name_of(item);
  return item;
}

/// The text's items; `header` is what stands before them.
std::vector<Item> items_of(const std::string& text, std::string& header) {
  const std::size_t size_line = text.find(".address_size");
  if (size_line == std::string::npos) throw std::runtime_error("no .address_size");
  std::size_t begin = text.find('\n', size_line) + 1;
  header = text.substr(0, begin);
  std::vector<Item> items;
  int depth = 0;
  bool is_function = false;
  for (std::size_t k = begin; k < text.size(); ++k) {
    if (text[k] == '{') {
      if (depth == 0) is_function = text.find("=", begin) > k;
      ++depth;
    }
    if (text[k] == '}') --depth;
    if (depth != 0 || !(text[k] == ';' || (text[k] == '}' && is_function))) continue;
    const std::size_t start = text.find_first_not_of(" \t\n", begin);
    items.push_back(make_item(text.substr(start, k + 1 - start)));
    begin = k + 1;
    is_function = false;
  }
  return items;
}

std::string renamed(const std::string& text, const std::map<std::string, std::string, std::less<>>& names) {
  std::string result;
  std::size_t done = 0;
  for_each_name(text, [&](std::size_t begin, std::size_t end) {
    const auto found = names.find(std::string_view(text).substr(begin, end - begin));
    if (found == names.end()) return;
    result += text.substr(done, begin - done) + found->second;
    done = end;
  });
  return result + text.substr(done);
}

class Merger {
 public:
  void add(const std::string& text) {
    std::string header;
    std::vector<Item> items = items_of(without_comments(text), header);
    if (header_.empty()) header_ = header;
    // What only this text knows may not meet its like of others.
    std::map<std::string, std::string, std::less<>> names;
    for (const Item& item : items)
      if (item.linkage.empty() && !names.contains(item.name) && !taken_.insert(item.name).second)
        names[item.name] = item.name + "$" + std::to_string(texts_);
    for (Item& item : items) {
      if (!names.empty()) item.text = renamed(item.text, names);
      if (const auto found = names.find(item.name); found != names.end()) item.name = found->second;
      add(std::move(item));
    }
    ++texts_;
  }

  std::string merged() const {
    std::string text = header_;
    for (const auto& [name, item] : outside_)
      if (!defined_.contains(name)) text += item.text + '\n';
    // What is defined is declared first, so that the order of definitions does not matter. But for kernels nothing of
    // it is asked for from outside.
    for (const auto& [name, item] : defined_)
      if (item.is_function && !item.is_entry) text += as_own(item, std::string(head_of(item)) + ";") + '\n';
    for (const std::string& name : variables_) text += as_own(defined_.at(name), defined_.at(name).text) + '\n';
    for (const auto& [name, item] : defined_)
      if (item.is_function) text += as_own(item, item.text) + '\n';
    return text;
  }

 private:
  void add(Item&& item) {
    if (item.linkage == ".extern") {
      outside_.try_emplace(item.name, std::move(item));
      return;
    }
    if (item.is_function && !item.has_body) return;
    const std::string name = item.name;
    const bool is_weak = item.linkage == ".weak", is_function = item.is_function;
    if (!defined_.try_emplace(name, std::move(item)).second) {
      if (!is_weak) throw std::runtime_error("defined twice: " + name);
      return;
    }
    if (!is_function) variables_.push_back(name);
  }

  static std::string as_own(const Item& item, const std::string& text) {
    return item.is_entry || item.linkage.empty() ? text : text.substr(text.find(item.linkage) + item.linkage.size());
  }

  std::string header_;
  std::size_t texts_ = 0;
  std::set<std::string> taken_;
  std::map<std::string, Item> outside_, defined_;
  std::vector<std::string> variables_;  ///< in the order in which they refer to each other
};

std::string read(const std::string& file) {
  std::ostringstream text;
  std::ifstream in(file);
  if (!(text << in.rdbuf())) throw std::runtime_error("cannot read " + file);
  return text.str();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) throw std::runtime_error("merge_ptx OUT IN...");
    Merger merger;
    for (int k = 2; k < argc; ++k) merger.add(read(argv[k]));
    std::ofstream out(argv[1]);
    if (!(out << merger.merged()).flush()) throw std::runtime_error(std::string("cannot write ") + argv[1]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "merge_ptx: " << error.what() << '\n';
    return 1;
  }
}
