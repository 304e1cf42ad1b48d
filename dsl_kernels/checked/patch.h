// What the ops on patches share.
#pragma once

#include "batt/python.h"
#include "dsl_kernels/fast/members.h"
#include "dsl_kernels/fast/patch.h"
#include "dsl_kernels/fast/readings.h"
#include "dsl_kernels/op_bodies.h"
