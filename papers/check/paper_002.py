"""Avanzini, Rocchesso: Modeling collision sounds: non-linear contact force (DAFx-01).

A hammer, m_h x_h'' = -f, strikes a resonator of N = 3 modes, x_l'' + g_l x_l' + w_l^2 x_l = f/m_o
with g_l = w_l/q (4), (5); f = k x^alpha (1 + mu x') (1), positive when it pushes apart, with
x = x_h - sum x_l. alpha = 2.8. Frequencies and quality are not in the text: 500, 1300, 2700 Hz and
q = 50. The hammer arrives at t = 0 with x = 0. Figure 1: m_h = 10 g, k = 1.5e11, mu = 0.6.
"""

import math

import numpy as np

from common import integrate, power

RATE, ALPHA, QUALITY = 44100.0, 2.8, 50.0
OMEGA = [2.0 * math.pi * f for f in (500.0, 1300.0, 2700.0)]
HAMMER = {"mass": 0.01, "stiffness": 1.5e11, "mu": 0.6, "v_in": 1.0}


def contact_time(modal_mass, mass, stiffness, mu, v_in):
    """Integrated with an error of 1e-13 a step; None of modal_mass is the rigid wall."""
    modes = len(OMEGA) if modal_mass else 0

    def compression(y):
        return y[0] - sum(y[2::2]), y[1] - sum(y[3::2])

    def slope(_, y):
        x, v = compression(y)
        f = stiffness * power(x, ALPHA) * (1.0 + mu * v)
        change = [y[1], -f / mass]
        for i in range(modes):
            x_l, v_l = y[2 + 2 * i], y[3 + 2 * i]
            change += [v_l, f / modal_mass - OMEGA[i] / QUALITY * v_l - OMEGA[i]**2 * x_l]
        return change

    deep = (mass * (ALPHA + 1.0) * v_in**2 / (2.0 * stiffness))**(1.0 / (ALPHA + 1.0))
    scales = [deep, v_in] * (1 + modes)
    y = [0.0, v_in] + [0.0, 0.0] * modes
    t, y = integrate(slope, 0.0, y, 0.05, scales, tolerance=1e-13, first=1e-9,
                     stop=lambda _, y: compression(y)[0] < 1e-3 * deep and compression(y)[1] < 0.0)
    for _ in range(6):  # Newton for x = 0
        x, v = compression(y)
        if abs(x) < 1e-16 * deep:
            break
        t, y = integrate(slope, t, y, t - x / v, scales, tolerance=1e-13, first=-x / v)
    return t


class KMethod:
    """The trapezoidal rule for hammer and oscillators; arrays of runs side by side.

    x+ = xh - K_x f+, x'+ = vh - K_v f+ with xh and vh known; f+ = f(x+, x'+) by plain Newton-
    Raphson from the last sample's f, until a step is at most 1e-13 (1 + |f|).
    """

    def __init__(self, mass, stiffness, mu, v_in, modal_mass, rate=RATE):
        wide = np.broadcast_arrays(*map(np.atleast_1d, (mass, stiffness, mu, v_in, modal_mass)))
        self.mass, self.k, self.mu, v_in, self.modal = (np.array(a, dtype=float) for a in wide)
        self.dt = 1.0 / rate
        self.f = np.zeros_like(v_in)
        self.x_h, self.v_h = np.zeros_like(v_in), v_in.copy()
        self.x_o, self.v_o = np.zeros((3, len(v_in))), np.zeros((3, len(v_in)))
        self.iterations = np.zeros(len(v_in), dtype=int)

    def force(self, x, v):
        return self.k * np.maximum(x, 0.0)**ALPHA * (1.0 + self.mu * v)

    def step(self):
        half = 0.5 * self.dt
        w, g = np.array(OMEGA)[:, None], np.array(OMEGA)[:, None] / QUALITY
        v_hat = self.v_h - half * self.f / self.mass
        x_hat = self.x_h + half * (self.v_h + v_hat)
        bottom = 1.0 + half * g + half**2 * w**2
        a = self.f / self.modal - g * self.v_o - w**2 * self.x_o
        vo_hat = (self.v_o + half * (a - w**2 * (self.x_o + half * self.v_o))) / bottom
        xo_hat = self.x_o + half * (self.v_o + vo_hat)
        gain_h = half / self.mass
        gain_o = half / self.modal / bottom
        k_v = gain_h + gain_o.sum(axis=0)
        k_x = half * k_v
        f = self.newton(x_hat - xo_hat.sum(axis=0), v_hat - vo_hat.sum(axis=0), k_x, k_v)
        self.v_h, self.x_h = v_hat - gain_h * f, x_hat - half * gain_h * f
        self.v_o, self.x_o = vo_hat + gain_o * f, xo_hat + half * gain_o * f
        self.f = f

    def newton(self, x_hat, v_hat, k_x, k_v):
        f, moving = self.f.copy(), np.ones(len(x_hat), dtype=bool)
        self.iterations[:] = 0
        while np.any(moving):
            x, v = x_hat - k_x * f, v_hat - k_v * f
            inside = np.maximum(x, 0.0)
            rise = self.k * ALPHA * inside**(ALPHA - 1.0) * (1.0 + self.mu * v)
            slope = 1.0 + k_x * rise + k_v * self.k * self.mu * inside**ALPHA
            change = (f - self.force(x, v)) / slope
            f = np.where(moving, f - change, f)
            self.iterations += moving
            moving &= (np.abs(change) > 1e-13 * (1.0 + np.abs(f))) & (self.iterations < 100)
        return f


