#pragma once

#include "dsl_kernels/fast/single_valued.h"
