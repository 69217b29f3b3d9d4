"""Packs a trained table into the file that the product loads: four bits a number, one scale a row.

    python pack.py --table table.npz --out ../../src/embed/static/table.bin

Layout, little-endian: rows and dimensions as uint32; bytes of the names as uint32; names joined by line feeds (UTF-8),
padded with line feeds to a multiple of four; scales as float32; rows of dimensions / 2 bytes, even numbers in the low half,
each value + 8.
"""

import argparse
from pathlib import Path

import numpy as np


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    stored = np.load(options.table)
    rows = stored["rows"].astype(np.float32)
    scales = np.abs(rows).max(1) / 7
    scales[scales == 0] = 1
    values = np.round(rows / scales[:, None]).astype(np.int8) + 8
    packed = (values[:, ::2] | (values[:, 1::2] << 4)).astype(np.uint8)
    names = "\n".join(str(name) for name in stored["names"]).encode()
    names += b"\n" * (-len(names) % 4)
    header = np.array([rows.shape[0], rows.shape[1], len(names)], "<u4").tobytes()
    options.out.write_bytes(header + names + scales.astype("<f4").tobytes() + packed.tobytes())
    print(f"{options.out}: {rows.shape[0]} rows of {rows.shape[1]}, {options.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
