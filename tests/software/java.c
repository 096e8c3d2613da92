// A Java machine in an OpenMP program: it asks the C library for the stack of each thread that is
// attached, and refuses to run Java elsewhere. Each OpenMP thread attaches itself, calls methods
// that allocate, and detaches: in its implicit task or, with an argument, in explicit ones. Prints
// a sum over all calls.
#include <jni.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRegions = 10, kTasks = 60 };
static JavaVM* machine;

static void give_up(JNIEnv* java, const char* what) {
  if (java != NULL && (*java)->ExceptionCheck(java)) (*java)->ExceptionDescribe(java);
  fprintf(stderr, "%s (thread %d of %d)\n", what, omp_get_thread_num(), omp_get_num_threads());
  exit(1);
}

/// Integer.parseInt("7") * "ab".repeat(500).length(), by Java.
static long call(void) {
  JNIEnv* java = NULL;
  if ((*machine)->AttachCurrentThread(machine, (void**)&java, NULL) != JNI_OK)
    give_up(NULL, "Java refuses the thread");
  jclass integer = (*java)->FindClass(java, "java/lang/Integer");
  jclass string = (*java)->FindClass(java, "java/lang/String");
  if (integer == NULL || string == NULL) give_up(java, "no class");
  jmethodID parse = (*java)->GetStaticMethodID(java, integer, "parseInt", "(Ljava/lang/String;)I");
  jmethodID repeat = (*java)->GetMethodID(java, string, "repeat", "(I)Ljava/lang/String;");
  if (parse == NULL || repeat == NULL) give_up(java, "no method");
  const jint seven =
      (*java)->CallStaticIntMethod(java, integer, parse, (*java)->NewStringUTF(java, "7"));
  jobject repeated =
      (*java)->CallObjectMethod(java, (*java)->NewStringUTF(java, "ab"), repeat, (jint)500);
  if ((*java)->ExceptionCheck(java) || repeated == NULL) give_up(java, "a method throws");
  const long result = (long)seven * (*java)->GetStringLength(java, repeated);
  // The initial thread has made the machine, and stays attached.
  if (omp_get_thread_num() != 0 && (*machine)->DetachCurrentThread(machine) != JNI_OK)
    give_up(NULL, "the thread can't be detached");
  return result;
}

static long in_tasks(void) {
  long sum = 0;
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(sum)
    {
      long both = call();
#pragma omp task shared(both)
      {
        const long child = call();
#pragma omp atomic
        both += child;
      }
#pragma omp taskwait
#pragma omp atomic
      sum += both;
    }
  }
  return sum;
}

int main(int argc, char** argv) {
  (void)argv;
  JavaVMOption options[] = {{.optionString = "-Xmx64m"}, {.optionString = "-XX:+UseSerialGC"}};
  JavaVMInitArgs arguments = {
      .version = JNI_VERSION_10, .nOptions = 2, .options = options, .ignoreUnrecognized = JNI_TRUE};
  JNIEnv* java = NULL;
  if (JNI_CreateJavaVM(&machine, (void**)&java, &arguments) != JNI_OK)
    give_up(NULL, "no Java machine");
  long sum = 0;
  for (int region = 0; region < kRegions; ++region) {
#pragma omp parallel reduction(+ : sum)
    sum += argc > 1 ? in_tasks() : call();
  }
  printf("%ld by Java\n", sum);
  (*machine)->DestroyJavaVM(machine);
  return 0;
}
