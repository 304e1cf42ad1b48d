/* Loads a program that battc built as a shared object, runs it over the samples of a file, and prints its answers:
 *
 *   run_module PROGRAM.so INPUTS.json [safe|raw]
 *
 * All that it knows of battc is the C interface in batt/program.h. */
#define _XOPEN_SOURCE 700

#include <batt/program.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return NULL;
  size_t capacity = 1 << 16;
  char* text = malloc(capacity);
  *size = 0;
  while (text != NULL) {
    *size += fread(text + *size, 1, capacity - *size, file);
    if (*size < capacity) break;
    capacity *= 2;
    char* larger = realloc(text, capacity);
    if (larger == NULL) free(text);
    text = larger;
  }
  if (ferror(file)) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

/* NULL, after saying why, if it cannot be loaded. */
static const batt_program* load(const char* path) {
  /* Without a slash, dlopen would look in the system's folders. */
  char* file = realpath(path, NULL);
  void* module = dlopen(file != NULL ? file : path, RTLD_NOW);
  free(file);
  const batt_program* (*program)(void) = NULL;
  /* ISO C has no cast from an object pointer to a function pointer. */
  if (module != NULL) *(void**)&program = dlsym(module, BATT_PROGRAM_SYMBOL);
  if (program != NULL) return program();
  fprintf(stderr, "run_module: %s\n", dlerror());
  return NULL;
}

static void print_answers(const batt_answers* answers) {
  fputs("{\"answers\":[", stdout);
  for (size_t k = 0; k < answers->count; ++k) printf("%s%s", k == 0 ? "" : ",", answers->items[k].json);
  puts("]}");
}

int main(int argc, char** argv) {
  if (argc < 3 || argc > 4) {
    fprintf(stderr, "usage: run_module PROGRAM.so INPUTS.json [safe|raw]\n");
    return 2;
  }
  const batt_program* program = load(argv[1]);
  if (program == NULL) return 3;
  size_t size = 0;
  char* text = read_file(argv[2], &size);
  if (text == NULL) {
    perror(argv[2]);
    return 3;
  }

  batt_options options = {0};
  if (argc == 4 && strcmp(argv[3], "raw") == 0) options.errors = BATT_ERRORS_RAW;
  batt_answers answers;
  const int32_t status = program->run_json(program, 0, text, size, &options, &answers);
  if (status == BATT_OK)
    print_answers(&answers);
  else
    fprintf(stderr, "run_module: %s\n", answers.message);
  program->free_answers(&answers);
  free(text);
  return status == BATT_OK ? 0 : 3;
}
