/* The C interface of a compiled program. Each shared object that battc builds exports one function,
 *
 *     const batt_program* batt_program_v1(void);
 *
 * and everything else is reached through what it returns. Look the name BATT_PROGRAM_SYMBOL up with dlsym; another
 * version of this interface has another name. All calls may be made from several threads at once. */
#ifndef BATT_PROGRAM_H
#define BATT_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BATT_PROGRAM_VERSION 1
#define BATT_PROGRAM_SYMBOL "batt_program_v1"

/* height * width cells, row by row. {0, 0, NULL} is a grid without rows. */
typedef struct batt_grid {
  int32_t height;
  int32_t width;
  const int8_t* cells;
} batt_grid;

/* One pair of S: an input and the output that belongs to it. */
typedef struct batt_example {
  batt_grid input;
  batt_grid output;
} batt_example;

/* An S. */
typedef struct batt_examples {
  const batt_example* items;
  size_t count;
} batt_examples;

/* The arguments of one run: task_id, S, I, C. */
typedef struct batt_sample {
  const char* task_id; /* UTF-8; NULL is the empty text */
  const batt_example* examples;
  size_t example_count;
  batt_grid input;
  batt_grid output;
} batt_sample;

/* What an op makes of an exception inside it: its default, or it raises it. */
enum { BATT_ERRORS_SAFE = 0, BATT_ERRORS_RAW = 1 };

/* Which code runs: the fast bodies of the ops, on a device if that pays; the checked ones alone; the fast ones on
 * this host. */
enum { BATT_PATH_AUTO = 0, BATT_PATH_CHECKED = 1, BATT_PATH_FAST = 2, BATT_PATH_DEVICE = 3 };

/* What becomes of samples that a device does not finish: the host runs them; they are not answered; every sample is
 * taken for such a one and runs on the checked path. */
enum { BATT_FALLBACK_AUTO = 0, BATT_FALLBACK_NEVER = 1, BATT_FALLBACK_ALWAYS = 2 };

/* How to run; all zero is a good choice. The limits are those of one sample. */
typedef struct batt_options {
  uint32_t errors;              /* BATT_ERRORS_SAFE or BATT_ERRORS_RAW */
  uint32_t jobs;                /* threads over samples; 0 and 1: the calling thread alone */
  double seconds;               /* 0, INFINITY and very large numbers: no limit */
  uint64_t memory_bytes;        /* of values; 0: 4 GiB */
  uint64_t steps;               /* roughly calls, and items built; 0: no limit */
  uint32_t path;                /* BATT_PATH_.. */
  uint32_t fallback;            /* BATT_FALLBACK_.. */
  double memory_fraction;       /* of a device's free memory that may be used, up to 1; 0: 0.8 */
  uint32_t multi_gpu_threshold; /* from this many samples on all devices are used; 0: 120 */
} batt_options;

/* How the run over one sample ended, and so what its JSON is. */
enum {
  BATT_ANSWER_OK = 0,        /* {"O": v} or {"o": [..], "s": [..]}; "unfixed" beside them: see docs/options.md */
  BATT_ANSWER_EXCEPTION = 1, /* {"exc": "IndexError"}; the same */
  BATT_ANSWER_LIMIT = 2,     /* {"limit": "time" | "memory" | "steps" | "integer"} */
  BATT_ANSWER_NONE = 3       /* {"unanswered": "type", "op": "fill", "line": 12}: with BATT_FALLBACK_NEVER alone */
};

typedef struct batt_answer {
  uint32_t status;
  size_t size; /* of the text, without its final NUL */
  const char* json;
} batt_answer;

/* The answers of a batch, answer k for sample k, until they are freed. */
typedef struct batt_answers {
  size_t count;
  const batt_answer* items;
  const char* message; /* what went wrong, if the call did not return BATT_OK; else NULL */
  void* owner;
} batt_answers;

/* What a call as a whole returns. */
enum {
  BATT_OK = 0,
  BATT_BAD_ARGUMENT = 1,  /* no such entry, an impossible grid, a required pointer that is NULL, ... */
  BATT_BAD_JSON = 2,      /* text that is no JSON, or not of the right shape */
  BATT_OUT_OF_MEMORY = 3, /* outside of any sample's own limit */
  BATT_INTERNAL_ERROR = 4
};

typedef struct batt_program batt_program;

struct batt_program {
  uint32_t version;     /* BATT_PROGRAM_VERSION */
  uint32_t entry_count; /* the functions of the source file, in its order */

  /* UTF-8; NULL if there is no such entry. */
  const char* (*entry_name)(const batt_program* program, uint32_t entry);

  /* Runs one entry over a batch of samples. `options` may be NULL. Whatever it returns, `answers` is filled in and has
   * to be freed. */
  int32_t (*run)(const batt_program* program, uint32_t entry, const batt_sample* samples, size_t sample_count,
                 const batt_options* options, batt_answers* answers);

  /* The same for samples as JSON text: {"inputs": [{"task_id", "S", "I", "C"}, ..]}, or an ARC task {"train", "test"}.
   */
  int32_t (*run_json)(const batt_program* program, uint32_t entry, const char* json, size_t json_size,
                      const batt_options* options, batt_answers* answers);

  /* Frees what `answers` holds, not the struct itself; a second time does nothing. */
  void (*free_answers)(batt_answers* answers);

  /* How long one run over every sample takes, reading and writing left out: the best of `repeat` runs. */
  int32_t (*time_json)(const batt_program* program, uint32_t entry, const char* json, size_t json_size,
                       const batt_options* options, uint32_t repeat, double* seconds);
};

/* For those who link with a program instead of loading it. */
const batt_program* batt_program_v1(void);

/* batt_batch(task_ids, Ss, Is, Cs, log_paths): the source's batt over `count` samples, whose arguments stand in an
 * array each. task_ids and log_paths may be NULL, for empty texts, and Cs, for None. Samples of one task best have the
 * same S: what depends on it alone runs once. In what was built with `battc --batch`; else as run(). */
#define BATT_BATCH_SYMBOL "batt_batch"
int32_t batt_batch(const char* const* task_ids, const batt_examples* Ss, const batt_grid* Is, const batt_grid* Cs,
                   const char* const* log_paths, size_t count, const batt_options* options, batt_answers* answers);

#ifdef __cplusplus
}
#endif

#endif
