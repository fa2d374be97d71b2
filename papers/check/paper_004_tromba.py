"""Section VI: the tromba marina (figure 10), (52)-(58).

String 1.9 m, radius 0.5 mm, 7850 kg/m^3, E = 2e11, 91.1647 N, losses 0.1 and 0.05, simply
supported; bridge 1 g, 500 Hz, M w'' + M R w' + M w0^2 w for the missing (54), R = 0.05, 5 um above
the plate, on the string at 1.65 m; plate 1.35 x 0.18 m, 10 mm, 50 kg/m^3, E = 2e5, nu = 0.3, losses
2 and 0.05, clamped; link (57) K = 5e6, beta = 1.3; contact K = 5e8, alpha = 1.3, at (0.8, 0.75) of
the plate. Bow (53) at L/3, F = 1 N, v_b = -0.2 m/s, Phi(v) = sqrt(2a) v exp(-a v^2 + 1/2), a = 100.
Everything starts at rest, and the bow presses at once.

Grids: the string has as many intervals as its stability allows, the plate 270 x 36 (5 mm) at 44.1
kHz. Interpolation is linear. zeta = w - u is the link, eta = z - w - gap the contact. The link has
the signed root, Upsilon = sgn(zeta) sqrt(2 phi), and g >= 0.

The bow: the string's centred velocity v = v0 - e F Phi(v), v0 and e after the contacts are
eliminated. Where there are several roots, that one of the outer two which is nearer to the last v;
it begins with v = 0.
"""

import math

import numpy as np

from common import quotient
from paper_004 import RATE, gradient

L, RADIUS, TENSION, EI = 1.9, 5e-4, 91.1647, 2e11 * math.pi * 5e-4**4 / 4.0
RHO = 7850.0 * math.pi * RADIUS**2
S0, S1 = 0.1, 0.05
MASS, SPRING, R = 1e-3, 1e-3 * (2.0 * math.pi * 500.0)**2, 0.05
WIDTH, DEPTH, RHO_P, P0, P1 = 1.35, 0.18, 50.0 * 0.01, 2.0, 0.05
RIGIDITY = 2e5 * 0.01**3 / (12.0 * (1.0 - 0.3**2))
LINK, CONTACT, GAP = (5e6, 1.3), (5e8, 1.3), 5e-6
FORCE, BOW_V, CURVE = 1.0, -0.2, 100.0
INSTANTS = (10.0, 15.0, 30.0, 70.0, 150.0, 300.0)  # ms, sample floor(44100 t)
PLATES = {1: 270, 2: 375, 4: 540, 8: 750, 16: 1080}  # intervals along, a multiple of 15
SECTION = 200  # places of a profile, evenly from 0 to L; every second is kept
FACTORS = (2, 4, 8)


def friction(v):
    return math.sqrt(2.0 * CURVE) * v * math.exp(-CURVE * v * v + 0.5)


def bow_velocity(v0, e, last):
    """A root of v + e F Phi(v) = v0."""
    def residual(v):
        return v + e * FORCE * friction(v) - v0

    def root(low, high):
        for _ in range(100):
            middle = 0.5 * (low + high)
            if middle in (low, high):
                break
            if residual(middle) > 0.0:
                high = middle
            else:
                low = middle
        return 0.5 * (low + high)

    # |Phi| <= 1: roots lie between v0 - e F and v0 + e F. The left side rises from the left, and
    # turns never or twice on each side of 0: every other stretch between turns rises.
    reach = abs(v0) + 1.01 * e * FORCE + 1.0
    turns = [-reach] + turning_points(e) + [reach]
    roots = [root(a, b) for a, b in zip(turns[:-1:2], turns[1::2])
             if residual(a) <= 0.0 <= residual(b)]
    return min((roots[0], roots[-1]), key=lambda v: abs(v - last))


TURNS = {}


def turning_points(e):
    """Where 1 + e F sqrt(2a) (1 - 2 a v^2) exp(1/2 - a v^2) = 0: none or four."""
    if e not in TURNS:
        scale = e * FORCE * math.sqrt(2.0 * CURVE)

        def slope(x):  # x = a v^2; lowest at x = 3/2
            return 1.0 + scale * (1.0 - 2.0 * x) * math.exp(0.5 - x)
        points = []
        if slope(1.5) < 0.0:
            for low, high in ((0.5, 1.5), (60.0, 1.5)):
                for _ in range(200):
                    middle = 0.5 * (low + high)
                    low, high = (middle, high) if slope(middle) > 0.0 else (low, middle)
                points.append(math.sqrt(low / CURVE))
            inner, outer = points
            points = [-outer, -inner, inner, outer]
        TURNS[e] = points
    return TURNS[e]


