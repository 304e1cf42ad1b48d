// Turns a grid by means of the C interface of a shared object that it links with.
#include <batt/program.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

int main() {
  const std::int8_t cells[] = {1, 2, 3, 4, 5, 6};
  batt_sample sample{};
  sample.input = {2, 3, cells};

  const batt_program* const program = batt_program_v1();
  batt_answers answers{};
  const std::int32_t status = program->run(program, 0, &sample, 1, nullptr, &answers);
  const bool right = status == BATT_OK && answers.count == 1 &&
                     std::strcmp(answers.items[0].json, R"({"O":[[4,1],[5,2],[6,3]]})") == 0;
  if (!right) std::printf("status %d: %s\n", status, answers.count == 1 ? answers.items[0].json : answers.message);
  program->free_answers(&answers);
  return right ? 0 : 1;
}
