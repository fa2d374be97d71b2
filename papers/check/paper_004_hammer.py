"""Section III: a hammer strikes a string (figures 3 and 4).

M = 10 g, alpha = 1.3, from -1 mm at 0.5 m/s; string 0.7 m, 100 N, 6.3 g/m, 245 intervals at 44.1
kHz and as many times more at a multiple of it. The strike is at place/245 L, not in the text.
Output: the displacement at 167/245 L, near 0.68 L, the mean of two frames of 1/44100 s, for 20 ms.
"""

import functools
import math

import numpy as np

from common import contact_step
from paper_004 import RATE, gradient, relative_rms

LENGTH, TENSION, DENSITY, N = 0.7, 100.0, 6.3e-3, 245
MASS, ALPHA, U0, V0 = 0.01, 1.3, -1e-3, 0.5
FRAMES, HEARD = 882, 167
INSTANTS = (2.2, 3.0, 4.0, 6.0, 9.0, 14.0)  # ms, sample floor(44100 t)
BETWEEN, ON_POINT = 29.5, 29.0
# At five times the rate the hammer arrives on sample 441 exactly: eta is 0 there and g of (27a) is
# 0, but rounding to 1e-18 m would make it thousands. OFF arrives between samples, at both rates.
OFF, NUDGE = -1.001e-3, 1e-13
FINEST = 64


def hammer(scheme, stiffness, place, factor=1, start=U0):
    """Output and hammer of every frame, and the string and the hammer at the instants.

    scheme: it-2, (34), or n-it-RULE, (36). (37) is solved by hand: with Q the response of eta to a
    force, eta+ - eta- = (eta* - eta- - Q g psi)/(1 + Q g^2/4).
    """
    k, h = 1.0 / RATE / factor, LENGTH / N / factor
    speed = TENSION * k * k / DENSITY / (h * h)
    law = (stiffness, ALPHA)
    m = int(math.floor(place * factor + 1e-9))
    nu = place * factor - m if place * factor - m > 1e-9 else 0.0
    push = k * k / (DENSITY * h)
    q = push * ((1.0 - nu)**2 + nu**2) + k * k / MASS
    u, before = np.zeros(N * factor + 1), np.zeros(N * factor + 1)
    x, x_before, psi = start, start - k * V0, 0.0
    output, path, snapshots, last = np.zeros(FRAMES), np.zeros(FRAMES), {}, 0.0

    def under(string):
        return (1.0 - nu) * string[m] + nu * string[m + 1]

    for step in range(1, FRAMES * factor + 1):
        star = np.zeros_like(u)
        star[1:-1] = 2.0 * u[1:-1] - before[1:-1] + speed * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        x_star = 2.0 * x - x_before
        eta, eta_before, eta_star = x - under(u), x_before - under(before), x_star - under(star)
        force = 0.0
        if scheme == "it-2":
            if eta_before > 0.0 or eta_star > 0.0:
                b = eta_star - eta_before
                s = contact_step(eta_before, b, q * stiffness / (ALPHA + 1.0), ALPHA)
                force = (b - s) / q
        elif psi != 0.0 or eta >= 0.0:
            g = float(gradient(scheme[5:], law, *map(np.float64, (eta, eta_before, eta_star, psi)),
                               response=q))
            s = (eta_star - eta_before - q * g * psi) / (1.0 + q * g * g / 4.0)
            later = psi + 0.5 * g * s
            force = 0.5 * g * (psi + later)
            psi = later
        star[m] += (1.0 - nu) * push * force
        star[m + 1] += nu * push * force
        x, x_before = x_star - k * k / MASS * force, x
        u, before = star, u
        if step % factor == 0:
            frame = step // factor
            output[frame - 1] = 0.5 * (last + u[HEARD * factor])
            path[frame - 1] = x
            last = u[HEARD * factor]
            for ms in INSTANTS:
                if frame == int(ms * 1e-3 * RATE + 1e-6):
                    snapshots[ms] = (u[::factor].copy(), x)
    return output, path, snapshots


@functools.lru_cache(maxsize=None)
def converged(stiffness, place, factor=FINEST, start=U0):
    return hammer("it-2", stiffness, place, factor, start)


def nudged(scheme, stiffness, place, factor):
    """Two runs that start 1e-13 m nearer and farther."""
    return [hammer(scheme, stiffness, place, factor, U0 + x) for x in (NUDGE, -NUDGE)]


