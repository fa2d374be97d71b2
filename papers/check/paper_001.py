"""Papetti, Avanzini, Rocchesso: Energy and accuracy issues in numerical simulations of a non-linear
impact model (DAFx-09).

m a = -f (2), f = K [x]^alpha (1 + mu v) (1), x the compression. (20) to (23) print +f where -f is
meant. m = 0.01 kg, 44.1 kHz. Gravity adds m g to the force.
"""

import math
from decimal import Decimal, localcontext

from common import increasing_root, integrate, power, quotient

RATE = 44100.0
H = 1.0 / RATE
MASS = 0.01
G = 9.81


class Impact:
    """The parameters of one impact."""

    def __init__(self, stiffness, damping, alpha, v_in):
        self.k, self.mu, self.alpha, self.v_in = stiffness, damping, alpha, v_in

    def force(self, x, v):
        """(1)"""
        return self.k * power(x, self.alpha) * (1.0 + self.mu * v)

    def potential(self, x):
        """(13)"""
        return self.k * power(x, self.alpha + 1.0) / (self.alpha + 1.0)


SOFT = Impact(1e6, 0.5, 1.6, 0.3)  # figure 4
CASE_A = Impact(1e7, 0.1, 1.1, 0.3)  # figure 5, table 1(a): "case 1"
CASE_B = Impact(1e9, 0.5, 1.5, 1.0)  # figures 1, 2, 6, table 1(b): "case 2"


# ---- closed forms, with 120 digits --------------------------------------------------------------

def exact_exit(w):
    """mu v_out of (6), u - ln(1 + u) = w - ln(1 + w) with -1 < u < 0, by Newton in ln(1 + u)."""
    target = w - (1 + w).ln()
    # z - e^z is -1 - target, z = ln(1 + u) < 0, left of its maximum: Newton from far left
    z = -1 - target
    for _ in range(200):
        step = (z - z.exp() + 1 + target) / (1 - z.exp())
        z -= step
        if abs(step) <= abs(z) * Decimal("1e-110"):
            break
    return z.exp() - 1


def closed_forms(impact):
    """Largest compression (4), exit velocity (6) and contact time (9), as floats.

    With omega = ln(1 + mu v) the integrand of (9) is (c + omega - e^omega)^-gamma/mu, singular at
    both ends. The rule is the double exponential one, omega = middle + half tanh(pi/2 sinh t).
    """
    with localcontext() as context:
        context.prec = 120
        mu, v_in, alpha = Decimal(impact.mu), Decimal(impact.v_in), Decimal(impact.alpha)
        ratio = Decimal(MASS) / Decimal(impact.k)
        e = alpha + 1
        w = mu * v_in
        x_max = (ratio * e / mu**2 * (w - (1 + w).ln()))**(1 / e)
        u_out = exact_exit(w)
        low, high = (1 + u_out).ln(), (1 + w).ln()
        c, gamma = 1 + w - high, alpha / e
        half, pi = (high - low) / 2, Decimal("3.14159265358979323846264338327950288419716939937511")
        total, step = Decimal(0), Decimal(1) / 16
        for i in range(-76, 77):
            t = i * step
            sinh, cosh = (t.exp() - (-t).exp()) / 2, (t.exp() + (-t).exp()) / 2
            near = 1 / (1 + (pi * abs(sinh)).exp())  # distance to the nearer end over the width
            omega = low + 2 * half * near if i < 0 else high - 2 * half * near
            value = c + omega - omega.exp()
            if value > 0:
                total += step * cosh * near * (1 - near) * 2 * pi * half / value**gamma
        time = ratio**(1 / e) * (mu**2 / e)**gamma / mu * total
        return float(x_max), float(u_out / mu), float(time)


def approximate_exit(impact, v_in=None):
    """(7), (8)"""
    v_in = impact.v_in if v_in is None else v_in
    w = impact.mu * v_in
    series = 1.0 + w + 2.0 * w**2 / 3.0 + 2.0 * w**3 / 9.0 + 14.0 * w**4 / 135.0
    return -(1.0 - series * math.exp(-2.0 * w)) / impact.mu


# ---- schemes: (x, v, f) -> (x, v, f) of one step ------------------------------------------------

def am1(impact, g=0.0):
    """(20): the trapezoidal rule, f+ solved to rounding."""
    def step(x, v, f):
        a = H * H / (4.0 * MASS)
        b = H / (2.0 * MASS)
        x_known = x + H * v - a * f + 0.5 * H * H * g
        v_known = v - b * f + H * g

        def residual(new):  # f+ - f(x+, v+)
            xx, vv = x_known - a * new, v_known - b * new
            elastic = impact.k * power(xx, impact.alpha)
            slope = impact.k * impact.alpha * power(xx, impact.alpha - 1.0) if xx > 0.0 else 0.0
            return (new - elastic * (1.0 + impact.mu * vv),
                    1.0 + a * slope * (1.0 + impact.mu * vv) + b * impact.mu * elastic)
        new = 0.0
        if x_known > 0.0:
            high = max(x_known / a, impact.force(x_known, v_known))
            low = min(0.0, impact.force(x_known, v_known))
            new = increasing_root(residual, low, high)
        return x_known - a * new, v_known - b * new, new
    return step


