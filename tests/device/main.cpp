// Catch2 without a main of its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
