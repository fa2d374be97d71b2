"""The package as it is installed: equal to the C library bit by bit, exceptions for bad arguments, no leaks."""
import gc
import json
import resource
import subprocess
import threading
import wave

import numpy as np
import pytest

import urto


def program(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture(autouse=True)
def _program(request):
    global PROGRAM
    PROGRAM = request.config.getoption("--urto")


# --- impacts ---


def test_closed_forms_are_those_of_the_program():
    exact = json.loads(program("impact", "--velocity", "2", "--json"))["exact"]
    one = urto.impact(velocity=2.0)
    assert one.max_compression == exact["max_compression"]
    assert one.exit_velocity == exact["exit_velocity"]
    assert one.contact_time == exact["contact_time"]
    assert one.exit_energy == exact["exit_energy"]


def test_arrays_are_the_numbers_one_by_one():
    velocity = np.linspace(0.1, 5.0, 7)
    stiffness = np.logspace(4, 10, 5)[:, None]
    many = urto.impact(stiffness=stiffness, velocity=velocity)
    assert many.exit_velocity.shape == many.contact_time.shape == (5, 7)
    for i in range(5):
        for j in range(7):
            one = urto.impact(stiffness=stiffness[i, 0], velocity=velocity[j])
            assert one.exit_velocity == many.exit_velocity[i, j]
            assert one.contact_time == many.contact_time[i, j]
            assert one.max_compression == many.max_compression[i, j]
            assert one.restitution == many.restitution[i, j]


@pytest.mark.parametrize("scheme", urto.schemes())
def test_schemes_are_those_of_the_program(scheme):
    words = [] if scheme in urto_lossy() else ["--damping", "0"]
    rows = json.loads(program("impact", "--scheme", scheme, "--rate", "96000", "--json", *words))["schemes"]
    given = {} if not words else {"damping": 0.0}
    ours = urto.impact(scheme=scheme, rate=96000.0, **given)
    assert ours.exit_velocity == rows[0]["exit_velocity"]
    assert ours.contact_time == rows[0]["contact_time"]


def urto_lossy():
    lossy = []
    for scheme in urto.schemes():
        try:
            urto.impact(scheme=scheme)
            lossy.append(scheme)
        except urto.UrtoError:
            pass
    return lossy


def test_phases_are_an_axis_and_motion_is_kept():
    many = urto.impact(scheme="rk4", phase=np.linspace(0.0, 0.9, 10))
    assert many.exit_velocity.shape == (10,) and np.ptp(many.exit_velocity) > 0.0 and many.left.all()
    motion = urto.impact(scheme="midpoint", rate=192000.0, trajectory=True).trajectory
    exact = urto.impact().trajectory(400)
    assert motion.time[0] == 0.0 and len(motion) > 10
    assert np.max(motion.compression) == pytest.approx(np.max(exact.compression), rel=0.02)
    assert exact.velocity[-1] == pytest.approx(urto.impact().exit_velocity, rel=1e-9)


@pytest.mark.parametrize("bad", [{"mass": 0.0}, {"velocity": -1.0}, {"exponent": 0.5}, {"damping": np.nan},
                                 {"stiffness": [1e9, -1.0]}, {"scheme": "euler"}, {"scheme": "rk4", "rate": 0.0},
                                 {"phase": 0.5}, {"trajectory": True},
                                 {"scheme": "rk4", "velocity": [1.0, 2.0], "trajectory": True},
                                 {"mass": [1.0, 2.0], "velocity": [1.0, 2.0, 3.0]}])
def test_bad_impacts(bad):
    with pytest.raises(urto.UrtoError):
        urto.impact(**bad)


def test_a_bad_element_is_named():
    with pytest.raises(urto.UrtoError, match=r"impact \(1, 2\): velocity is -1"):
        urto.impact(stiffness=np.ones((2, 1)), velocity=np.array([[1.0, 1.0, 1.0], [1.0, 1.0, -1.0]]))


# --- worlds ---


def strike(**options):
    world = urto.World(rate=44100.0, **options)
    bar = world.bar(length=0.3)
    mallet = world.mass(mass=0.02, position=-1e-3, velocity=2.0)
    contact = world.contact(mallet, bar.at(0.12), stiffness=1e8, exponent=2.3, damping=0.5)
    world.probe(bar.at(0.29))
    return world, bar, mallet, contact


def test_a_world_is_that_of_a_scene():
    world, *_ = strike()
    scene = urto.Scene({"rate": 44100, "bodies": {
        "bar": {"type": "bar", "length": 0.3},
        "mallet": {"type": "mass", "mass": 0.02, "position": -1e-3, "velocity": 2.0}},
        "contacts": {"felt": {"between": ["mallet", "bar@0.4"], "stiffness": 1e8, "exponent": 2.3,
                              "damping": 0.5}},
        "probes": [{"hear": "bar@0.9666666666666667"}]})
    # the scene has two channels, and the probe lies in the middle; its bar has the losses of a material
    ours = world.process(60)[:, 0] * np.sqrt(0.5)
    theirs = scene.play().process(60)[:, 0]
    assert np.ptp(ours) > 0.0
    assert np.max(np.abs(ours - theirs)) < 1e-3 * np.ptp(ours)


def test_blocks_make_no_difference_and_the_ledger_closes():
    one, *_ = strike(ledger=True, repeatable=True)
    other, *_ = strike(ledger=True, repeatable=True)
    whole = one.process(3000)
    pieces = np.concatenate([other.process(n) for n in (1, 64, 1000, 1935)])
    assert np.array_equal(whole, pieces)
    assert abs(one.ledger.residual) < 1e-11 * one.ledger.initial
    one.reset()
    assert np.array_equal(one.process(3000), whole)


def test_shape_and_modes():
    world, bar, _, contact = strike()
    world.process(500)
    places, shape = bar.places(17), bar.shape(17)
    assert places.shape == shape.shape == (17,) and np.ptp(shape) > 0.0
    assert np.all(np.diff(bar.frequencies) > 0.0) and len(bar.amplitudes) == len(bar.decays)
    port_world, port_bar, *_ = strike()
    grid = urto.World()
    skin = grid.membrane(material="mylar", radius=0.15, thickness=0.25e-3, tension=2000.0) \
        if "mylar" in urto.materials() else grid.membrane()
    skin.at(0.05, 0.02).strike(0.001)
    grid.process(200)
    picture = skin.shape(33)
    assert picture.shape == (33, 33) and picture[0, 0] == 0.0 and np.ptp(picture) > 0.0


def test_hands_and_controls():
    world = urto.World(contact_events=100, ledger=True)
    string = world.string(length=0.65, pitch=110.0, model="modal")
    mass = world.mass(mass=0.01, position=-0.01)
    contact = world.contact(mass, string.at(0.1), stiffness=1e7)
    barrier = world.line(None, string, heights=np.full(8, -0.01), above_to=(0.6, 0.0))
    bow = world.bow(string.at(0.5), force=0.0)
    drive = world.drive(string.at(0.2), gain=2.0)
    world.probe(string.at(0.6), "displacement", pan=0.3)
    world.probe(contact, channel=2)
    mass.throw_at(contact, 1.0)
    string.at  # ports are defined before the world sounds
    out = world.process(4800, inputs=np.zeros(4800))
    assert out.shape == (4800, 3) and np.ptp(out[:, 2]) > 0.0
    kinds = [event.kind for event in world.contact_events()]
    assert kinds[:2] == ["begins", "ends"]
    contact.set(stiffness=1e8, ramp=100)
    bow.set(force=0.5, velocity=0.1)
    drive.set(force=1.0)
    string.set(tuning=1.01, delay=10)
    before = world.ledger.supplied_drive
    world.process(480, inputs=np.ones(480))
    assert world.ledger.supplied_drive != before
    assert world.statistics.nonfinite == 0 and barrier.force >= 0.0
    with pytest.raises(urto.UrtoError, match="define everything before"):
        world.mass()
    with pytest.raises(TypeError, match="did you mean stiffness"):
        contact.set(stifness=1.0)
    with pytest.raises(urto.UrtoError, match="inputs are"):
        world.process(10, inputs=np.zeros(9))


def test_bodies_by_hand_and_curves():
    world = urto.World()
    bell = world.modal([440.0, 880.0], [2.0, 3.0], 0.04, shapes=[[1.0, 1.0], [0.2, -1.0]])
    probe = world.probe(bell.at(0.5))
    probe.curve("gain", [(0.0, 0.0), (0.01, 1.0)])
    port = bell.at(0.0)
    port.strike(0.01)
    out = world.process(960)
    assert abs(out[:10]).max() < abs(out[500:]).max()
    assert bell.frequencies == pytest.approx([440.0, 880.0])
    assert port.displacement != 0.0 or port.velocity != 0.0


@pytest.mark.parametrize("make", [
    lambda w: w.bar(length=-1.0), lambda w: w.string(edge="loose"), lambda w: w.bar(material="cheese"),
    lambda w: w.bow(w.bar().at(0.1), force=-1.0), lambda w: w.contact(None, None),
    lambda w: w.probe(w.bar().at(0.1), "colour"), lambda w: (w.bar().at(9.0), w.compile()),
    lambda w: w.modal([440.0], shapes=[[1.0, 2.0]]), lambda w: w.process(-1)])
def test_bad_worlds(make):
    with pytest.raises(urto.UrtoError):
        make(urto.World())


@pytest.mark.parametrize("make", [lambda w: w.bar(lengthy=1.0), lambda w: w.mass(mass="heavy"),
                                  lambda w: w.bar(material="steel"), lambda w: urto.World(solvers="x"),
                                  lambda w: w.line(None, w.string())])
def test_bad_keywords(make):
    with pytest.raises(TypeError):
        make(urto.World())


def test_threads_run_side_by_side():
    worlds = [strike()[0] for _ in range(4)]
    found = [None] * 4

    def work(i):
        found[i] = worlds[i].process(20000)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(found[0], other) for other in found[1:])


