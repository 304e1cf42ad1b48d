#pragma once

#include "dsl_kernels/fast/grid_access.h"