class Tromba:
    def __init__(self, factor=1, kick=0.0):
        k = self.k = 1.0 / RATE / factor
        self.gap = GAP * (1.0 + kick)
        c2, kappa2 = TENSION / RHO, EI / RHO
        x = c2 * k * k + 4.0 * S1 * k
        self.n = int(L / math.sqrt(0.5 * (x + math.sqrt(x * x + 16.0 * kappa2 * k * k))))
        self.h = L / self.n
        self.u, self.u_before = np.zeros(self.n + 1), np.zeros(self.n + 1)
        self.w = self.w_before = 0.0
        self.nx = PLATES[factor]
        self.ny = round(self.nx * DEPTH / WIDTH)
        self.hp = WIDTH / self.nx
        assert self.hp**2 >= 4.0 * k * (P1 + math.sqrt(RIGIDITY / RHO_P + P1**2))
        self.z = np.zeros((self.nx + 1, self.ny + 1))
        self.z_before = self.z.copy()
        self.bowed, self.struck = self.row(L / 3.0), self.row(1.65)
        i, a = self.split(0.8 * self.nx)
        j, b = self.split(0.75 * self.ny)
        self.foot = [(i + p, j + q, wp * wq) for p, wp in ((0, 1.0 - a), (1, a))
                     for q, wq in ((0, 1.0 - b), (1, b)) if wp * wq != 0.0]
        # displacement for a unit of force at a point
        self.push_u = k * k / (RHO * self.h) / (1.0 + S0 * k)
        self.push_w = k * k / MASS / (1.0 + 0.5 * R * k)
        self.push_z = k * k / (RHO_P * self.hp**2) / (1.0 + P0 * k)
        row = sum(weight**2 for _, weight in self.struck)
        foot = sum(weight**2 for _, _, weight in self.foot)
        # answers of (zeta, eta) to the forces of link and contact, which push w down, u up; w up,
        # z down
        self.a = np.array([[self.push_w + row * self.push_u, -self.push_w],
                           [-self.push_w, self.push_w + foot * self.push_z]])
        self.e = sum(weight**2 for _, weight in self.bowed) * self.push_u / (2.0 * k)
        assert not {m for m, _ in self.bowed} & {m for m, _ in self.struck}
        self.psi = np.zeros(2)
        self.bow_v, self.force = 0.0, np.zeros(2)

    @staticmethod
    def split(place):
        whole = round(place)
        place = whole if abs(place - whole) < 1e-10 else place
        return int(place), place - int(place)

    def row(self, x):
        m, nu = self.split(x / self.h)
        return [(m, 1.0 - nu)] + ([(m + 1, nu)] if nu else [])

    def gaps(self, u, w, z):
        """zeta and eta"""
        under = sum(weight * u[m] for m, weight in self.struck)
        foot = sum(weight * z[i, j] for i, j, weight in self.foot)
        return np.array([w - under, foot - w - self.gap])

    def free_string(self):
        """(52): d+ (1 + s0 k) = d (1 - s0 k) + k^2/rho (T uxx - EI uxxxx + 2 rho s1 dxx/k)."""
        k, h, u = self.k, self.h, self.u
        d = u - self.u_before
        bend = np.zeros_like(u)
        bend[1:-1] = u[2:] - 2.0 * u[1:-1] + u[:-2]
        v = TENSION / h**2 * u - EI / h**4 * bend + 2.0 * RHO * S1 / k / h**2 * d
        new = u.copy()
        new[1:-1] += ((1.0 - S0 * k) * d[1:-1]
                      + k * k / RHO * (v[2:] - 2.0 * v[1:-1] + v[:-2])) / (1.0 + S0 * k)
        return new

    def free_plate(self):
        """(55): clamped, the mirrored point outside makes the Laplacian 2 z_1 on the rim."""
        k, h, z = self.k, self.hp, self.z
        d = z - self.z_before
        bend = np.zeros_like(z)
        bend[1:-1, 1:-1] = laplacian(z)
        bend[0], bend[-1], bend[:, 0], bend[:, -1] = (2.0 * z[1], 2.0 * z[-2], 2.0 * z[:, 1],
                                                      2.0 * z[:, -2])
        v = -RIGIDITY / h**4 * bend + 2.0 * RHO_P * P1 / k / h**2 * d
        new = z.copy()
        new[1:-1, 1:-1] += ((1.0 - P0 * k) * d[1:-1, 1:-1]
                            + k * k / RHO_P * laplacian(v)) / (1.0 + P0 * k)
        return new

    def free_bridge(self):
        loss = 0.5 * R * self.k
        return self.w + ((1.0 - loss) * (self.w - self.w_before)
                         - self.k**2 * SPRING / MASS * self.w) / (1.0 + loss)

    def step(self, forces):
        u, w, z = self.free_string(), self.free_bridge(), self.free_plate()
        # the bow does not touch the points of the link: it sees the string alone
        moved = sum(weight * (u[m] - self.u_before[m]) for m, weight in self.bowed)
        self.bow_v = bow_velocity(moved / (2.0 * self.k) - BOW_V, self.e, self.bow_v)
        for m, weight in self.bowed:
            u[m] -= self.push_u * weight * FORCE * friction(self.bow_v)
        now = self.gaps(self.u, self.w, self.z)
        before = self.gaps(self.u_before, self.w_before, self.z_before)
        f = self.force = forces(self, now, before, self.gaps(u, w, z))
        for m, weight in self.struck:
            u[m] += self.push_u * weight * f[0]
        w += self.push_w * (f[1] - f[0])
        for i, j, weight in self.foot:
            z[i, j] -= self.push_z * weight * f[1]
        self.u, self.u_before = u, self.u
        self.w, self.w_before = w, self.w
        self.z, self.z_before = z, self.z


