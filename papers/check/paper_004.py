"""Ducceschi, Bilbao, Willemsen, Serafin: Linearly-implicit schemes for collisions in musical
acoustics based on energy quadratisation (JASA 149, 2021). Here what all figures share, and section
II.

Misprints: b of (20) is 2(u - u-) - k^2 K u/M; (24b) has the centred difference.
Runs start as printed, u^-1 = u^0 - k v_0 and psi = 0. eta is the compression, positive in contact.
"""

import math

import numpy as np

from common import GAUSS, quotient

RATE = 44100.0


# ---- the quadratised contact ---------------------------------------------------------------------

def gradient(rule, law, eta, before, star, psi, response=None):
    """g of (26) or (27), for arrays of contacts; law is (K, alpha).

    before is eta^(n-1), star is eta*, the compression at n + 1 without the contact forces.
      26           (26)
      27-untested  (27) without any test
      27-printed   (27) with the test as printed: g = 0 unless g eta^(n-1) < 4 psi
      27-sign      (27) with the test that is meant: g = 0 unless the force is outward, that is
                   g psi + g^2 (eta* - eta^(n-1))/4 >= 0
      capped       not in the paper: g so small that psi stays >= 0; response is d eta/d force
    """
    stiffness, alpha = law
    inside = eta >= 0.0
    contact = np.sqrt(stiffness * (alpha / 2.0 + 0.5)) * np.maximum(eta, 0.0)**((alpha - 1.0) / 2.0)
    if rule == "26":
        return np.where(inside, contact, 0.0)
    delta = star - before
    if rule == "capped":
        return capped(inside, contact, delta, psi, response)
    safe = np.where(delta == 0.0, 1.0, delta)
    g = np.where(inside, np.where(psi >= 0.0, contact, -contact),
                 np.where(delta == 0.0, 0.0, -2.0 * psi / safe))
    if rule == "27-printed":
        g = np.where(g * before < 4.0 * psi, g, 0.0)
    elif rule == "27-sign":
        g = np.where(g * psi + g * g * delta / 4.0 >= 0.0, g, 0.0)
    return g


def capped(inside, contact, delta, psi, q):
    """g_max is where psi^(n+1/2) would be 0."""
    root = np.sqrt(delta**2 + 4.0 * q * psi**2)
    some = np.where(psi > 0.0, psi, 1.0)
    most = np.where(delta < 0.0, 4.0 * psi / np.where(root - delta == 0.0, 1.0, root - delta),
                    (root + delta) / (q * some))
    most = np.where(psi > 0.0, most, np.where(delta > 0.0, np.inf, 0.0))
    return np.where(inside, np.minimum(contact, most), np.where(delta < 0.0, most, 0.0))


# ---- the iterative contact -----------------------------------------------------------------------

def iterative(law, before, delta, response):
    """The force of IT-2, (34): (phi(a + s) - phi(a))/s, where s + response times it is delta.

    Arrays of contacts that do not see each other. Newton from s = delta, where the left side is
    largest; it is convex and increasing, so that Newton comes down to the root.
    """
    stiffness, alpha = law
    force = np.zeros_like(before)
    active = (before > 0.0) | (before + delta > 0.0)
    a, b, c = before[active], delta[active], np.broadcast_to(response, before.shape)[active]
    s = b.copy()
    for _ in range(60):
        value, slope = quotients(a, s, alpha)
        value, slope = (x * stiffness / (alpha + 1.0) for x in (value, slope))
        step = (s + c * value - b) / (1.0 + c * slope)
        s -= step
        if not np.any(np.abs(step) > 1e-15 * (np.abs(a) + np.abs(b))):
            break
    force[active] = quotients(a, s, alpha)[0] * stiffness / (alpha + 1.0)
    return force


def quotients(a, s, alpha):
    """common.quotient for arrays."""
    e = alpha + 1.0
    end = a + s
    close = (a > 0.0) & (np.abs(s) < 0.02 * a)
    safe = np.where(s == 0.0, 1.0, s)
    far = (np.maximum(end, 0.0)**e - np.maximum(a, 0.0)**e) / safe
    slope = (e * np.maximum(end, 0.0)**alpha - far) / safe
    if np.any(close):
        near, bend = np.zeros_like(a), np.zeros_like(a)
        for c, w in GAUSS:
            x = np.where(close, a + c * s, 1.0)
            near += w * e * x**alpha
            bend += w * c * e * alpha * x**(alpha - 1.0)
        far, slope = np.where(close, near, far), np.where(close, bend, slope)
    return np.where((s == 0.0) & ~close, 0.0, far), np.where((s == 0.0) & ~close, 0.0, slope)


