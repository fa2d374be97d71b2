"""Section IV: a string falls on a backboard (figure 5) or on frets (figure 6).

N-IT(FD), (43)-(44), and N-IT(Modal), (48)-(50), as printed: dense matrices, one linear system a
step. The string is that of figure 3. K = 1e12, alpha = 1.2, for each barrier point. Profiles are
the mean of two samples, at the 244 inner grid points; differences are their rms over that of the
first mode at the start. The instant t is sample number floor(44100 t): 220 for 5 ms, 308 for 7 ms.
"""

import math

import numpy as np

from paper_004 import RATE, gradient, iterative

LENGTH, TENSION, DENSITY, N = 0.7, 100.0, 6.3e-3, 245
LAW = (1e12, 1.2)
AMPLITUDE = 3e-3
STEPS = 1323
INSTANTS = (3.5, 5.0, 7.0, 14.0, 20.0, 30.0)  # ms


def sample_at(ms):
    return int(ms * 1e-3 * RATE + 1e-6)


def height(x):
    """Figure 5."""
    return -0.02 * x**2 - 0.001 * x - 0.0001


def barrier_places(kind):
    """At every inner grid point, or at twelve semitones."""
    if kind == "board":
        return LENGTH * np.arange(1, N) / N
    return LENGTH * (1.0 - 2.0**(-np.arange(1, 13) / 12.0))


def interpolation(places, n):
    """h R^T of (42) as a dense matrix: a row for each place."""
    rows = np.zeros((len(places), n - 1))
    for i, x in enumerate(places * n / LENGTH):
        m = int(math.floor(x + 1e-9))  # places on grid points stay there
        nu = x - m if x - m > 1e-9 else 0.0
        rows[i, m - 1] = 1.0 - nu
        if nu > 0.0:
            rows[i, m] = nu
    return rows


def second_difference(n):
    """(33), times h^2."""
    return np.diag(np.full(n - 2, 1.0), -1) + np.diag(np.full(n - 2, 1.0), 1) - 2.0 * np.eye(n - 1)


class Run:
    """Profiles of every sample (means of two), most contacts at once."""

    def __init__(self, model, kind, rule, noise=0.0):
        k = 1.0 / RATE
        places = barrier_places(kind)
        b = height(places)
        if model == "fd":
            h = LENGTH / N
            rows = interpolation(places, N)  # eta = b - rows u, (43c)
            linear = TENSION * k * k / DENSITY / (h * h) * second_difference(N)
            mass = DENSITY * h
            shape = np.eye(N - 1)
            u = AMPLITUDE * np.sin(math.pi * np.arange(1, N) / N)
        else:
            modes = int(2.0 * LENGTH / (math.pi * k) * math.sqrt(DENSITY / TENSION))  # (49)
            m = np.arange(1, modes + 1)
            rows = np.sin(math.pi * np.outer(places, m) / LENGTH)  # (45), (48c)
            linear = np.diag(-k * k * TENSION / DENSITY * (m * math.pi / LENGTH)**2)
            mass = DENSITY * LENGTH / 2.0
            shape = np.sin(math.pi * np.outer(np.arange(1, N) / N, m))
            u = np.where(m == 1, AMPLITUDE, 0.0)
        random = np.random.default_rng(1)
        before, psi = u.copy(), np.zeros(len(places))
        self.modes = len(u)
        self.profile = np.zeros((STEPS + 1, N - 1))
        forces = np.zeros((STEPS + 1, len(places)))
        identity = np.eye(len(u))
        response = k * k / mass * np.sum(rows**2, axis=1)
        for n in range(1, STEPS + 1):
            star = 2.0 * u - before + linear @ u  # b of (44), (50)
            if noise:
                star += noise * np.max(np.abs(star)) * random.standard_normal(len(star))
            eta, eta_before = b - rows @ u, b - rows @ before
            g = gradient(rule, LAW, eta, eta_before, b - rows @ star, psi, response)
            t = rows.T * g  # h T of (43), T of (48)
            some = np.flatnonzero(g)  # the columns of T that are not 0
            matrix = identity + k * k / (4.0 * mass) * t[:, some] @ t[:, some].T
            a = 0.25 * t.T @ before + psi
            new = np.linalg.solve(matrix, star + k * k / mass * (t @ a))  # (44), (50)
            later = psi + 0.5 * g * (rows @ (before - new))  # (43b), (48b)
            forces[n] = 0.5 * g * (later + psi)
            before, u, psi = u, new, later
            self.profile[n] = shape @ (0.5 * (u + before))
        # rounding leaves a little psi, and so a little force, in contacts that have opened
        self.contacts = np.max(np.count_nonzero(forces, axis=1))
        self.firm = np.max(np.sum(np.abs(forces) > 1e-12 * np.max(np.abs(forces)), axis=1))


def apart(a, b, ms):
    """Rms of the difference of two profiles over that of the first mode."""
    d = a.profile[sample_at(ms)] - b.profile[sample_at(ms)]
    return math.sqrt(np.mean(d**2)) / (AMPLITUDE / math.sqrt(2.0))


def horizon(a, b):
    """The last sample up to which two profiles agree to 1e-9 of the amplitude."""
    off = np.flatnonzero(np.max(np.abs(a.profile - b.profile), axis=1) > 1e-9 * AMPLITUDE)
    return off[0] - 1 if len(off) else STEPS


