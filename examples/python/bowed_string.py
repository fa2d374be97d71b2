"""Draws a bow over a string for a second, lifts it, and says what became of the energy. Teaches bows and curves, which
move a control over time: here the bow's velocity and force.
   bowed_string.py bow.wav"""
import sys

import urto

path = sys.argv[1] if len(sys.argv) > 1 else "bow.wav"
world = urto.World(rate=48000, ledger=True)
string = world.string(material="steel", length=0.69, radius=0.00025, tension=112.74,  # G3
                      loss=(0.5, 2e-3))  # all frequencies; the higher the more
bow = world.bow(string.at(0.12 * 0.69), velocity=0.0, force=0.3)
bow.curve("velocity", [(0.0, 0.0), (0.1, 0.2), (1.0, 0.2)])
bow.curve("force", [(0.0, 0.3), (1.0, 0.3), (1.05, 0.0)])
world.probe(string.at(0.95 * 0.69), gain=0.2)
sound = world.sound(2.0)
mj = {name: 1e3 * value for name, value in vars(world.ledger).items()}
print(f"the hand gave {mj['supplied_bow']:.4g} mJ; friction took {mj['dissipated_bow']:.4g}, "
      f"the string {mj['dissipated_body']:.4g}; {mj['stored']:.4g} are left")
sound.save(path)
