"""NumPy and SciPy linear algebra, also from several Python threads at once."""

import threading

import numpy
import scipy.linalg

rng = numpy.random.default_rng(12)
a = rng.normal(size=(400, 400))
symmetric = a + a.T
positive = a @ a.T + 400 * numpy.eye(400)

print(f"product {numpy.linalg.norm(a @ a):.12e}")
print(f"eigenvalues {numpy.abs(numpy.linalg.eigvalsh(symmetric)).sum():.12e}")
print(f"singular values {numpy.linalg.svd(a, compute_uv=False).sum():.12e}")
print(f"cholesky {numpy.trace(scipy.linalg.cholesky(positive)):.12e}")
print(f"solve {numpy.linalg.norm(scipy.linalg.solve(positive, a)):.12e}")
print(f"schur {numpy.linalg.norm(scipy.linalg.schur(symmetric)[0]):.12e}")

results = [None] * 6


def product(i):
    block = a[i : i + 300, :300]
    for _ in range(5):
        results[i] = numpy.linalg.norm(block @ block.T)


threads = [threading.Thread(target=product, args=(i,)) for i in range(len(results))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("threads", *(f"{result:.12e}" for result in results))
