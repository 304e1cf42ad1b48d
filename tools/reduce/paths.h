// Holds the ways to run one program against each other: fast and checked, each at -O0 and -O2, in stages, and as
// emitted C++.
#pragma once

#include <atomic>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

namespace battc {

/// A program with its inputs.
struct ProgramCase {
  std::string source;
  nlohmann::json golden;  ///< {"mode", "inputs"}, as beside a golden program; "answers" are not read
};

/// Something that must not happen, whatever the program is.
struct PathFailure {
  enum class Kind { Difference, Rejected, Crash, Hang };
  Kind kind;
  std::string what;  ///< a few lines
};
std::string_view to_string(PathFailure::Kind kind);

/// How many of the ways. What takes longest and finds least is for a part of many random programs.
enum class Ways : std::uint8_t { Most, All };

/// How many answers of other paths were held against the checked one's. Processes may share it.
struct PathCounts {
  std::atomic<std::uint64_t> compared, limited;
  std::atomic<std::uint64_t> unfixed;  ///< differ in what CPython does not fix
};

/// Runs the program in this process and compares the answers with those of the checked path at -O0. Samples that end at
/// a limit of time, memory or steps are not compared, nor is what CPython does not fix. `reference`: an array that gets
/// the of the checked path.
std::optional<PathFailure> compare_paths(const ProgramCase& program, Ways ways = Ways::All,
                                         nlohmann::json* reference = nullptr, PathCounts* counts = nullptr);

/// The same in a child: a crash or a hang is a failure, too. `built`: as emitted C++ as well.
std::optional<PathFailure> try_paths(const ProgramCase& program, bool built, double seconds);

/// How a program is built: how far battc and the C++ compiler optimise it, and whether a sanitized battc sanitizes it,
/// too. The runtime that it calls is sanitized in any case.
struct BuildLevels {
  int battc, cpp;
  bool sanitized = true;
};

/// Builds the programs, many in one file, and compares them with the answers of their checked paths; prints what
/// differs. Returns how many failed. `references`: the answers of the checked path.
std::size_t compare_built(std::span<const ProgramCase> programs, std::span<const nlohmann::json> references,
                          BuildLevels levels, Ways ways = Ways::All);

}  // namespace battc
