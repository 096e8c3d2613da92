"""threadpoolctl: it finds OpenMP runtimes by their files' names and sets them by their handles. A
library of ours and scikit-learn, with a runtime of its own in its wheel, have to be seen and limited.

usage: pool_control.py LIBRARY     made of pool_control.c
"""

import ctypes
import sys

import numpy
import threadpoolctl
from sklearn.cluster import KMeans

library = ctypes.CDLL(sys.argv[1])
seen = [item for item in threadpoolctl.threadpool_info() if item["user_api"] == "openmp"]
print("seen", bool(seen), "threads", max(item["num_threads"] for item in seen))
print("team", library.team())
for limit in (1, 3, 2):
    with threadpoolctl.threadpool_limits(limits=limit, user_api="openmp"):
        now = {item["num_threads"] for item in threadpoolctl.threadpool_info() if item["user_api"] == "openmp"}
        print("limit", limit, "says", *sorted(now), "team", library.team())
        x = numpy.random.default_rng(5).normal(size=(4000, 5))
        print(f"kmeans {KMeans(3, n_init=1, random_state=0).fit(x).inertia_:.6e}")
print("after", library.team())
