"""What the programs of papers/check share: how a value is written, and a few tools of arithmetic.

Nothing here comes from the engine. Time steps are called k, as in paper 004.
"""

import math


class Values:
    """Keys and numbers of one item, as they stand in reference.txt."""

    def __init__(self):
        self.lines = {}

    def put(self, key, texts):
        if key in self.lines:
            raise KeyError(f"{key} is computed twice")
        self.lines[key] = " ".join(texts)

    def count(self, key, *numbers):
        """Whole numbers, compared exactly."""
        self.put(key, (str(int(n)) for n in numbers))

    def scalar(self, key, *numbers):
        """All 17 digits."""
        self.put(key, (repr(float(n)) for n in numbers))

    def samples(self, key, numbers):
        """A trajectory that the engine must follow: 15 digits."""
        self.put(key, ("%.15g" % n for n in numbers))

    def curve(self, key, numbers):
        """A curve that is only drawn: 6 digits."""
        self.put(key, ("%.6g" % n for n in numbers))


def power(x, a):
    """The one-sided power: x^a for x > 0, else 0."""
    return x**a if x > 0.0 else 0.0


GAUSS = ((0.5 - math.sqrt(0.15), 5 / 18), (0.5, 8 / 18), (0.5 + math.sqrt(0.15), 5 / 18))


def quotient(a, s, alpha):
    """(G(a + s) - G(a))/s with G(x) = [x]^(alpha + 1), and its derivative by s.

    Where s is small beside a the difference would lose digits: there the quotient is the mean of
    G' over the step, by three points of Gauss.
    """
    e = alpha + 1.0
    if a > 0.0 and abs(s) < 0.02 * a:
        value = sum(w * e * (a + c * s)**alpha for c, w in GAUSS)
        slope = sum(w * c * e * alpha * (a + c * s)**(alpha - 1.0) for c, w in GAUSS)
        return value, slope
    if s == 0.0:
        return 0.0, 0.0
    value = (power(a + s, e) - power(a, e)) / s
    return value, (e * power(a + s, alpha) - value) / s


def increasing_root(function, low, high):
    """The zero of an increasing function that returns (value, slope): Newton, held in a bracket."""
    x = high
    for _ in range(300):
        value, slope = function(x)
        if value == 0.0:
            return x
        if value > 0.0:
            high = x
        else:
            low = x
        step = value / slope if slope > 0.0 else math.inf
        new = x - step
        if not low < new < high:
            new = 0.5 * (low + high)
        if abs(new - x) <= 1e-16 * abs(x) or new in (low, high) and high - low <= 1e-15 * abs(x):
            return new
        x = new
    return x


def contact_step(a, b, c, alpha):
    """The s of  s - b + c (G(a + s) - G(a))/s = 0: (000:7), (000:11), (004:17), (004:20).

    The left side grows with s, is positive at s = b, and not positive where b loses the largest
    quotient.
    """
    def residual(s):
        value, slope = quotient(a, s, alpha)
        return s - b + c * value, 1.0 + c * slope

    if a <= 0.0 and a + b <= 0.0:
        return b
    return increasing_root(residual, b - c * quotient(a, b, alpha)[0], b)


# Dormand and Prince, fifth order with an error of the fourth.
STAGES = (
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
ERROR = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)


def integrate(slope, t, y, end, scales, stop=None, tolerance=1e-14, first=None):
    """Integrates y' = slope(t, y), a list, from t to end in steps that keep the error of each below
    tolerance times scales. Ends early after a step for which stop(t, y). Returns t and y."""
    direction = 1.0 if end > t else -1.0
    h = first or 1e-6 * (end - t)
    while direction * (end - t) > 0.0:
        last = direction * (t + h - end) >= 0.0
        if last:
            h = end - t
        ks = []
        for row in STAGES:
            point = [v + h * sum(r * q[i] for r, q in zip(row, ks)) for i, v in enumerate(y)]
            ks.append(slope(t + h * sum(row), point))
        error = max(abs(h * sum(e * q[i] for e, q in zip(ERROR, ks))) / s
                    for i, s in enumerate(scales)) / tolerance
        if error <= 1.0:
            t, y = (end if last else t + h), point
            if stop and stop(t, y):
                break
        h *= min(4.0, max(0.2, 0.9 * max(error, 1e-10)**-0.2))
    return t, y