def laplacian(z):
    return (z[2:, 1:-1] + z[:-2, 1:-1] + z[1:-1, 2:] + z[1:-1, :-2] - 4.0 * z[1:-1, 1:-1])


def quadratised(rule):
    """N-IT: (27) for the contact, for the link g = sqrt(K (beta + 1)/2) |zeta|^((beta - 1)/2)."""
    def forces(tromba, now, before, star):
        g = np.array([math.sqrt(LINK[0] * (LINK[1] + 1.0) / 2.0)
                      * abs(now[0])**((LINK[1] - 1.0) / 2.0),
                      float(gradient(rule, CONTACT, now[1], before[1], star[1], tromba.psi[1],
                                     tromba.a[1, 1]))])
        matrix = np.eye(2) + 0.25 * g[:, None] * tromba.a * g
        mean = np.linalg.solve(matrix, tromba.psi + 0.25 * g * (star - before))
        tromba.psi = 2.0 * mean - tromba.psi
        return g * mean
    return forces


def iterative(tromba, now, before, star):
    """(34) for both: s + A f(s) = star - before, f = (phi(before + s) - phi(before))/s; Newton."""
    delta = star - before
    s = delta.copy()

    def laws(s):
        value, slope = np.zeros(2), np.zeros(2)
        # the link pushes on both sides of 0: phi(zeta) + phi(-zeta) of the one-sided law
        right, left = quotient(before[0], s[0], LINK[1]), quotient(-before[0], -s[0], LINK[1])
        scale = LINK[0] / (LINK[1] + 1.0)
        value[0], slope[0] = scale * (right[0] - left[0]), scale * (right[1] + left[1])
        right, scale = quotient(before[1], s[1], CONTACT[1]), CONTACT[0] / (CONTACT[1] + 1.0)
        value[1], slope[1] = scale * right[0], scale * right[1]
        return s + tromba.a @ value - delta, value, slope

    r, value, slope = laws(s)
    for _ in range(100):
        if np.max(np.abs(r)) <= 1e-15 * (np.max(np.abs(delta)) + np.max(np.abs(before))):
            break
        change = np.linalg.solve(np.eye(2) + tromba.a * slope, -r)
        size = 1.0
        trial = laws(s + change)
        while np.sum(trial[0]**2) >= np.sum(r**2) and size > 1e-4:
            size *= 0.5
            trial = laws(s + size * change)
        if size <= 1e-4:
            break
        s, (r, value, slope) = s + size * change, trial
    if np.max(np.abs(r)) > 1e-9 * np.max(np.abs(delta)) + 1e-20:
        raise ArithmeticError(f"the contacts of the tromba do not converge: {r}")
    return value