def verlet(impact, g=0.0):
    """(21)"""
    def step(x, v, f):
        x = x + H * v - H * H * (f / MASS - g) / 2.0
        middle = v - H * (f / MASS - g) / 2.0
        f = impact.force(x, middle)
        return x, middle - H * (f / MASS - g) / 2.0, f
    return step


def heun(impact, g=0.0):
    """(22)"""
    def step(x, v, f):
        predicted = v - H * (f / MASS - g)
        x = x + H * (v + predicted) / 2.0
        new = impact.force(x, predicted)
        return x, v - H * ((f + new) / MASS - 2.0 * g) / 2.0, new
    return step


def rk4(impact, g=0.0):
    """(23)"""
    def acceleration(x, v):
        return g - impact.force(x, v) / MASS

    def step(x, v, _):
        l1, k1 = H * v, H * acceleration(x, v)
        l2, k2 = H * (v + k1 / 2.0), H * acceleration(x + l1 / 2.0, v + k1 / 2.0)
        l3, k3 = H * (v + k2 / 2.0), H * acceleration(x + l2 / 2.0, v + k2 / 2.0)
        l4, k4 = H * (v + k3), H * acceleration(x + l3, v + k3)
        x, v = x + (l1 + 2.0 * l2 + 2.0 * l3 + l4) / 6.0, v + (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0
        return x, v, impact.force(x, v)
    return step


def log_two_point(impact, g=0.0):
    """Not in the paper: m (v+ - v)/h = -(dV/dx)(1 + mu V), x+ = x + h V, where 1 + mu V is the
    logarithmic mean of 1 + mu v and 1 + mu v+. Bisection on v+. Gravity adds h g/2 to v before and
    after the step."""
    mu = impact.mu

    def mean(v, new):
        p = 1.0 + mu * v
        z = mu * (new - v) / p  # 1 + mu V = p z/ln(1 + z)
        if z <= -1.0:
            return -1.0 / mu
        if abs(z) < 1e-2:  # its series: z/ln(1 + z) - 1
            rest = z * (1 / 2 + z * (-1 / 12 + z * (1 / 24 + z * (-19 / 720 + z * (
                3 / 160 + z * (-863 / 60480 + z * (275 / 24192 - z * 33953 / 3628800)))))))
        else:
            rest = z / math.log1p(z) - 1.0
        return v + p * rest / mu

    def step(x, v, _):
        v = v + 0.5 * H * g
        if x <= 0.0 and x + H * v <= 0.0:
            return x + H * v, v + 0.5 * H * g, 0.0

        def residual(new):
            vm = mean(v, new)
            value = quotient(x, H * vm, impact.alpha)[0] * impact.k / (impact.alpha + 1.0)
            return new - v + H / MASS * value * (1.0 + mu * vm)
        low, high = -1.0 / mu, v
        for _ in range(200):
            new = 0.5 * (low + high)
            if new in (low, high):
                break
            if residual(new) > 0.0:
                high = new
            else:
                low = new
        x = x + H * mean(v, new)
        return x, new + 0.5 * H * g, impact.force(x, new)
    return step


SCHEMES = {"am1": am1, "verlet": verlet, "heun": heun, "rk4": rk4, "log-two-point": log_two_point}


def impact_run(step, x, v, most=4000):
    """Largest compression, velocity at the first sample that is out again, and its index."""
    f, deepest, inside = 0.0, 0.0, False
    for n in range(1, most):
        x, v, f = step(x, v, f)
        deepest = max(deepest, x)
        inside = inside or x > 0.0
        if inside and x <= 0.0:
            return deepest, v, n
    return deepest, math.nan, most


# ---- items --------------------------------------------------------------------------------------

def figures_1_2(out):
    """Closed forms of all impacts; figures 1 and 2 for 1 to 4 m/s. loop is the area of the loop of
    figure 2, the energy (17) that is lost."""
    impacts = {"a": CASE_A, "b": CASE_B, "soft": SOFT}
    for v in (1, 2, 3, 4):
        impacts[f"v-{v}"] = Impact(1e9, 0.5, 1.5, float(v))
    for name, impact in impacts.items():
        x_max, v_out, time = closed_forms(impact)
        out.scalar(f"001.exact.{name}.x-max", x_max)
        out.scalar(f"001.exact.{name}.v-out", v_out)
        out.scalar(f"001.exact.{name}.v-out-approximation", approximate_exit(impact))
        out.scalar(f"001.exact.{name}.time", time)
        out.scalar(f"001.exact.{name}.samples", time * RATE)
        out.scalar(f"001.exact.{name}.loop", 0.5 * MASS * (impact.v_in**2 - v_out**2))


def figure_3(out):
    """The error of (7), (8) in percent, where it is largest, and its curve, w = 0.1, 0.2 ... 10."""
    def error(w):
        with localcontext() as context:
            context.prec = 60
            u = float(exact_exit(Decimal(w)))
        return 100.0 * (approximate_exit(Impact(1.0, 1.0, 1.0, w)) / u - 1.0)

    low, high, golden = 2.0, 4.0, (math.sqrt(5.0) - 1.0) / 2.0
    for _ in range(60):
        a, b = high - golden * (high - low), low + golden * (high - low)
        if error(a) > error(b):
            high = b
        else:
            low = a
    out.scalar("001.fig3.largest", error(0.5 * (low + high)))
    out.curve("001.fig3.where", [0.5 * (low + high)])
    out.curve("001.fig3.curve", [error(0.1 * i) for i in range(1, 101)])


def slopes(impact, g=0.0):
    return lambda t, y: [y[1], g - impact.force(y[0], y[1]) / MASS]


def figure_4(out):
    """T, V and H at a tenth, a quarter, a half, three quarters and nine tenths of the contact, and
    curves at 0, 1/40 ... 1; the motion is integrated with errors below 1e-14 a step."""
    x_max, _, time = closed_forms(SOFT)

    def energies(share):
        _, (x, v) = integrate(slopes(SOFT), 0.0, [0.0, SOFT.v_in], share * time,
                              [x_max, SOFT.v_in])
        return 0.5 * MASS * v * v, SOFT.potential(x), 0.5 * MASS * v * v + SOFT.potential(x)

    for share in (0.1, 0.25, 0.5, 0.75, 0.9):
        out.scalar(f"001.fig4.t-v-h.{share:g}", *energies(share))
    rows = [energies(i / 40.0) if i else (0.5 * MASS * SOFT.v_in**2, 0.0, 0.5 * MASS * SOFT.v_in**2)
            for i in range(41)]
    for i, name in enumerate(("t", "v", "h")):
        out.curve(f"001.fig4.curve.{name}", [row[i] for row in rows])


def table_1(out):
    """Percent errors of x_max, v_out and H against (4), (7) and (18), start at x = 0; index of the
    first sample that is out again. For log-two-point also the v_out error against the root of (6),
    1e-9 where it is smaller. num-res is that root against (7)."""
    for case, impact in (("a", CASE_A), ("b", CASE_B)):
        x_max, v_out, _ = closed_forms(impact)
        approximation = approximate_exit(impact)
        out.scalar(f"001.table1.{case}.num-res", 100.0 * (v_out / approximation - 1.0))
        for name, make in SCHEMES.items():
            deepest, v, n = impact_run(make(impact), 0.0, impact.v_in)
            out.scalar(f"001.table1.{case}.{name}.x-max", 100.0 * (deepest / x_max - 1.0))
            out.scalar(f"001.table1.{case}.{name}.v-out", 100.0 * (v / approximation - 1.0))
            out.scalar(f"001.table1.{case}.{name}.h", 100.0 * ((v / approximation)**2 - 1.0))
            out.count(f"001.table1.{case}.{name}.out", n)
        out.curve(f"001.table1.{case}.log-two-point.v-out-exact",
                  [max(1e-9, 100.0 * abs(v / v_out - 1.0))])


def errors_against_time(out):
    """Section 3.3.2: percent errors of v_out (against the root of (6)) and of the largest
    compression, their size, largest and mean over 20 phases, for contacts of 2 to 40 samples; 1e-9
    where smaller. The damping, exponent and velocity are those of table 1(a) and (b); K sets the
    contact time."""
    for case, base in (("a", CASE_A), ("b", CASE_B)):
        x_base, v_out, time = closed_forms(base)
        for samples in (2, 3, 4, 6, 8, 12, 16, 24, 40):
            ratio = time / (samples * H)
            impact = Impact(base.k * ratio**(base.alpha + 1.0), base.mu, base.alpha, base.v_in)
            x_max = x_base / ratio
            for name, make in SCHEMES.items():
                pairs = []
                for i in range(20):
                    start = -(i + 0.5) / 20.0 * H * base.v_in
                    deepest, v, _ = impact_run(make(impact), start, base.v_in)
                    pairs.append((abs(v / v_out - 1.0) * 100.0, abs(deepest / x_max - 1.0) * 100.0))
                for j, what in enumerate(("v-out", "x-max")):
                    column = [max(1e-9, pair[j]) for pair in pairs]
                    out.scalar(f"001.tau.{case}.{name}.{what}.tau-{samples}", max(column),
                               sum(column) / len(column))


def true_rebounds(impact, count):
    """Times of the first count touches after the one at t = 0, under gravity."""
    x_max = closed_forms(impact)[0]
    t, v, touches = 0.0, impact.v_in, []
    for _ in range(count):
        y = [0.0, v]
        t, y = integrate(slopes(impact, G), t, y, t + 1.0, [x_max, impact.v_in],
                         stop=lambda _, y: y[1] < 0.0 and y[0] < 1e-3 * x_max,
                         tolerance=1e-15, first=1e-9)
        # the rest over x instead of t, so that it ends at x = 0
        def by_x(x, z):
            a = G - impact.force(x, z[1]) / MASS
            return [1.0 / z[1], a / z[1]]
        _, (t, v) = integrate(by_x, y[0], [t, y[1]], 0.0, [1e-3, impact.v_in], tolerance=1e-16)
        t += 2.0 * -v / G
        v = -v
        touches.append(t)
    return touches


def scheme_rebounds(impact, step, corrected, count):
    """The same for a scheme; a touch is where the flight before it meets 0. Corrected (section
    4.2): x is held below x_max (4) and v becomes v_out (6) at the first sample outside."""
    x, v, f, t, touches = 0.0, impact.v_in, 0.0, 0.0, []
    deepest, leave = math.inf, 0.0
    while len(touches) <= count:
        before, v_before = x, v
        x, v, f = step(x, v, f)
        t += H
        if before <= 0.0 < x:
            root = math.sqrt(v_before**2 - 2.0 * G * before)
            touches.append(t - H - 2.0 * before / (v_before + root))
            deepest, leave = ends_of_contact(impact, v_before)
        if corrected:
            if x > deepest:
                x = deepest
                f = impact.force(x, v)
            if before > 0.0 >= x:
                v = leave
    return [touch - touches[0] for touch in touches[1:]]


def ends_of_contact(impact, v_in):
    """(4) and (6)"""
    with localcontext() as context:
        context.prec = 40
        w = Decimal(impact.mu) * Decimal(v_in)
        base = (Decimal(MASS) * Decimal(impact.alpha + 1.0) / Decimal(impact.k)
                / Decimal(impact.mu)**2 * (w - (1 + w).ln()))
        return float(base)**(1.0 / (impact.alpha + 1.0)), float(exact_exit(w)) / impact.mu


def figure_8(out):
    """Times of five rebounds of case (a) under gravity, g = 9.81, integrated, and the errors of the
    schemes in microseconds. The corrected schemes take x_max (4) and the root of (6)."""
    truth = true_rebounds(CASE_A, 5)
    out.scalar("001.fig8.times", *truth)
    for name, scheme, corrected in (("am1", am1, False), ("rk4", rk4, False),
                                    ("am1-corrected", am1, True), ("rk4-corrected", rk4, True),
                                    ("log-two-point", log_two_point, False)):
        times = scheme_rebounds(CASE_A, scheme(CASE_A, G), corrected, 5)
        out.scalar(f"001.fig8.error-us.{name}", *(1e6 * (a - b) for a, b in zip(times, truth)))


def at_rest(out):
    """Section 4.1, our choice: a body is put down on the floor, x = 0, v = 0, g = 9.81, contacts of
    cases (a) and (b). x-rest has m g = K x^alpha. position: mean of x over the last 10 ms of 1 s
    over x-rest; rise: the largest H = m v^2/2 + V - m g x of any sample over m g x-rest (it starts
    at 0 and may not rise); height: how far above the floor it gets, in metres."""
    for case, impact in (("a", CASE_A), ("b", CASE_B)):
        rest = (MASS * G / impact.k)**(1.0 / impact.alpha)
        out.scalar(f"001.rest.{case}.x-rest", rest)
        for name, make in SCHEMES.items():
            step, x, v, f = make(impact, G), 0.0, 0.0, 0.0
            rise, height, last = 0.0, 0.0, []
            for n in range(44100):
                x, v, f = step(x, v, f)
                rise = max(rise, 0.5 * MASS * v * v + impact.potential(x) - MASS * G * x)
                height = max(height, -x)
                if n >= 44100 - 441:
                    last.append(x)
            # to six digits: the rounding of a second of chattering is in them
            out.curve(f"001.rest.{case}.{name}.position", [sum(last) / len(last) / rest])
            out.curve(f"001.rest.{case}.{name}.rise", [rise / (MASS * G * rest)])
            out.curve(f"001.rest.{case}.{name}.height", [height])


ITEMS = (
    ("001.exact", figures_1_2, True),
    ("001.fig3", figure_3, True),
    ("001.fig4", figure_4, True),
    ("001.table1", table_1, True),
    ("001.tau", errors_against_time, True),
    ("001.fig8", figure_8, True),
    ("001.rest", at_rest, False),
)
