"""Chatziioannou, van Walstijn: On the contact duration accuracy of discrete-time collision models.

m y'' = -k_c [y]^alpha (1), (3). One kilogram arrives at 1 m/s from 0.1 mm away; 50 kHz.

Each scheme is a function (y, v, rest) -> (y, v, rest) of one step. Samples inside are those with
y above 1e-9 of the largest: at k_c = 1e10 the second sample of the two-point scheme is exactly 0
on paper, and rounding must not count it. The duration is that of the outgoing line: the straight
flight after the last contact, followed back to y = 0.
"""

import math

from common import contact_step, increasing_root, power

RATE = 50000.0
DT = 1.0 / RATE
DISTANCE = 1e-4


def two_point(k_c, alpha, beta=None):
    """(8), (11): y+ - y = 2q - beta_2 (G(y+) - G(y))/(y+ - y), and q+ + q = y+ - y."""
    beta = beta or k_c * DT**2 / (2.0 * (alpha + 1.0))

    def step(y, v, rest):
        q = 0.5 * v * DT
        s = contact_step(y, 2.0 * q, beta, alpha)
        return y + s, 2.0 * (s - q) / DT, rest
    return step


def three_point(k_c, alpha, beta=None):
    """(7): y+ - 2y + y- = -beta_3 (G(y+) - G(y-))/(y+ - y-). rest is y-; v is (y+ - y)/dt."""
    beta = beta or k_c * DT**2 / (alpha + 1.0)

    def step(y, v, rest):
        before = y - v * DT if rest is None else rest
        s = contact_step(before, 2.0 * (y - before), beta, alpha)
        return before + s, (before + s - y) / DT, y
    return step


def trapezoidal(k_c, alpha, _=None):
    """Footnote 1: y+ = y + dt (v + v+)/2, v+ = v - dt (f + f+)/2."""
    def step(y, v, rest):
        known = y + DT * v - 0.25 * DT**2 * k_c * power(y, alpha)

        def residual(x):
            return (x - known + 0.25 * DT**2 * k_c * power(x, alpha),
                    1.0 + 0.25 * DT**2 * k_c * alpha * power(x, alpha - 1.0))
        new = known
        if known > 0.0:
            new = increasing_root(residual, 0.0, known)
        return new, v - 0.5 * DT * k_c * (power(y, alpha) + power(new, alpha)), rest
    return step


def midpoint_rule(k_c, alpha, _=None):
    """Footnote 1: y+ = y + dt (v + v+)/2, v+ = v - dt f((y + y+)/2)."""
    def step(y, v, rest):
        known = y + 0.5 * DT * v

        def residual(z):
            return (z - known + 0.25 * DT**2 * k_c * power(z, alpha),
                    1.0 + 0.25 * DT**2 * k_c * alpha * power(z, alpha - 1.0))
        z = known
        if known > 0.0:
            z = increasing_root(residual, 0.0, known)
        return 2.0 * z - y, v - DT * k_c * power(z, alpha), rest
    return step


SCHEMES = {"two-point": two_point, "three-point": three_point, "trapezoidal": trapezoidal,
           "midpoint": midpoint_rule}


def collide(step, distance=DISTANCE, v0=1.0):
    """Samples inside, duration in samples, exit speed over entry speed, and all y."""
    y, v, rest, path = -distance, v0, None, [-distance]
    touched = False
    while len(path) < 2000:
        before = y
        y, v, rest = step(y, v, rest)
        path.append(y)
        touched = touched or y > 0.0
        # outside for two samples and on the way out: the three-point scheme looks back by two
        if touched and y <= 0.0 and before <= 1e-9 * max(path) and v < 0.0:
            break
    inside = sum(p > 1e-9 * max(path) for p in path)
    leave = len(path) - 1 - y / v / DT
    return inside, leave - distance / v0 / DT, abs(v) / v0, path


def exact_time(k_c, alpha, v0=1.0):
    """Without losses: tau = (L/v0) (2/(a+1)) sqrt(pi) Gamma(1/(a+1))/Gamma(1/2 + 1/(a+1))."""
    e = alpha + 1.0
    deep = (e * v0**2 / (2.0 * k_c))**(1.0 / e)
    return (deep / v0) * (2.0 / e) * math.sqrt(math.pi) * math.gamma(1 / e) / math.gamma(.5 + 1 / e)


