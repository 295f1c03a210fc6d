"""Two samples compared: can one tell from a value which of them it comes from?"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import exp, sqrt


def auc(low: Sequence[float], high: Sequence[float]) -> float:
    """How well the best threshold rule sorts values: 0.5 is guessing, 1.0 certainty, whichever way it points."""
    ordered = sorted(low)
    below = sum(bisect_left(ordered, x) + bisect_right(ordered, x) for x in high) / 2
    share = below / (len(low) * len(high))
    return max(share, 1 - share)


def ks_p(one: Sequence[float], other: Sequence[float]) -> float:
    """The two-sample Kolmogorov–Smirnov test's p (its limit, with the usual correction for small samples)."""
    a, b = sorted(one), sorted(other)
    distance = max(abs(bisect_right(a, x) / len(a) - bisect_right(b, x) / len(b)) for x in {*a, *b})
    size = sqrt(len(a) * len(b) / (len(a) + len(b)))
    scaled = (size + 0.12 + 0.11 / size) * distance
    if scaled < 0.2:
        return 1.0
    return min(1.0, 2.0 * sum((1 if k % 2 else -1) * exp(-2 * (k * scaled) ** 2) for k in range(1, 101)))