def reference_error(stiffness, place):
    """Of the output at 64 times against 32, and of 32 against 16."""
    fine, middle, coarse = (converged(stiffness, place, f)[0] for f in (64, 32, 16))
    return relative_rms(middle, fine), relative_rms(coarse, middle)


PLACES = (("29.5", BETWEEN), ("29", ON_POINT))
STIFFNESSES = (("1e7", 1e7), ("1e10", 1e10), ("1e12", 1e12))
CASES = (("a", "1e7", 1), ("b", "1e10", 1), ("c", "1e12", 1), ("d", "1e12", 5))
SCHEMES = ("it-2", "n-it-27-sign", "n-it-27-untested", "n-it-capped")


def figure_4(out):
    """Cases (a) to (d): output of frames 0, 10, 20 ... In (d) the hammer arrives on a sample, and
    N-IT depends on rounding there: d-off starts at -1.001 mm and does not."""
    for case, stiffness, factor in CASES:
        for name, place in PLACES:
            for scheme in SCHEMES:
                if scheme == "n-it-capped":
                    continue
                out.samples(f"004.fig4.{case}.{scheme}.output.{name}",
                            hammer(scheme, float(stiffness), place, factor)[0][::10])
                if case == "d":
                    out.samples(f"004.fig4.d-off.{scheme}.output.{name}",
                                hammer(scheme, 1e12, place, factor, OFF)[0][::10])


def figure_4_converged(out):
    """IT-2 at 64 times the rate: output of frames 0, 2, 4 ...; its error: relative rms of 32 times
    against 64, and of 16 against 32. For each case and scheme the relative rms over 20 ms;
    rms-nudged: of starts that are 1e-13 m nearer and farther, in (d)."""
    for name, place in PLACES:
        for stiffness, value in STIFFNESSES:
            key = f"004.fig4.converged.{stiffness}.output.{name}"
            out.curve(key, converged(value, place)[0][::2])
            out.scalar(key + ".error", *reference_error(value, place))
        for case, stiffness, factor in CASES:
            for scheme in SCHEMES:
                run = hammer(scheme, float(stiffness), place, factor)[0]
                reference = converged(float(stiffness), place)[0]
                out.scalar(f"004.fig4.{case}.{scheme}.rms.{name}", relative_rms(run, reference))
                if case == "d":
                    out.scalar(f"004.fig4.d.{scheme}.rms-nudged.{name}",
                               *(relative_rms(run[0], reference)
                                 for run in nudged(scheme, 1e12, place, factor)))
                    off = converged(1e12, place, start=OFF)[0]
                    run = hammer(scheme, 1e12, place, factor, OFF)[0]
                    out.scalar(f"004.fig4.d-off.{scheme}.rms.{name}", relative_rms(run, off))


def figure_3(out):
    """K = 1e12, strike at 29.5/245 L: string at grid points 0, 2, 4 ... and hammer, converged (IT-2
    at 64 times the rate); error: rms distance from 32 times, over the rms of the string."""
    fine, middle = (converged(1e12, BETWEEN, factor)[2] for factor in (64, 32))
    for ms in INSTANTS:
        out.curve(f"004.fig3.converged.string.{ms:g}ms", fine[ms][0][::2])
        out.curve(f"004.fig3.converged.hammer.{ms:g}ms", [fine[ms][1]])
        out.scalar(f"004.fig3.converged.string.{ms:g}ms.error",
                   relative_rms(middle[ms][0], fine[ms][0]))
    for scheme in ("it-2", "n-it-27-sign"):
        snapshots = hammer(scheme, 1e12, BETWEEN)[2]
        for ms in INSTANTS:
            out.samples(f"004.fig3.{scheme}.string.{ms:g}ms", snapshots[ms][0][::7])
            out.scalar(f"004.fig3.{scheme}.hammer.{ms:g}ms", snapshots[ms][1])


