"""One hard hit by each solver, at 48 kHz and on a grid sixteen times finer, against a still finer one. Teaches options
of a world and the choice of a solver: what costs energy, what converges.
   compare_solvers.py"""
import urto


def hit(solver: str, rate: float, oversampling: int) -> tuple[float, float]:
    """Impulse [N s], and the residual over the energy at the start."""
    world = urto.World(rate=rate, solver=solver, oversampling=oversampling, ledger=True)
    bead = world.mass(mass=0.003, position=-1e-3, velocity=1.5)
    bar = world.bar(material="glass", length=0.2, width=0.025, thickness=0.006)
    world.contact(bead, bar.at(0.41 * 0.2), stiffness=2e8, exponent=1.5, damping=0.0)
    world.process(int(0.01 * rate))
    return world.statistics.impulse_push, abs(world.ledger.residual) / world.ledger.initial


fine, _ = hit("midpoint", 192000, 16)
print(f"{'solver':<12} {'48 kHz: off by':>14} {'16 x: off by':>14} {'energy off by':>14}")
for solver in ("midpoint", "quadratised", "iterative", "trapezoidal"):
    coarse, residual = hit(solver, 48000, 1)
    finer, _ = hit(solver, 48000, 16)
    print(f"{solver:<12} {100 * (coarse / fine - 1):12.4f} % {100 * (finer / fine - 1):12.4f} % {residual:14.0e}")