def relative_rms(a, b):
    """Of a against the reference b."""
    return math.sqrt(np.sum((np.asarray(a) - b)**2) / np.sum(np.asarray(b)**2))


# ---- section II: a mass on a spring against a barrier at 0 ---------------------------------------

MASS, SPRING, U0, V0, ALPHA = 0.01, 3.95e3, -0.01, 1.5, 1.3
REBOUNDS = 64


def newton(a, b, c, stiffness, alpha, spring=0.0):
    """s of (17) or (20), and the number of iterations: from s = b until |step| <= 1e-14."""
    s, scale = b, stiffness / (alpha + 1.0)
    for n in range(1, 100):
        value, slope = quotient(a, s, alpha)
        step = ((s - b + c * (scale * value + spring * (a + 0.5 * s)))
                / (1.0 + c * (scale * slope + 0.5 * spring)))
        s -= step
        if abs(step) <= 1e-14:
            break
    return s, n


def mass_run(scheme, stiffness, k, u, v, alpha, spring, steps=None):
    """Positions, and iterations of each step, until REBOUNDS touches have followed the first and
    the last of them has ended; or for a number of steps."""
    # u^-1 to the second order; without a spring it is u - k v, as figure 2 has it
    before, p, psi = u - k * v - k * k * spring * u / (2.0 * MASS), v, 0.0
    path, counts, touches, outside = [u], [], 0, u < 0.0
    while (touches <= REBOUNDS or not outside) if steps is None else len(path) <= steps:
        n = 0
        if scheme == "it-1":  # (16), (17)
            s, n = newton(u, k * p, k * k / (2.0 * MASS), stiffness, alpha, spring)
            before, u, p = u, u + s, 2.0 * s / k - p
        elif scheme == "it-2":  # (20)
            b = 2.0 * (u - before) - k * k * spring * u / MASS
            s, n = newton(before, b, k * k / MASS, stiffness, alpha)
            before, u = u, before + s
        else:  # n-it-RULE: (24)
            star = 2.0 * u - before - k * k * spring * u / MASS
            g = float(gradient(scheme[5:], (stiffness, alpha), np.float64(u), np.float64(before),
                               np.float64(star), np.float64(psi), k * k / MASS))
            q = k * k / MASS
            s = (star - before - q * g * psi) / (1.0 + q * g * g / 4.0)
            psi += 0.5 * g * s
            before, u = u, before + s
        path.append(u)
        counts.append(n)
        touches += outside and u > 0.0
        outside = u <= 0.0
    return path, counts


def figure_1(out):
    """Most Newton iterations of IT-1 and IT-2 in 64 rebounds (|step| <= 1e-14 m, from the free
    prediction), for K from 1e6 to 1e12; the path of all three schemes through the first three
    contacts, every twentieth sample."""
    k = 1.0 / RATE
    for decade in range(6, 13):
        for scheme in ("it-1", "it-2"):
            _, counts = mass_run(scheme, 10.0**decade, k, U0, V0, ALPHA, SPRING)
            out.count(f"004.fig1.{scheme}.iterations.1e{decade}", max(counts))
    for decade in (6, 9, 12):
        for scheme in ("it-1", "it-2", "n-it-27-sign"):
            path, _ = mass_run(scheme, 10.0**decade, k, U0, V0, ALPHA, SPRING, steps=1200)
            out.samples(f"004.fig1.{scheme}.path.1e{decade}", path[::20])


def figure_2(out):
    """The size of the error of the position after the collision with a linear barrier, at four
    rates a panel; u0 = -v0 k (floor(2 mm/(v0 k)) + 1/2), v0 = 1 m/s."""
    for name, stiffness, rates in (("1e4", 1e4, (2e4, 1e5, 5e5, 2e6)),
                                   ("1e6", 1e6, (2e5, 1e6, 5e6, 2e7)),
                                   ("1e12", 1e12, (1e4, 5e4, 2.5e5, 1e6))):
        for scheme in ("it-1", "it-2", "n-it-27-sign"):
            errors = []
            for rate in rates:
                k = 1.0 / rate
                u0 = -k * (math.floor(0.002 / k) + 0.5)
                time = math.pi * math.sqrt(MASS / stiffness)
                # the flight before is exact: only the last two samples of it are run
                start = -(2.5 * k)
                steps = math.ceil(time / k) + 12
                path, _ = mass_run(scheme, stiffness, k, start, 1.0, 1.0, 0.0, steps=steps)
                assert u0 < start and path[-1] < 0.0
                errors.append(abs(path[-1] + (steps * k + start - time)))
            out.scalar(f"004.fig2.{scheme}.{name}", *errors)


ITEMS = (
    ("004.fig1", figure_1, True),
    ("004.fig2", figure_2, True),
)