def figure_2(out):
    """Hammer of figure 1, 50 g a mode, K-method at 44.1 kHz: force, hammer and resonator of samples
    0 to 132 (3 ms); most Newton iterations of a step."""
    run, rows, most = KMethod(**HAMMER, modal_mass=0.05), [], 0
    for _ in range(133):
        rows.append((run.f[0], run.x_h[0], run.x_o.sum(axis=0)[0]))
        run.step()
        most = max(most, run.iterations[0])
    for i, name in enumerate(("force", "hammer", "resonator")):
        out.samples(f"002.fig2.{name}", [row[i] for row in rows])
    out.count("002.fig2.iterations", most)


def figure_5(out):
    """Contact times in seconds, integrated: hammer of figure 1 on the wall and on modes of 5 g, 50
    g, 200 g and 1 kg; good to 1e-9 of themselves."""
    for name, mass in (("wall", None), ("5g", 0.005), ("50g", 0.05), ("200g", 0.2), ("1kg", 1.0)):
        out.scalar(f"002.fig5.time.{name}", contact_time(mass, **HAMMER))


GRID = {"mass": (0.001, 0.01, 0.1), "stiffness": (1e8, 1e10, 1e12, 1e13), "mu": (0.01, 0.6, 1.0),
        "v_in": (1.0, 2.0, 4.0), "modal_mass": (0.001, 0.002, 0.005)}


def iterations(out):
    """Section 4.2, "never higher than four": 324 runs of 50 ms (the paper's length) with hammers of
    1, 10, 100 g, k of 1e8, 1e10, 1e12, 1e13, mu of 0.01, 0.6, 1, at 1, 2, 4 m/s, on modes of 1, 2,
    5 g. Newton from the last sample's force until a step is at most 1e-13 (1 + |f|). runs: how many
    need 1, 2, 3 ... iterations in their worst step; samples: the same for the samples of all runs.
    The last step of each only confirms: unconfirmed are the counts without it."""
    grid = [x.ravel() for x in np.meshgrid(*GRID.values(), indexing="ij")]
    run = KMethod(*grid)
    most, samples = np.zeros(len(grid[0]), dtype=int), np.zeros(101, dtype=int)
    for _ in range(int(0.05 * RATE)):
        run.step()
        most = np.maximum(most, run.iterations)
        samples += np.bincount(run.iterations, minlength=101)
    out.count("002.iterations.most", most.max())
    out.count("002.iterations.more-than-four", np.sum(most > 4))
    out.count("002.iterations.unconfirmed.most", most.max() - 1)
    out.count("002.iterations.unconfirmed.more-than-four", np.sum(most - 1 > 4))
    out.count("002.iterations.runs", *np.bincount(most)[1:])
    out.count("002.iterations.samples", *samples[1:most.max() + 1])
    for name, values in GRID.items():
        column = grid[list(GRID).index(name)]
        out.count(f"002.iterations.more-than-four.by-{name.replace('_', '-')}",
                  *(np.sum(most[column == value] > 4) for value in values))


def centroid(signal):
    """Mean frequency of the power spectrum up to Nyquist, of 4410 samples with zeros behind."""
    spectrum = np.abs(np.fft.rfft(signal, 4410))**2
    frequency = np.fft.rfftfreq(4410, 1.0 / RATE)
    return np.sum(frequency * spectrum) / np.sum(spectrum)


def hardness(out):
    """Section 3: contact time and spectral centroids for k of 1e8, 10^8.5 ... 1e13; hammer of
    figure 1, 50 g a mode, K-method at 44.1 kHz. time: from the touch to the zero of x, on a line
    between samples [s]. pulse: centroid [Hz] of the power spectrum of the force of the first
    contact; attack: of the velocity of the resonator in the first 50 ms."""
    stiffnesses = [10.0**(8.0 + 0.5 * i) for i in range(11)]
    rows = []
    for stiffness in stiffnesses:
        run = KMethod(**{**HAMMER, "stiffness": stiffness}, modal_mass=0.05)
        force, attack, x, time = [0.0], [0.0], 0.0, 0.0
        for n in range(1, 2206):
            run.step()
            last, x = x, run.x_h[0] - run.x_o.sum(axis=0)[0]
            if not time and x <= 0.0:
                time = (n - x / (x - last)) / RATE
            force.append(0.0 if time else run.f[0])
            attack.append(run.v_o.sum(axis=0)[0])
        rows.append((time, centroid(force), centroid(attack)))
    out.scalar("002.hardness.stiffness", *stiffnesses)
    for i, name in enumerate(("time", "pulse", "attack")):
        out.scalar(f"002.hardness.{name}", *(row[i] for row in rows))


ITEMS = (
    ("002.fig2", figure_2, True),
    ("002.fig5", figure_5, True),
    ("002.iterations", iterations, True),
    ("002.hardness", hardness, True),
)
