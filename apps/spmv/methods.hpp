// What is computed: steps over the parts, the same whoever carries them out.
#pragma once

#include "run.hpp"

namespace spmv {

/// The vectors, by number.
enum Vector { x, y, right_side, residual, shadow, direction, image, image_of_residual };
constexpr int vectors_of_product = 2;
constexpr int vectors_of_bicgstab = 8;

/// BiCGStab is to come to this share of the right side's norm, also recomputed.
constexpr double wanted_residual = 1e-10;

/// The numbers that are multiplied: of a row, from 0.5 to 1.5.
double start_value(int row);

/// Everything a part has is filled for the first time; x by start_value().
void touch_first(System& system, const Step& step);

/// y = A x, `times` times.
void multiply_often(System& system, app::Progress& progress, int times, const Step& step);

/// right_side = A x.
void make_right_side(System& system, const Step& step);

/// Solves A x = right_side from x = 0 by BiCGStab (van der Vorst, 1992), without preconditioner.
/// When the residual it goes by is small enough, or it breaks down, it begins anew from the true
/// residual. Returns the iterations done, at most `limit`. Sums over parts are taken in the order
/// of the parts: the result is the same to the bit for every variant.
int solve_bicgstab(System& system, app::Progress& progress, int limit, const Step& step);

}  // namespace spmv
