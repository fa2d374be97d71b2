"""Section V: a wire falls on a round membrane (figure 7), (51).

Wire 0.2 m, 10 N, 1 g/m, 0.4 mm above the membrane at rest, first mode of 1 mm; membrane R = 0.15 m,
2000 N/m, 0.2 kg/m^2, zero at all grid points that are not inside the circle; the wire lies over
x = 0.3 R. Not in the text: K = 1e10 and alpha = 1.3 at each of the 87 inner grid points of the wire
(88 intervals at 44.1 kHz, 93 across the membrane), the instants. Bilinear interpolation, points
outside the circle count as 0. eta = membrane - wire - gap.
"""

import math

import numpy as np

from paper_004 import RATE, gradient, quotients

RADIUS, LENGTH, GAP, AMPLITUDE = 0.15, 0.2, 0.4e-3, 1e-3
WIRE_X = 0.3 * RADIUS
LAW = (1e10, 1.3)
WIRE, HEAD = 88, 93  # intervals
INSTANTS = (1.3, 1.6, 2.0, 2.6, 3.6, 6.0)  # ms, sample floor(44100 t)


class Snare:
    def __init__(self, factor=1):
        self.k = 1.0 / RATE / factor
        n, head = WIRE * factor, HEAD * factor
        self.n, self.h, self.h_m = n, LENGTH / n, 2.0 * RADIUS / head
        self.law = (LAW[0] / factor, LAW[1])  # the same stiffness for each metre
        at = np.arange(head + 1) * self.h_m - RADIUS
        self.mask = at[:, None]**2 + at[None, :]**2 < RADIUS**2 * (1.0 - 1e-12)
        self.w, self.w_before = (np.zeros((head + 1, head + 1)) for _ in range(2))
        self.u = AMPLITUDE * np.sin(math.pi * np.arange(n + 1) / n)
        self.u[-1] = 0.0
        self.u_before = self.u.copy()
        self.psi = np.zeros(n - 1)
        # four points of the membrane below each point of the wire
        y = LENGTH / 2.0 - np.arange(n + 1) * self.h
        column, c = self.split((WIRE_X + RADIUS) / self.h_m)
        rows, r = self.split((y + RADIUS) / self.h_m)
        self.corners = []
        for dr, weight_r in ((0, 1.0 - r), (1, r)):
            for dc, weight_c in ((0, 1.0 - c), (1, c)):
                inside = self.mask[column + dc, rows + dr]
                self.corners.append((column + dc, rows + dr, weight_r * weight_c * inside))
        self.push_u = self.k**2 / (1e-3 * self.h)
        self.push_w = self.k**2 / (0.2 * self.h_m**2)
        # d eta/d force: A_ij = push_u delta_ij + push_w (J_i . J_j)
        rows_of_j = np.zeros((n - 1, 2, head + 2))  # on the two columns of the grid that it uses
        for where, row, weight in self.corners:
            rows_of_j[np.arange(n - 1), where - column, row[1:-1]] += weight[1:-1]
        flat = rows_of_j.reshape(n - 1, -1)
        self.response = self.push_w * flat @ flat.T + self.push_u * np.eye(n - 1)

    @staticmethod
    def split(place):
        whole = np.rint(place)
        place = np.where(np.abs(place - whole) < 1e-10, whole, place)
        first = np.floor(place).astype(int)
        return first, place - first

    def below(self, w):
        """The membrane under all points of the wire."""
        return sum(weight * w[column, row] for column, row, weight in self.corners)

    def eta(self, u, w):
        return (self.below(w) - u - GAP)[1:-1]

    def step(self, forces):
        """forces(eta, before, star, snare) gives the force at each inner point of the wire."""
        k = self.k
        star = np.zeros_like(self.u)
        star[1:-1] = (2.0 * self.u[1:-1] - self.u_before[1:-1] + 10.0 / 1e-3 * k**2 / self.h**2
                      * (self.u[2:] - 2.0 * self.u[1:-1] + self.u[:-2]))
        w_star = np.zeros_like(self.w)
        w = self.w
        w_star[1:-1, 1:-1] = (2.0 * w - self.w_before)[1:-1, 1:-1] + (
            2000.0 / 0.2 * k**2 / self.h_m**2
            * (w[2:, 1:-1] + w[:-2, 1:-1] + w[1:-1, 2:] + w[1:-1, :-2] - 4.0 * w[1:-1, 1:-1]))
        w_star *= self.mask
        f = forces(self.eta(self.u, w), self.eta(self.u_before, self.w_before),
                   self.eta(star, w_star), self)
        star[1:-1] += self.push_u * f
        for column, row, weight in self.corners:
            np.subtract.at(w_star, (column, row[1:-1]), self.push_w * weight[1:-1] * f)
        self.u, self.u_before = star, self.u
        self.w, self.w_before = w_star, w
        return f


