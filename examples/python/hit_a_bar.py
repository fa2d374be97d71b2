"""Hits a steel bar with a small hard hammer and writes two seconds of it to a WAV file. Teaches how a world is made:
bodies, ports and contacts are attributes and calls, and the first process() compiles it.
   hit_a_bar.py bar.wav"""
import sys

import urto

path = sys.argv[1] if len(sys.argv) > 1 else "bar.wav"
world = urto.World(rate=48000, ledger=True)  # the ledger shows that the energy balances; it costs time
hammer = world.mass(position=-1e-3, velocity=1.0)  # one millimetre below the bar, rising at 1 m/s
bar = world.bar()  # steel, 30 cm
world.contact(hammer, bar.at(0.1 * 0.3), stiffness=1e9, exponent=1.5, damping=0.3)
world.probe(bar.at(0.97 * 0.3))
sound = world.sound(2.0)
print(f"{path}: energy residual {world.ledger.residual:.1e} J")
sound.save(path)
