// The stencil of tm-bench metg with tasks that capture a struct, or a C++ object with constructors.
#include "metg.h"

namespace {

struct Column {
  short left, middle, right, now;
};

template <int Bytes>
struct Data {
  Column column;
  char rest[Bytes - sizeof(Column)];
};
template <>
struct Data<sizeof(Column)> {
  Column column;
};

// Knows where it stands, so a copy by bytes is found out. 64 bytes.
struct Object {
  explicit Object(Column its) : column(its), self(this) {}
  Object(const Object& other) : column(other.column), self(this) {
    for (int i = 0; i < kRest; ++i) rest[i] = other.rest[i];
  }
  Object& operator=(const Object&) = delete;
  ~Object() { self = nullptr; }

  static constexpr int kRest = 6;
  Column column;
  const Object* self;
  long rest[kRest] = {};
};

void run(const Column& column, long step, long iterations) {
  const int before = 1 - column.now;
  metg_expect_after(before, column.left, step - 1);
  metg_expect_after(before, column.middle, step - 1);
  metg_expect_after(before, column.right, step - 1);
  metg_work(column.middle, iterations);
  metg_stamp[column.now][column.middle] = step;
}

Column column_of(int i, long step) {
  return {static_cast<short>((i + kWidth - 1) % kWidth), static_cast<short>(i),
          static_cast<short>((i + 1) % kWidth), static_cast<short>(step % 2)};
}

template <int Bytes>
void stencil_of_structs(long step, long iterations) {
  for (int i = 0; i < kWidth; ++i) {
    Data<Bytes> data{};
    data.column = column_of(i, step);
    const int left = data.column.left, right = data.column.right, now = data.column.now;
    const int before = 1 - now;
#pragma omp task depend(in                                                                         \
                        : metg_cell[before][left], metg_cell[before][i], metg_cell[before][right]) \
    depend(out                                                                                     \
           : metg_cell[now][i]) firstprivate(data, step, iterations)
    run(data.column, step, iterations);
  }
}

}  // namespace

void metg_struct8(long step, long iterations) { stencil_of_structs<8>(step, iterations); }
void metg_struct64(long step, long iterations) { stencil_of_structs<64>(step, iterations); }
void metg_struct512(long step, long iterations) { stencil_of_structs<512>(step, iterations); }

void metg_object(long step, long iterations) {
  for (int i = 0; i < kWidth; ++i) {
    const Object object(column_of(i, step));
    const int left = object.column.left, right = object.column.right, now = object.column.now;
    const int before = 1 - now;
#pragma omp task depend(in                                                                         \
                        : metg_cell[before][left], metg_cell[before][i], metg_cell[before][right]) \
    depend(out                                                                                     \
           : metg_cell[now][i]) firstprivate(object, step, iterations)
    {
      if (object.self != &object) bench_wrong("objects copied by their constructor", 1, 0);
      run(object.column, step, iterations);
    }
  }
}