def converged(kind, factor):
    """IT-2, (34) for many contacts, at a multiple of the rate and of the grid: profiles of the
    instants at the 244 points, means of two frames of 1/44100 s. The backboard keeps its
    stiffness for each metre, K/factor at each of its points; frets keep theirs."""
    n, k, h = N * factor, 1.0 / RATE / factor, LENGTH / N / factor
    speed = TENSION * k * k / DENSITY / (h * h)
    u = AMPLITUDE * np.sin(math.pi * np.arange(n + 1) / n)
    before, frame, profiles = u.copy(), u.copy(), {}
    if kind == "board":
        law, points = (LAW[0] / factor, LAW[1]), np.arange(1, n)
        left, nu = points, np.zeros(n - 1)
        b = height(LENGTH * points / n)
    else:
        law, places = LAW, barrier_places(kind)
        left = np.floor(places / h).astype(int)
        nu = places / h - left
        b = height(places)
    response = k * k / (DENSITY * h) * ((1.0 - nu)**2 + nu**2)
    for step in range(1, STEPS * factor + 1):
        star = np.zeros(n + 1)
        star[1:-1] = 2.0 * u[1:-1] - before[1:-1] + speed * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        eta_before = b - (1.0 - nu) * before[left] - nu * before[left + 1]
        eta_star = b - (1.0 - nu) * star[left] - nu * star[left + 1]
        if np.any((eta_before > 0.0) | (eta_star > 0.0)):
            f = iterative(law, eta_before, eta_star - eta_before, response)
            f *= k * k / (DENSITY * h)
            star[left] += (1.0 - nu) * f
            if kind != "board":
                star[left + 1] += nu * f
        before, u = u, star
        if step % factor == 0:
            for ms in INSTANTS:
                if sample_at(ms) * factor == step:
                    profiles[ms] = 0.5 * (u + frame)[factor:-1:factor]
            frame = u
    return profiles


def figure(out, figure_name, kind):
    for rule in ("27-untested", "27-sign"):
        fd, modal = Run("fd", kind, rule), Run("modal", kind, rule)
        key = f"004.{figure_name}.{rule}"
        out.count(f"{key}.modes", modal.modes)
        for name, run in (("fd", fd), ("modal", modal)):
            out.count(f"{key}.{name}.contacts", run.contacts)
            out.count(f"{key}.{name}.contacts-firm", run.firm)
        for ms in (5.0, 30.0):
            out.scalar(f"{key}.apart.{ms:g}ms", apart(fd, modal, ms))
        for name, run in (("fd", fd), ("modal", modal)):
            out.count(f"{key}.{name}.horizon", horizon(run, Run(name, kind, rule, 1e-16)))
            for ms in INSTANTS:
                out.samples(f"{key}.{name}.profile.{ms:g}ms", run.profile[sample_at(ms)][::3])


def figure_5(out):
    """String on a backboard, N-IT(FD) and N-IT(Modal). contacts: most at once that have a force,
    rounding included; contacts-firm: that have more than 1e-12 of the largest force; apart: FD
    against modal; horizon: samples until which the same program with other rounding, noise of 1e-16
    a step, has the same profile, to 1e-9 of 3 mm; profiles at grid points 1, 4, 7 ... of the
    string."""
    figure(out, "fig5", "board")


def figure_6(out):
    """String on twelve frets, as 004.fig5."""
    figure(out, "fig6", "frets")


def references(out, figure_name, kind):
    coarse, middle, fine = (converged(kind, factor) for factor in FACTORS)
    for ms in INSTANTS:
        scale = AMPLITUDE / math.sqrt(2.0)
        out.curve(f"004.{figure_name}.converged.profile.{ms:g}ms", fine[ms][::2])
        out.scalar(f"004.{figure_name}.converged.profile.{ms:g}ms.error",
                   *(math.sqrt(np.mean((x[ms] - y[ms])**2)) / scale
                     for x, y in ((fine, middle), (middle, coarse))))
    runs = {f"{rule}.{model}": Run(model, kind, rule).profile
            for rule in ("27-untested", "27-sign") for model in ("fd", "modal")}
    plain = converged(kind, 1)
    for ms in (5.0, 30.0):
        scale = AMPLITUDE / math.sqrt(2.0)
        out.scalar(f"004.{figure_name}.it-2.rms.{ms:g}ms",
                   math.sqrt(np.mean((plain[ms] - fine[ms])**2)) / scale)
        for name, profile in runs.items():
            off = profile[sample_at(ms)] - fine[ms]
            out.scalar(f"004.{figure_name}.{name}.rms.{ms:g}ms",
                       math.sqrt(np.mean(off**2)) / scale)


FACTORS = (16, 32, 64)


def figure_5_converged(out):
    """IT-2 at 64 times the rate and the grid, K/64 at each point of the board: profiles at grid
    points 1, 3, 5 ... of the string; error: rms distance from 32 times, and of 32 from 16 times,
    over that of the first mode. rms: the distance of the schemes at 44.1 kHz from it."""
    references(out, "fig5", "board")


def figure_6_converged(out):
    """As 004.fig5-converged, frets with K each."""
    references(out, "fig6", "frets")


ITEMS = (
    ("004.fig5", figure_5, False),
    ("004.fig6", figure_6, False),
    ("004.fig5-converged", figure_5_converged, False),
    ("004.fig6-converged", figure_6_converged, False),
)