def test_a_thousand_worlds_leave_nothing():
    def turn(count):
        for _ in range(count):
            strike()[0].process(8)
            urto.Scene("glass-bar")
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    turn(200)
    before = turn(100)
    assert turn(1000) - before < 4096  # kB


# --- scenes, instruments, features ---


def test_a_scene_is_what_the_program_renders(tmp_path):
    path = tmp_path / "glass.wav"
    program("render", "glass-bar", "--seconds", "0.5", "--gain", "0", "-o", str(path))
    with wave.open(str(path)) as file:
        assert file.getsampwidth() == 3
        data = np.frombuffer(file.readframes(file.getnframes()), dtype=np.uint8).reshape(-1, 3)
    padded = np.pad(data, ((0, 0), (1, 0))).copy().view("<i4")
    theirs = padded.reshape(-1, 2) / 2.0**31
    scene = urto.Scene("glass-bar")
    scene["seconds"] = 0.5
    ours = np.asarray(scene.render())
    assert ours.shape == theirs.shape
    assert np.max(np.abs(ours - theirs)) < 2.0**-23  # 24 bits


def test_scenes_are_changed_and_refused():
    scene = urto.Scene("hammer-string")
    soft = scene.render(0.2)
    scene["contacts.felt.stiffness"] = 1e10
    assert scene["contacts.felt.stiffness"] == "10000000000.0"
    assert scene.render(0.2).features["centroid"] > soft.features["centroid"]
    with pytest.raises(urto.UrtoError, match="did you mean stiffness"):
        scene["contacts.felt.stifness"] = 1.0
    with pytest.raises(urto.UrtoError, match=r"scene:2:\d+: "):
        urto.Scene("bodies:\n  a: {type: ball}\n")
    with pytest.raises(urto.UrtoError, match="no scene that ships"):
        urto.Scene("no-such-scene")
    player = urto.Scene("tromba-marina").play()
    player.process(64)
    with pytest.raises(urto.UrtoError):
        player.set("bow.colour", 1.0)


