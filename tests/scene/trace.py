"""Reads a trace as NumPy's format says, without NumPy, and compares it with the CSV file of the same scene.

trace.py FILE.npy FILE.csv
"""
import ast
import csv
import struct
import sys

data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x93NUMPY\x03\x00", data[:8]
(length,) = struct.unpack("<I", data[8:12])
start = 12 + length
assert start % 64 == 0 and data[start - 1 : start] == b"\n"
header = ast.literal_eval(data[12:start].decode("utf-8"))
assert sorted(header) == ["descr", "fortran_order", "shape"] and header["fortran_order"] is False
names = [name for name, kind in header["descr"] if kind == "<f8"]
assert len(names) == len(header["descr"]) == len(set(names))
(rows,) = header["shape"]
assert len(data) == start + 8 * rows * len(names), (len(data), rows, len(names))
table = list(csv.reader(open(sys.argv[2], encoding="utf-8")))
assert table[0] == names, table[0]
assert len(table) == rows + 1
for i, row in enumerate(table[1:]):
    here = struct.unpack_from("<%dd" % len(names), data, start + 8 * i * len(names))
    assert tuple(map(float, row)) == here, (i, row, here)
try:
    import numpy
except ImportError:
    print("read by hand")
else:
    loaded = numpy.load(sys.argv[1])
    assert list(loaded.dtype.names) == names and len(loaded) == rows
    assert all(loaded[names[0]] == [float(row[0]) for row in table[1:]])
    print("read by hand and by NumPy")
