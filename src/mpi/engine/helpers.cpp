#include "engine/helpers.hpp"

#include <algorithm>
#include <cstring>

#include "engine/diagnostics.hpp"
#include "engine/inside_mpi.hpp"
#include "engine/own_thread.hpp"

namespace tidemill::mpi {

void Helpers::submit(Job& job) {
  std::lock_guard lock(mutex_);
  ending_ = false;
  (last_ ? last_->next : first_) = &job;
  last_ = &job;
  // Its turn has to come, or the one who runs before it under its key takes it afterwards.
  if (job.order_key != kUnordered &&
      std::find(busy_keys_.begin(), busy_keys_.end(), job.order_key) != busy_keys_.end())
    return;
  if (idle_ > wanted_) {
    ++wanted_;
    pthread_cond_signal(&work_to_do_);
  } else {
    start_thread_locked();
  }
}

void Helpers::start_thread_locked() {
  pthread_t thread{};
  const int rc = start_own_thread(thread, "tidemill-mpi", &Helpers::main, this);
  if (rc != 0) {
    fatal("no thread to make %s in (%s): raise the limit on processes (ulimit -u)", last_->name,
          std::strerror(rc));
  }
  threads_.push_back(thread);
}

void* Helpers::main(void* self) {
  static_cast<Helpers*>(self)->work();
  return nullptr;
}

/// The oldest job whose key nobody works under; off the list, its key taken.
Helpers::Job* Helpers::next_locked() {
  Job* before = nullptr;
  for (Job* job = first_; job; before = job, job = job->next) {
    if (job->order_key != kUnordered) {
      if (std::find(busy_keys_.begin(), busy_keys_.end(), job->order_key) != busy_keys_.end())
        continue;
      busy_keys_.push_back(job->order_key);
    }
    (before ? before->next : first_) = job->next;
    if (last_ == job) last_ = before;
    return job;
  }
  return nullptr;
}

void Helpers::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    Job* job = next_locked();
    if (!job) {
      if (ending_) return;
      ++idle_;
      pthread_cond_wait(&work_to_do_, mutex_.native_handle());
      --idle_;
      if (wanted_ > 0) --wanted_;
      continue;
    }
    const std::uint64_t key = job->order_key;
    running_.push_back(job->name);
    const char* name = job->name;
    lock.unlock();
    {
      BlockingInside inside;
      job->result = job->body();
    }
    lock.lock();
    if (key != kUnordered) busy_keys_.erase(std::find(busy_keys_.begin(), busy_keys_.end(), key));
    running_.erase(std::find(running_.begin(), running_.end(), name));
    lock.unlock();
    job->waker.use();  // the job is gone
    lock.lock();
  }
}

void Helpers::end() {
  std::vector<pthread_t> threads;
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
    pthread_cond_broadcast(&work_to_do_);
    threads.swap(threads_);
  }
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
}

const char* Helpers::any_name() {
  std::lock_guard lock(mutex_);
  if (!running_.empty()) return running_.front();
  return first_ ? first_->name : nullptr;
}

}  // namespace tidemill::mpi