class Course:
    """Profiles of the string at the instants; bridge and plate at the foot of each frame; touches:
    how often the contact pushes after it did not; entries: how often eta rises above 0."""

    def __init__(self, forces, factor=1, kick=0.0):
        tromba = Tromba(factor, kick)
        self.profiles, frames, self.touches, self.entries = {}, [], 0, 0
        pushed = inside = False
        for step in range(1, int(INSTANTS[-1] * 1e-3 * RATE + 1e-6) * factor + 1):
            tromba.step(forces)
            pushes = tromba.force[1] > 0.0
            enters = tromba.gaps(tromba.u, tromba.w, tromba.z)[1] > 0.0
            self.touches += pushes and not pushed
            self.entries += enters and not inside
            pushed, inside = pushes, enters
            if step % factor == 0:
                foot = sum(weight * tromba.z[i, j] for i, j, weight in tromba.foot)
                frames.append((tromba.w, foot))
            for ms in INSTANTS:
                if step == int(ms * 1e-3 * RATE + 1e-6) * factor:
                    places = np.linspace(0.0, tromba.n, SECTION)[::2]
                    self.profiles[ms] = np.interp(places, np.arange(tromba.n + 1), tromba.u)
        self.bridge, self.foot = np.array(frames).T


def figure_10(out):
    """N-IT at 44.1 kHz, contact by (27) untested, as the authors' own program, and with the sign
    test: string at places 0, 2 ... 198 of 199ths of L; bridge and plate at the foot of frames 40,
    80 ... (the first is 1); horizon: frames until which a gap that is larger by 1e-15 leads to the
    same bridge, to 1e-9 of its largest displacement."""
    for rule in ("27-untested", "27-sign"):
        course, key = Course(quadratised(rule)), f"004.fig10.n-it-{rule}"
        other = Course(quadratised(rule), kick=1e-15)
        off = np.flatnonzero(np.abs(course.bridge - other.bridge)
                             > 1e-9 * np.max(np.abs(course.bridge)))
        out.count(f"{key}.horizon", off[0] if len(off) else len(course.bridge))
        out.count(f"{key}.touches", course.touches)
        out.count(f"{key}.entries", course.entries)
        put = out.samples if rule == "27-untested" else out.curve
        for ms in INSTANTS:
            put(f"{key}.string.{ms:g}ms", course.profiles[ms])
        put(f"{key}.bridge", course.bridge[39::40])
        put(f"{key}.foot", course.foot[39::40])


def rms(a, b):
    return math.sqrt(np.mean((a - b)**2))


def figure_10_converged(out):
    """IT-2 at eight times the rate, plate 750 x 100: as 004.fig10. error: rms distance from four
    times (540 x 72), and of four from two (375 x 50): of the string over its own rms, of bridge
    and foot over 10, 30, 100 and 300 ms from the start, over their own rms. Two times the rate
    slips otherwise before 300 ms: the last instant rests on one refinement. touches and entries of
    eight, four and two times."""
    coarse, middle, fine = (Course(iterative, factor) for factor in FACTORS)
    pairs = ((fine, middle), (middle, coarse))
    for ms in INSTANTS:
        key = f"004.fig10.converged.string.{ms:g}ms"
        size = math.sqrt(np.mean(fine.profiles[ms]**2))
        out.curve(key, fine.profiles[ms])
        out.scalar(key + ".error", *(rms(a.profiles[ms], b.profiles[ms]) / size for a, b in pairs))
    out.count("004.fig10.converged.touches", *(x.touches for x in (fine, middle, coarse)))
    out.count("004.fig10.converged.entries", *(x.entries for x in (fine, middle, coarse)))
    for name in ("bridge", "foot"):
        whole = getattr(fine, name)
        out.curve(f"004.fig10.converged.{name}", whole[39::40])
        for ms in (10, 30, 100, 300):
            n = int(ms * 44.1)
            out.scalar(f"004.fig10.converged.{name}.{ms}ms.error",
                       *(rms(getattr(a, name)[:n], getattr(b, name)[:n])
                         / math.sqrt(np.mean(whole[:n]**2)) for a, b in pairs))


ITEMS = (
    ("004.fig10", figure_10, False),
    ("004.fig10-converged", figure_10_converged, False),
)