def test_every_scene_that_ships_loads():
    for name in urto.scenes():
        assert urto.Scene(name).info.seconds > 0.0


def test_instruments():
    assert set(urto.instruments()) >= {"mallet", "tromba", "snare"}
    one = urto.Instrument("mallet", preset="marimba")
    one["decay"] = "300 ms"
    assert one["decay"] == 0.3
    sound = one.play([(60, 0.0, 0.4), (64, 0.2, 0.2, 1.0)], 0.8)
    assert sound.features["peak"] < -3.0 and len(sound) == 38400
    other = urto.Instrument("mallet")
    other.restore(one.save())
    assert other["decay"] == 0.3
    other.midi(bytes([0x90, 60, 100]))
    assert np.any(other.process(4800)) and other.statistics.notes == 1
    single = urto.Instrument("mallet", preset="marimba").play([(69, 0.0, 1.0)], 1.0)
    assert urto.features(single, "pitch") == pytest.approx(440.0, rel=1e-3)
    played = urto.Instrument(urto.Scene("hammer-string")).play([(57, 0.0, 0.6)], 0.8)
    assert urto.features(played, "pitch") == pytest.approx(220.0, rel=2e-3)


@pytest.mark.parametrize("make", [
    lambda: urto.Instrument("kazoo"), lambda: urto.Instrument("mallet", preset="kazoo"),
    lambda: urto.Instrument("mallet", rate=1.0), lambda: urto.Instrument("mallet")["kazoo"],
    lambda: urto.Instrument("mallet").__setitem__("decay", "3 kg"), lambda: urto.Instrument("mallet").note_on(128),
    lambda: urto.Instrument("mallet").restore("nonsense"), lambda: urto.Instrument(urto.Scene("glass-bar")),
    lambda: urto.features(np.zeros(10)), lambda: urto.features(np.zeros((10, 3)), rate=48000),
    lambda: urto.features(np.zeros(10), "colour", rate=48000), lambda: urto.Sweep("no-such-file.h5")])