def quadratised(rule):
    """f = G (psi+ + psi)/2 with psi+ - psi = G (eta+ - eta-)/2 and eta+ = eta* - A f."""
    def forces(eta, before, star, snare):
        g = gradient(rule, snare.law, eta, before, star, snare.psi, np.diag(snare.response))
        some = np.flatnonzero(g)
        f = np.zeros_like(eta)
        if len(some):
            ga, psi = g[some], snare.psi[some]
            a = snare.response[np.ix_(some, some)]
            matrix = np.eye(len(some)) + 0.25 * ga[:, None] * a * ga
            mean = np.linalg.solve(matrix, psi + 0.25 * ga * (star - before)[some])
            f[some] = ga * mean
            snare.psi[some] = 2.0 * mean - psi
        return f
    return forces


def iterative(eta, before, star, snare):
    """(34) for contacts that see each other: s + A f(s) = eta* - eta-, f of (20), by Newton."""
    stiffness, alpha = snare.law
    scale, delta = stiffness / (alpha + 1.0), star - before
    near = np.flatnonzero((before > -1e-5) | (star > -1e-5))
    f = np.zeros_like(eta)
    if not np.any((before > 0.0) | (star > 0.0)):
        return f
    a, b, start = snare.response[np.ix_(near, near)], delta[near], before[near]
    s = b.copy()

    def residual(s):
        value, slope = quotients(start, s, alpha)
        return s + a @ (scale * value) - b, scale * value, scale * slope

    r, value, slope = residual(s)
    for _ in range(200):
        if np.max(np.abs(r)) <= 1e-14 * np.max(np.abs(b)):
            break
        some = np.flatnonzero(slope)
        part = np.linalg.solve(np.eye(len(some)) + a[np.ix_(some, some)] * slope[some], -r[some])
        change = -r
        change -= a[:, some] @ (slope[some] * part)
        size, old = 1.0, np.sum(r * r)
        while True:
            trial = residual(s + size * change)
            if np.sum(trial[0]**2) < old or size < 1e-3:
                break
            size *= 0.5
        if np.sum(trial[0]**2) >= old:
            break
        s, (r, value, slope) = s + size * change, trial
    if np.max(np.abs(r)) > 1e-9 * np.max(np.abs(b)):
        raise ArithmeticError(f"the contacts of the snare do not converge: {np.max(np.abs(r))}")
    f[near] = value
    if np.any((star - snare.response @ f)[np.setdiff1d(np.arange(len(f)), near)] > 0.0):
        raise ArithmeticError("a contact outside the near ones closes")
    return f


def follow(forces, factor=1, until=6.0):
    """Wire (with its rest height) and membrane below it at the instants, most contacts at once."""
    snare, most, profiles = Snare(factor), 0, {}
    for step in range(1, int(until * 1e-3 * RATE + 1e-6) * factor + 1):
        most = max(most, np.count_nonzero(snare.step(forces)))
        for ms in INSTANTS:
            if step == int(ms * 1e-3 * RATE + 1e-6) * factor:
                profiles[ms] = (snare.u[::factor] + GAP, snare.below(snare.w)[::factor])
    return profiles, most


def figure_7(out):
    """N-IT at 44.1 kHz, gradient (27) with the sign test and untested: wire (0.4 mm is its rest)
    and membrane below it at points 0, 2 ... 88 of the wire; contacts: most at once that have a
    force, in 10 ms."""
    for rule in ("27-sign", "27-untested"):
        profiles, most = follow(quadratised(rule), until=10.0)
        out.count(f"004.fig7.n-it-{rule}.contacts", most)
        for ms in INSTANTS:
            out.curve(f"004.fig7.n-it-{rule}.wire.{ms:g}ms", profiles[ms][0][::2])
            out.curve(f"004.fig7.n-it-{rule}.membrane.{ms:g}ms", profiles[ms][1][::2])


def rms(a, b):
    return math.sqrt(np.mean((a - b)**2))


def figure_7_converged(out):
    """IT-2 at 16 times the rate and both grids, K/16 at each point: as 004.fig7. error: rms
    distance from 8 times, and of 8 from 4 times, over 1 mm for the wire and over the rms
    of the membrane below it at that instant."""
    coarse, middle, fine = (follow(iterative, factor)[0] for factor in (4, 8, 16))
    for ms in INSTANTS:
        for i, name in enumerate(("wire", "membrane")):
            key = f"004.fig7.converged.{name}.{ms:g}ms"
            scale = AMPLITUDE if i == 0 else math.sqrt(np.mean(fine[ms][1]**2))
            out.curve(key, fine[ms][i][::2])
            out.scalar(key + ".error", rms(fine[ms][i], middle[ms][i]) / scale,
                       rms(middle[ms][i], coarse[ms][i]) / scale)


ITEMS = (
    ("004.fig7", figure_7, False),
    ("004.fig7-converged", figure_7_converged, False),
)
