"""The examples in Python say and write what the same programs in C do."""
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[3] / "examples"
WRITES = {"hit_a_bar": ["bar.wav"], "bounce": ["bounce.wav"], "bowed_string": ["bow.wav"],
          "energy_plot": ["energy.csv", "energy.svg"], "compare_solvers": []}


def content(path: Path) -> bytes:
    """A file; of a WAV file the samples alone: others may come before them."""
    data = path.read_bytes()
    return data if path.suffix != ".wav" else data[data.index(b"data") + 8:]


def test_all_are_tested():
    assert {path.stem for path in (SOURCE / "python").glob("*.py")} == set(WRITES)


@pytest.mark.parametrize("name", WRITES)
def test_twins(name, request, tmp_path):
    program = Path(request.config.getoption("--urto")).resolve().parents[1] / "examples" / f"example_{name}"
    script = SOURCE / "python" / f"{name}.py"
    text = script.read_text()
    assert text.count("\n") <= 60 and text.startswith('"""')
    said = []
    for folder, command in (("c", [program]), ("python", [sys.executable, script])):
        (tmp_path / folder).mkdir()
        done = subprocess.run([*command, *WRITES[name]], cwd=tmp_path / folder, capture_output=True, text=True, check=True)
        said.append(done.stdout)
    assert said[0] == said[1] != ""
    for file in WRITES[name]:
        assert content(tmp_path / "c" / file) == content(tmp_path / "python" / file)
        assert len(content(tmp_path / "c" / file)) > 1000
