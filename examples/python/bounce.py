"""Drops a steel ball on a wooden bar and prints every bounce until it lies still. Teaches gravity and contact events:
nothing schedules the bounces, the world says when they happened.
   bounce.py bounce.wav"""
import sys

import urto

path = sys.argv[1] if len(sys.argv) > 1 else "bounce.wav"
# bounces magnify rounding: repeatable is the same for all sizes of blocks
world = urto.World(rate=48000, contact_events=4096, repeatable=True)
ball = world.mass(mass=0.003, position=0.2, gravity=-9.81)  # 20 cm above the bar, at rest
bar = world.bar(material="rosewood", length=0.35, width=0.05, thickness=0.02)
world.contact(bar.at(0.4 * 0.35), ball, stiffness=1e8, exponent=1.5, damping=0.2)  # the bar is below
world.probe(bar.at(0.0))
sound = world.sound(3.0)
bounces = [e for e in world.contact_events(4096) if e.kind == "begins" and e.speed > 0.05]  # then it buzzes
for bounce in bounces:
    print(f"{bounce.frame / world.rate:.4f} s: {bounce.speed:.3f} m/s")
print(f"{len(bounces)} bounces")
sound.save(path)
