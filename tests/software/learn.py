"""scikit-learn's own OpenMP use: Lloyd's and Elkan's KMeans, histogram gradient boosting."""

import numpy
from sklearn.cluster import KMeans
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

rng = numpy.random.default_rng(3)
x = rng.normal(size=(12000, 12)) + rng.integers(0, 4, size=(12000, 1))
for algorithm in ("lloyd", "elkan"):
    fitted = KMeans(6, n_init=2, random_state=0, algorithm=algorithm).fit(x)
    print(f"kmeans {algorithm} {fitted.inertia_:.10e} sizes", *sorted(numpy.bincount(fitted.labels_)))
y = x[:, 0] * x[:, 1] + x[:, 2] > 1
boosted = HistGradientBoostingClassifier(max_iter=25, random_state=0).fit(x, y)
print(f"classifier {boosted.score(x, y):.10e} {boosted.predict_proba(x)[:, 1].sum():.10e}")
target = numpy.sin(x[:, 0]) + x[:, 3]
regressor = HistGradientBoostingRegressor(max_iter=25, random_state=0).fit(x, target)
print(f"regressor {numpy.abs(regressor.predict(x)).sum():.10e}")