def test_bad_instruments_and_features(make):
    with pytest.raises(urto.UrtoError):
        make()


def test_a_sound_is_an_array_and_a_page(tmp_path):
    sound = urto.Scene("glass-bar").render(0.3)
    array = np.asarray(sound)
    assert array.dtype == np.float32 and array.shape == (len(sound), sound.channels)
    assert sound.normalised().features["peak"] <= -0.99
    sound.save(tmp_path / "x.wav")
    assert (tmp_path / "x.wav").stat().st_size > array.nbytes
    with pytest.raises(urto.UrtoError):
        sound.save(tmp_path / "x.mp3")
    page = sound._repr_html_()
    assert "<audio" in page and "image/png" in page


def test_a_sweep_is_arrays(tmp_path):
    plan = tmp_path / "impacts.yaml"
    plan.write_text("base: {impact: {mass: 0.01}}\nvary:\n  stiffness: {log: [1e6, 1e10], steps: 5}\n"
                    "  velocity: [0.5, 1, 2]\nmeasure: [exit-velocity, contact-time]\n")
    program("sweep", str(plan), "-o", str(tmp_path / "impacts.h5"))
    sweep = urto.Sweep(tmp_path / "impacts.h5")
    assert len(sweep) == 15 and sweep.done.all() and sweep.units["velocity"] == "m/s" and "vary" in sweep.plan
    exact = urto.impact(mass=0.01, stiffness=sweep.axes["stiffness"], velocity=sweep.axes["velocity"])
    assert np.array_equal(exact.exit_velocity, sweep.features["exit-velocity"])
    assert np.array_equal(exact.contact_time, sweep.features["contact-time"])
    assert sweep.plot("contact-time", "stiffness").get_xscale() == "log"
    with pytest.raises(urto.UrtoError, match="kept no sound"):
        sweep.sound(0)
    with pytest.raises(urto.UrtoError, match="no 'colour'"):
        sweep.plot("colour", "stiffness")
    plan.write_text("base: {instrument: mallet, preset: marimba, note: C4, seconds: 0.3}\nvary:\n"
                    "  hardness: {linear: [0, 1], steps: 3}\nmeasure: [centroid]\nkeep: sound\n")
    program("sweep", str(plan), "-o", str(tmp_path / "notes.h5"))
    notes = urto.Sweep(tmp_path / "notes.h5")
    assert notes.sound(1).seconds == pytest.approx(0.3)
    assert notes.sound(2).features["centroid"] == pytest.approx(notes.features["centroid"][2], rel=1e-12)
    with pytest.raises(urto.UrtoError, match="not the file of a sweep"):
        urto.Sweep(plan)