def gradients(out):
    """(26) against (27): K = 1e12, five times the rate, strike at 29.5/245 L. Relative rms against
    64 times, and the output of frames 0, 2, 4 ...; rms-nudged: of starts that are 1e-13 m nearer
    and farther; rms-off: of a start at -1.001 mm."""
    reference = converged(1e12, BETWEEN)[0]
    for rule in ("26", "27-untested", "27-sign", "27-printed", "capped"):
        run = hammer("n-it-" + rule, 1e12, BETWEEN, 5)[0]
        out.scalar(f"004.gradient.{rule}.rms", relative_rms(run, reference))
        out.scalar(f"004.gradient.{rule}.rms-nudged",
                   *(relative_rms(other[0], reference)
                     for other in nudged("n-it-" + rule, 1e12, BETWEEN, 5)))
        off = hammer("n-it-" + rule, 1e12, BETWEEN, 5, OFF)[0]
        out.scalar(f"004.gradient.{rule}.rms-off",
                   relative_rms(off, converged(1e12, BETWEEN, start=OFF)[0]))
        if rule in ("26", "27-untested", "27-sign"):
            out.curve(f"004.gradient.{rule}.output", run[::2])


def phases(out):
    """(26) and (27) over the instant of arrival, at five times the rate: the hammer starts 0, 1/20
    ... 19/20 of a sample farther away than 1 mm. Keys end in K and place. Relative rms against 16
    times the rate at the same start; error is the largest of 8 against 16 times."""
    starts = [U0 - i / 20.0 * V0 / (5.0 * RATE) for i in range(20)]
    for name, stiffness, place in (("1e12.29.5", 1e12, 29.5), ("1e10.29.5", 1e10, 29.5),
                                   ("1e7.29", 1e7, 29.0)):
        references = [converged(stiffness, place, 16, start)[0] for start in starts]
        for rule in ("26", "27-untested", "27-sign", "27-printed"):
            out.scalar(f"004.phase.{rule}.rms.{name}",
                       *(relative_rms(hammer("n-it-" + rule, stiffness, place, 5, start)[0], fine)
                         for start, fine in zip(starts, references)))
        out.scalar(f"004.phase.converged.{name}.error",
                   max(relative_rms(converged(stiffness, place, 8, start)[0], fine)
                       for start, fine in zip(starts, references)))


def printed_test(out):
    """The test as printed, strike at 29.5/245 L: where the hammer is after 20 ms (frame 882), and
    its path, frames 3, 7, 11 ...; the others are those with the sign test and IT-2.
    end-nudged: of starts that are 1e-13 m nearer and farther."""
    for stiffness, value in STIFFNESSES:
        for factor in (1, 5):
            for scheme in ("n-it-27-printed", "n-it-27-sign", "it-2"):
                path = hammer(scheme, value, BETWEEN, factor)[1]
                key = f"004.printed-test.{scheme}"
                out.scalar(f"{key}.end.{stiffness}.{factor}x", path[-1])
                out.scalar(f"{key}.end-nudged.{stiffness}.{factor}x",
                           *(run[1][-1] for run in nudged(scheme, value, BETWEEN, factor)))
                if stiffness != "1e7" and factor == 1 and scheme != "it-2":
                    out.curve(f"{key}.path.{stiffness}", path[3::4])


def strike_place(out):
    """Relative rms of the output against 64 times at the same place, K = 1e12: at 44.1 kHz places
    29, 29.1 ... 30 of 245, at five times 29.4, 29.42 ... 29.6 (0.12 L is 29.4); there the hammer
    starts at -1.001 mm, so that rounding does not decide. error is the largest error of the
    references."""
    worst = 0.0
    for factor, start, places in ((1, U0, [29.0 + 0.1 * i for i in range(11)]),
                                  (5, OFF, [29.4 + 0.02 * i for i in range(11)])):
        places = [round(place, 6) for place in places]
        references = [converged(1e12, place, start=start)[0] for place in places]
        worst = max([worst] + [relative_rms(converged(1e12, place, 32, start)[0], fine)
                               for place, fine in zip(places, references)])
        for scheme in ("n-it-27-sign", "it-2"):
            out.scalar(f"004.place.{scheme}.rms.{factor}x",
                       *(relative_rms(hammer(scheme, 1e12, place, factor, start)[0], fine)
                         for place, fine in zip(places, references)))
    out.scalar("004.place.converged.error", worst)


ITEMS = (
    ("004.fig3", figure_3, False),
    ("004.fig4", figure_4, False),
    ("004.fig4-converged", figure_4_converged, False),
    ("004.gradient", gradients, False),
    ("004.phase", phases, False),
    ("004.printed-test", printed_test, False),
    ("004.place", strike_place, False),
)
