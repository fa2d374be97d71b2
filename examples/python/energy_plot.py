"""Follows the energy of a hammered string for 100 ms: a table, energy.csv, and a picture, energy.svg. Teaches the ledger:
what is stored and what was lost add up to what there was, at any time.
   energy_plot.py energy.csv energy.svg"""
import sys

import urto

RATE, STEP, FRAMES = 48000, 5, 960
AXES = """<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 300' font-family='Inter, sans-serif' font-size='16'>
<rect width='640' height='300' fill='#ffffff'/>
<path d='M60 40h6V240H610v6M60 140h6M338 240v6' fill='none' stroke='#5C6069'/>
<text x='10' y='22'>energy in mJ</text>
<text x='34' y='46'>16</text><text x='42' y='146'>8</text>
<text x='62' y='266'>0</text><text x='329' y='266'>50</text>
<text x='596' y='266'>100</text><text x='280' y='292'>time in ms</text>
"""
csv_path, svg_path = sys.argv[1:3] if len(sys.argv) > 2 else ("energy.csv", "energy.svg")
world = urto.World(rate=RATE, ledger=True)
hammer = world.mass(mass=0.008, position=-0.002, velocity=2.0)
string = world.string(loss=(15.0, 1e-4))  # steel, 0.7 m; a hand lies on it
world.contact(hammer, string.at(0.12 * 0.7), stiffness=1e8, exponent=2.3, damping=1.0)
rows = []
for _ in range(FRAMES + 1):
    now = world.ledger
    rows.append((now.stored, now.dissipated_body + now.dissipated_contact, now.residual))
    world.process(STEP)
whole = now.initial
with open(csv_path, "w") as csv:
    csv.write("time,stored,lost,residual\n")
    for i, (stored, lost, residual) in enumerate(rows):
        csv.write(f"{i * STEP / RATE:.9f},{stored:.12g},{lost:.12g},{residual:.3g}\n")
with open(svg_path, "w") as svg:
    svg.write(AXES)
    for column, name, look, below in ((0, "stored", "stroke='#0B6E78'", -12),
                                      (1, "lost", "stroke='#B58900' stroke-dasharray='8,4'", 24)):
        points = "".join(f"{66 + 544 * i / FRAMES:.2f},{240 - 12500 * row[column]:.2f} " for i, row in enumerate(rows))
        svg.write(f"<polyline fill='none' stroke-width='2' {look} points='{points}'/>\n"
                  f"<text x='300' y='{240 - 12500 * rows[FRAMES // 2][column] + below:.0f}'>{name}</text>\n")
    svg.write("</svg>\n")
print(f"{1e3 * whole:.4g} mJ, closed to {max(abs(row[2]) for row in rows) / whole:.0e} of it")
