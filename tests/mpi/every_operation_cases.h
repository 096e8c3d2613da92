/* One case for every blocking operation that has a non-blocking form. Included once for each form
 * of the calls; who includes it defines FORM(name)           the name of a function of this form
 *   CALL(X, x, ...)      the operation: MPI_X(...), MPI_X_c(...), TAMPI_Ix(...), ...
 *   CALL_S(X, x, ...)    the same, with &c->status as its last argument
 *   COUNTS, DISPLS       the members of Case that hold this form's count and displacement arrays
 * A case posts (and, in the blocking forms, waits), and is checked later: by a task that depends on
 * it, in the bound forms. Runs on an even number of ranks. */

/* ---- Point to point: even ranks send to the odd one above them ---------------------------------
 */

#define SENDS(Name, name)                                                 \
  static void FORM(post_##Name)(Case * c) {                               \
    if (c->rank % 2 == 0) {                                               \
      fill(c->out, 10, c->rank * 100);                                    \
      CALL(Name, name, c->out, 10, MPI_INT, c->rank + 1, 7, c->comm);     \
    } else {                                                              \
      CALL_S(Recv, recv, c->in, kRoom, MPI_INT, c->rank - 1, 7, c->comm); \
    }                                                                     \
  }                                                                       \
  static void FORM(check_##Name)(Case * c) {                              \
    if (c->rank % 2 == 0) return;                                         \
    expect_range(c, #Name, 0, 10, (c->rank - 1) * 100);                   \
    check_status(&c->status, c->rank - 1, 7, MPI_INT, 10);                \
    CHECK(c->in[10] == -1, #Name " wrote past the message");              \
  }
SENDS(Send, send)
SENDS(Ssend, ssend)
SENDS(Bsend, bsend)

/* A ready send: its receive is posted first, which a message says. */
static void FORM(post_Rsend)(Case* c) {
  if (c->rank % 2 == 0) {
    fill(c->out, 3, 5);
    MPI_Recv(NULL, 0, MPI_INT, c->rank + 1, 8, c->comm, MPI_STATUS_IGNORE);
    CALL(Rsend, rsend, c->out, 3, MPI_INT, c->rank + 1, 7, c->comm);
  } else {
    MPI_Request request;
    MPI_Irecv(c->in, kRoom, MPI_INT, c->rank - 1, 7, c->comm, &request);
    MPI_Send(NULL, 0, MPI_INT, c->rank - 1, 8, c->comm);
    MPI_Wait(&request, &c->status);
  }
}
static void FORM(check_Rsend)(Case* c) {
  if (c->rank % 2 == 0) return;
  expect_range(c, "Rsend", 0, 3, 5);
  check_status(&c->status, c->rank - 1, 7, MPI_INT, 3);
}

/* Recv with wildcards, Mrecv of what Mprobe found. */
static void FORM(post_Recv)(Case* c) {
  if (c->rank % 2 == 0) {
    fill(c->out, 20, 1);
    CALL(Send, send, c->out, 20, MPI_INT, c->rank + 1, 9, c->comm);
  } else {
    CALL_S(Recv, recv, c->in, kRoom, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, c->comm);
  }
}
static void FORM(check_Recv)(Case* c) {
  if (c->rank % 2 == 0) return;
  expect_range(c, "Recv", 0, 20, 1);
  check_status(&c->status, c->rank - 1, 9, MPI_INT, 20);
}
static void FORM(post_Mrecv)(Case* c) {
  if (c->rank % 2 == 0) {
    fill(c->out, 4, 40);
    CALL(Send, send, c->out, 4, MPI_INT, c->rank + 1, 11, c->comm);
  } else {
    MPI_Message message;
    MPI_Mprobe(MPI_ANY_SOURCE, 11, c->comm, &message, &c->status);
    check_status(&c->status, c->rank - 1, 11, MPI_INT, 4);
    CALL_S(Mrecv, mrecv, c->in, 4, MPI_INT, &message);
    CHECK(message == MPI_MESSAGE_NULL, "the message is still there");
  }
}
static void FORM(check_Mrecv)(Case* c) {
  if (c->rank % 2 == 0) return;
  expect_range(c, "Mrecv", 0, 4, 40);
  check_status(&c->status, c->rank - 1, 11, MPI_INT, 4);
}

/* ---- Collectives. Rank r's element for rank s is 1000 r + s ------------------------------------
 */

static void FORM(post_Bcast)(Case* c) {
  fill(c->in, kRoom, c->rank == 1 ? 70 : -5);
  CALL(Bcast, bcast, c->in, kRoom, MPI_INT, 1, c->comm);
}
static void FORM(check_Bcast)(Case* c) { expect_range(c, "Bcast", 0, kRoom, 70); }

static void FORM(post_Gather)(Case* c) {
  c->out[0] = 1000 * c->rank;
  CALL(Gather, gather, c->out, 1, MPI_INT, c->in, 1, MPI_INT, 0, c->comm);
}
static void FORM(check_Gather)(Case* c) {
  for (int i = 0; c->rank == 0 && i < c->size; ++i) EXPECT("Gather", i, 1000 * i);
}
/* Two elements a rank, one place left free between ranks. */
static void FORM(vectors)(Case* c) {
  for (int i = 0; i < c->size; ++i) {
    c->COUNTS[i] = 2;
    c->DISPLS[i] = 3 * i;
    c->types[i] = MPI_INT;
  }
}
static void FORM(expect_vectors)(Case* c, const char* name, int to) {
  for (int i = 0; i < c->size; ++i) {
    EXPECT(name, 3 * i, 1000 * i + to);
    EXPECT(name, 3 * i + 1, 1000 * i + to + 500);
    EXPECT(name, 3 * i + 2, -1);
  }
}
static void FORM(for_each_rank)(Case* c) {
  for (int i = 0; i < c->size; ++i) {
    c->out[3 * i] = 1000 * c->rank + i;
    c->out[3 * i + 1] = 1000 * c->rank + i + 500;
  }
}
static void FORM(post_Gatherv)(Case* c) {
  FORM(vectors)(c);
  FORM(for_each_rank)(c);
  CALL(Gatherv, gatherv, c->out, 2, MPI_INT, c->in, c->COUNTS, c->DISPLS, MPI_INT, 0, c->comm);
}
static void FORM(check_Gatherv)(Case* c) {
  if (c->rank == 0) FORM(expect_vectors)(c, "Gatherv", 0);
}
static void FORM(post_Scatter)(Case* c) {
  for (int i = 0; i < c->size; ++i) c->out[i] = 30 + i;
  CALL(Scatter, scatter, c->out, 1, MPI_INT, c->in, 1, MPI_INT, 0, c->comm);
}
static void FORM(check_Scatter)(Case* c) { EXPECT("Scatter", 0, 30 + c->rank); }
static void FORM(post_Scatterv)(Case* c) {
  FORM(vectors)(c);
  FORM(for_each_rank)(c);
  CALL(Scatterv, scatterv, c->out, c->COUNTS, c->DISPLS, MPI_INT, c->in, 2, MPI_INT, 1, c->comm);
}
static void FORM(check_Scatterv)(Case* c) {
  EXPECT("Scatterv", 0, 1000 + c->rank);
  EXPECT("Scatterv", 1, 1500 + c->rank);
}
static void FORM(post_Allgather)(Case* c) {
  c->in[c->rank] = 1000 * c->rank;
  CALL(Allgather, allgather, MPI_IN_PLACE, 0, MPI_INT, c->in, 1, MPI_INT, c->comm);
}
static void FORM(check_Allgather)(Case* c) {
  for (int i = 0; i < c->size; ++i) EXPECT("Allgather", i, 1000 * i);
}
static void FORM(post_Allgatherv)(Case* c) {
  FORM(vectors)(c);
  c->out[0] = 1000 * c->rank;
  c->out[1] = 1000 * c->rank + 500;
  CALL(Allgatherv, allgatherv, c->out, 2, MPI_INT, c->in, c->COUNTS, c->DISPLS, MPI_INT, c->comm);
}
static void FORM(check_Allgatherv)(Case* c) { FORM(expect_vectors)(c, "Allgatherv", 0); }
static void FORM(post_Alltoall)(Case* c) {
  for (int i = 0; i < c->size; ++i) c->out[i] = 1000 * c->rank + i;
  CALL(Alltoall, alltoall, c->out, 1, MPI_INT, c->in, 1, MPI_INT, c->comm);
}
static void FORM(check_Alltoall)(Case* c) {
  for (int i = 0; i < c->size; ++i) EXPECT("Alltoall", i, 1000 * i + c->rank);
}
static void FORM(post_Alltoallv)(Case* c) {
  FORM(vectors)(c);
  FORM(for_each_rank)(c);
  CALL(Alltoallv, alltoallv, c->out, c->COUNTS, c->DISPLS, MPI_INT, c->in, c->COUNTS, c->DISPLS,
       MPI_INT, c->comm);
}
static void FORM(check_Alltoallv)(Case* c) { FORM(expect_vectors)(c, "Alltoallv", c->rank); }
static void FORM(post_Alltoallw)(Case* c) {
  FORM(vectors)(c);
  FORM(for_each_rank)(c);
  for (int i = 0; i < c->size; ++i) c->DISPLS[i] *= (int)sizeof(int);
  CALL(Alltoallw, alltoallw, c->out, c->COUNTS, c->DISPLS, c->types, c->in, c->COUNTS, c->DISPLS,
       c->types, c->comm);
}
static void FORM(check_Alltoallw)(Case* c) { FORM(expect_vectors)(c, "Alltoallw", c->rank); }

static void FORM(post_Reduce)(Case* c) {
  fill(c->out, 5, c->rank);
  CALL(Reduce, reduce, c->out, c->in, 5, MPI_INT, MPI_SUM, 1, c->comm);
}
static void FORM(check_Reduce)(Case* c) {
  for (int i = 0; c->rank == 1 && i < 5; ++i) EXPECT("Reduce", i, triangle(c->size) + c->size * i);
}
static void FORM(post_Allreduce)(Case* c) {
  fill(c->in, 5, c->rank);
  CALL(Allreduce, allreduce, MPI_IN_PLACE, c->in, 5, MPI_INT, MPI_SUM, c->comm);
}
static void FORM(check_Allreduce)(Case* c) {
  for (int i = 0; i < 5; ++i) EXPECT("Allreduce", i, triangle(c->size) + c->size * i);
}
static void FORM(post_Reduce_scatter)(Case* c) {
  FORM(vectors)(c);
  fill(c->out, 2 * c->size, c->rank);
  CALL(Reduce_scatter, reduce_scatter, c->out, c->in, c->COUNTS, MPI_INT, MPI_SUM, c->comm);
}
static void FORM(check_Reduce_scatter)(Case* c) {
  EXPECT("Reduce_scatter", 0, triangle(c->size) + c->size * 2 * c->rank);
  EXPECT("Reduce_scatter", 1, triangle(c->size) + c->size * (2 * c->rank + 1));
}
static void FORM(post_Reduce_scatter_block)(Case* c) {
  fill(c->out, c->size, c->rank);
  CALL(Reduce_scatter_block, reduce_scatter_block, c->out, c->in, 1, MPI_INT, MPI_SUM, c->comm);
}
static void FORM(check_Reduce_scatter_block)(Case* c) {
  EXPECT("Reduce_scatter_block", 0, triangle(c->size) + c->size * c->rank);
}
static void FORM(post_Scan)(Case* c) {
  c->out[0] = c->rank;
  CALL(Scan, scan, c->out, c->in, 1, MPI_INT, MPI_SUM, c->comm);
}
static void FORM(check_Scan)(Case* c) { EXPECT("Scan", 0, triangle(c->rank + 1)); }
static void FORM(post_Exscan)(Case* c) {
  c->out[0] = c->rank;
  CALL(Exscan, exscan, c->out, c->in, 1, MPI_INT, MPI_SUM, c->comm);
}
static void FORM(check_Exscan)(Case* c) {
  if (c->rank > 0) EXPECT("Exscan", 0, triangle(c->rank));
}

/* ---- Neighbours on a ring: the one below is first, the one above second -------------------------
 */

static void FORM(check_ring)(Case* c, const char* name, int to_below, int to_above) {
  const int below = (c->rank + c->size - 1) % c->size, above = (c->rank + 1) % c->size;
  if (c->size == 2) return; /* both are the same rank: which message is which is not defined */
  EXPECT(name, 0, 1000 * below + to_above);
  EXPECT(name, 1, 1000 * above + to_below);
}
#define NEIGHBOURS(Name, name, to_below, to_above, ...) \
  static void FORM(post_##Name)(Case * c) {             \
    for (int i = 0; i < 2; ++i) {                       \
      c->out[i] = 1000 * c->rank + i;                   \
      c->COUNTS[i] = 1;                                 \
      c->DISPLS[i] = i;                                 \
      c->bytes[i] = (MPI_Aint)(i * (int)sizeof(int));   \
      c->types[i] = MPI_INT;                            \
    }                                                   \
    CALL(Name, name, __VA_ARGS__, c->ring);             \
  }                                                     \
  static void FORM(check_##Name)(Case * c) { FORM(check_ring)(c, #Name, to_below, to_above); }
NEIGHBOURS(Neighbor_allgather, neighbor_allgather, 0, 0, c->out, 1, MPI_INT, c->in, 1, MPI_INT)
NEIGHBOURS(Neighbor_allgatherv, neighbor_allgatherv, 0, 0, c->out, 1, MPI_INT, c->in, c->COUNTS,
           c->DISPLS, MPI_INT)
NEIGHBOURS(Neighbor_alltoall, neighbor_alltoall, 0, 1, c->out, 1, MPI_INT, c->in, 1, MPI_INT)
NEIGHBOURS(Neighbor_alltoallv, neighbor_alltoallv, 0, 1, c->out, c->COUNTS, c->DISPLS, MPI_INT,
           c->in, c->COUNTS, c->DISPLS, MPI_INT)
NEIGHBOURS(Neighbor_alltoallw, neighbor_alltoallw, 0, 1, c->out, c->COUNTS, c->bytes, c->types,
           c->in, c->COUNTS, c->bytes, c->types)

/* ---- Files: each rank's part is 8 integers ------------------------------------------------------
 */

static void FORM(expect_file)(Case* c, const char* name) {
  expect_range(c, name, 0, 8, c->rank * 10);
  int count = -1;
  MPI_Get_count(&c->status, MPI_INT, &count);
  CHECK(count == 8, "%s moved %d elements", name, count);
}
static void FORM(place)(Case* c) {
  fill(c->out, 8, c->rank * 10);
  c->place = (MPI_Offset)(c->rank * 8 * (int)sizeof(int));
}
#define FILES(Suffix, suffix, AT)                                                   \
  static void FORM(post_File_write##Suffix)(Case * c) {                             \
    FORM(place)(c);                                                                 \
    MPI_File_seek(c->file, c->place, MPI_SEEK_SET);                                 \
    CALL_S(File_write##Suffix, file_write##suffix, c->file AT, c->out, 8, MPI_INT); \
  }                                                                                 \
  static void FORM(check_File_write##Suffix)(Case * c) {                            \
    MPI_Status status;                                                              \
    MPI_File_read_at(c->file, c->place, c->in, 8, MPI_INT, &status);                \
    FORM(expect_file)(c, "File_write" #Suffix);                                     \
  }                                                                                 \
  static void FORM(post_File_read##Suffix)(Case * c) {                              \
    FORM(place)(c);                                                                 \
    MPI_File_write_at(c->file, c->place, c->out, 8, MPI_INT, MPI_STATUS_IGNORE);    \
    MPI_File_seek(c->file, c->place, MPI_SEEK_SET);                                 \
    CALL_S(File_read##Suffix, file_read##suffix, c->file AT, c->in, 8, MPI_INT);    \
  }                                                                                 \
  static void FORM(check_File_read##Suffix)(Case * c) { FORM(expect_file)(c, "File_read" #Suffix); }
#define COMMA ,
FILES(, , )
FILES(_at, _at, COMMA c->place)
FILES(_all, _all, )
FILES(_at_all, _at_all, COMMA c->place)
#undef COMMA

/* By the shared pointer ranks take turns: who gets which part is not defined, the sum is. */
static void FORM(post_File_write_shared)(Case* c) {
  FORM(place)(c);
  CALL_S(File_write_shared, file_write_shared, c->file, c->out, 8, MPI_INT);
}
static void FORM(check_File_write_shared)(Case* c) {
  int count = -1;
  MPI_Get_count(&c->status, MPI_INT, &count);
  CHECK(count == 8, "File_write_shared moved %d elements", count);
}
static void FORM(post_File_read_shared)(Case* c) {
  FORM(place)(c);
  MPI_File_write_at(c->file, c->place, c->out, 8, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Barrier(c->comm);
  CALL_S(File_read_shared, file_read_shared, c->file, c->in, 8, MPI_INT);
}
static void FORM(check_File_read_shared)(Case* c) {
  for (int i = 1; i < 8; ++i) EXPECT("File_read_shared", i, c->in[0] + i);
  CHECK(c->in[0] % 10 == 0 && c->in[0] >= 0 && c->in[0] < 10 * c->size, "part %d", c->in[0]);
}

#undef SENDS
#undef NEIGHBOURS
#undef FILES
