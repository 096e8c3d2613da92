/* What the parts of as_blocking share: buffers, ways to make a call, the list of cases. */
#ifndef AS_BLOCKING_H
#define AS_BLOCKING_H

#include <mpi.h>

enum {
  kMostRanks = 6,
  kMany = 2500,                  /* elements: too many for what is made of messages */
  kRoom = kMostRanks * 3 * kMany /* integers of a buffer: elements of three each, for all ranks */
};

/* Raw, and as what a case takes it for. */
typedef union {
  int ints[kRoom];
  double doubles[kRoom / 2];
} Buffer;

extern Buffer in, out;
extern MPI_Comm comm; /* of the case at hand */
extern int rank, size;
extern int world_rank, world_size;
extern MPI_Request request;

enum Way { kPlain, kTask, kNonblocking };
extern enum Way way;
extern int asked_nonblocking; /* kNonblocking takes the place of kTask */

/* From harmless to wrong. kOutside: right, where the plain call gives wrong data. */
enum Found { kSame, kOrder, kNan, kOutside, kData, kCode };

typedef int (*Call)(const void* argument);
typedef void (*Fill)(const void* argument);
typedef enum Found (*Tolerance)(const Buffer* plain, const Buffer* other);

/* One collective call, made as the case wants it. */
int finished(int code);
#define MAKE(name, iname, ...)               \
  (way == kPlain  ? PMPI_##name(__VA_ARGS__) \
   : way == kTask ? MPI_##name(__VA_ARGS__)  \
                  : finished(PMPI_##iname(__VA_ARGS__, &request)))

/* Sets comm, rank and size. */
int take_comm(MPI_Comm taken);

/* `tolerance` judges what isn't equal; none: it is wrong. */
void compare(const char* collective, const char* shape, Call call, const void* argument, Fill fill,
             Tolerance tolerance);

/* How one int lies in a buffer: alone; with a gap behind it; with gaps before and behind. */
enum Layout { kPacked, kGaps, kDisplaced, kLayouts };
extern MPI_Datatype layouts[kLayouts];
void prepare_types(void);
void free_types(void);

/* How many elements, and how they lie where they are sent from and received. */
typedef struct {
  const char* name;
  int count;
  enum Layout sent, received;
  int in_place;
  int uneven; /* none for some, more for others */
} Shape;
extern const Shape shapes[];
extern const int shape_count;

/* Elements that rank `from` has for rank `to`. Symmetric, as calls in place want it. */
int count_between(const Shape* shape, int from, int to);
void fill_ints(const void* shape);

void compare_exchanges(void);  /* as_blocking_exchanges.c */
void compare_reductions(void); /* as_blocking_reductions.c */
void compare_neighbours(void); /* as_blocking_neighbours.c */

#endif /* AS_BLOCKING_H */