def figures_3_4(out):
    """Samples inside, durations, exit speeds; footnote 1: only (8) keeps energy for alpha > 1."""
    for k_c, name in ((1e9, "1e9"), (1e10, "1e10"), (1e11, "1e11")):
        out.scalar(f"000.fig3.exact.duration.{name}", exact_time(k_c, 1.0) / DT)
        for scheme, make in SCHEMES.items():
            inside, duration, ratio, path = collide(make(k_c, 1.0))
            out.count(f"000.fig3.{scheme}.inside.{name}", inside)
            out.scalar(f"000.fig3.{scheme}.duration.{name}", duration)
            out.scalar(f"000.fig3.{scheme}.speed.{name}", ratio)
            out.samples(f"000.fig3.{scheme}.path.{name}", path)
    for k_c, name in ((1e11, "1e11"), (1e12, "1e12"), (1e13, "1e13")):
        for scheme, make in SCHEMES.items():
            out.scalar(f"000.footnote1.{scheme}.speed.alpha-1.5.{name}", collide(make(k_c, 1.5))[2])


def smallest_contact(out):
    """Figure 4, "for arbitrary alpha": the fewest samples inside of 50 phases, for k_c = 1e13 and
    (hard) for a k_c with which the exact contact lasts a tenth of a sample."""
    for alpha in (1.0, 1.5, 2.0, 3.0):
        hard = 1e13 * (exact_time(1e13, alpha) / (0.1 * DT))**(alpha + 1.0)
        for scheme in ("two-point", "three-point"):
            for name, k_c in (("1e13", 1e13), ("hard", hard)):
                step = SCHEMES[scheme](k_c, alpha)
                fewest = min(collide(step, (5.0 + (i + 0.5) / 50.0) * DT)[0] for i in range(50))
                out.count(f"000.fig4.fewest.{scheme}.alpha-{alpha:g}.{name}", fewest)


def matched_linear(out):
    """(15), (16) for omega_c = 44700, and the lowest rates for k_c = 1e10."""
    omega = 44700.0
    cosine = math.cos(omega * DT)
    betas = {"two-point": (1.0 - cosine) / (1.0 + cosine), "three-point": (1.0 - cosine) / cosine}
    out.scalar("000.fig5.exact.duration", math.pi / omega / DT)
    for scheme, beta in betas.items():
        _, duration, ratio, path = collide(SCHEMES[scheme](omega**2, 1.0, beta))
        out.scalar(f"000.fig5.beta.{scheme}", beta)
        out.scalar(f"000.fig5.{scheme}.duration", duration)
        out.scalar(f"000.fig5.{scheme}.speed", ratio)
        out.samples(f"000.fig5.{scheme}.path", path)
    # tau_c = pi/omega_c above dt, and above 2 dt
    out.scalar("000.fig6.lowest-rate.two-point", math.sqrt(1e10) / math.pi)
    out.scalar("000.fig6.lowest-rate.three-point", 2.0 * math.sqrt(1e10) / math.pi)


def matched_stiffness(k_c, alpha, samples):
    """For alpha > 1, not in the paper: K* = K (T/T*)^(alpha + 1)."""
    c = math.pi * alpha / math.tan(math.pi / (alpha + 1.0)) / (3.0 * (alpha - 1.0))
    e = -0.3626 + 0.8588 * alpha + 0.0064 * alpha**2
    f = 0.2793 + 0.5415 * alpha + 0.0622 * alpha**2
    q = (c - math.pi**2 / 12.0) * (1.0 - e / (samples**2 + f))
    t = 0.5 * math.pi / math.tan(0.5 * math.pi / samples) * (1.0 - samples**-2.0)**q
    return k_c * (samples / t)**(alpha + 1.0)


def matched_power(out):
    """Mean size of the duration error over 20 phases, plain and matched, in samples."""
    for alpha in (1.5, 2.5):
        for samples in (2.0, 4.0, 8.0, 16.0):
            k_c = 1e9 * (exact_time(1e9, alpha) / (samples * DT))**(alpha + 1.0)
            for name, stiffness in (("plain", k_c),
                                    ("matched", matched_stiffness(k_c, alpha, samples))):
                step = two_point(stiffness, alpha)
                errors = [abs(collide(step, (2.0 + (i + 0.5) / 20.0) * DT)[1] - samples)
                          for i in range(20)]
                out.scalar(f"000.duration-error.{name}.alpha-{alpha:g}.tau-{samples:g}",
                           sum(errors) / len(errors))


# name, function, whether --short runs it
ITEMS = (
    ("000.fig3", figures_3_4, True),
    ("000.fig4", smallest_contact, True),
    ("000.fig5", matched_linear, True),
    ("000.matched", matched_power, True),
)
