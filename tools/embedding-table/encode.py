"""Teacher vectors of the training texts, of each WordPiece and of the frequent words that WordPiece splits.

    python encode.py --teacher FOLDER --work work/
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from teacher import BATCH, Teacher
from texts import OWN_ROWS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True, help="folder with model.safetensors, config.json and tokenizer.json")
    options = parser.parse_args()
    started = time.time()
    teacher = Teacher(options.teacher)
    read = json.loads((options.work / "texts.json").read_text())
    vocabulary = teacher.tokenizer.get_vocab()
    pieces = sorted((p for p in vocabulary if p.isascii() and not p.startswith("[")), key=vocabulary.get)
    words = [word for word in read["words"] if word not in vocabulary][:OWN_ROWS]

    def progress(done):
        if done % (100 * BATCH) == 0:
            print(f"{done} of {len(read['texts'])} texts, {time.time() - started:.0f} s", flush=True)

    # Not normalised: a row's length says how much the teacher makes of the word.
    rows = [teacher.encode_ids([[101, vocabulary[piece], 102] for piece in pieces]), teacher.encode(words)]
    np.savez(options.work / "rows.npz", names=np.array(pieces + words), rows=np.vstack(rows))
    vectors = teacher.encode(read["texts"], progress)
    vectors /= vectors.norm(dim=1, keepdim=True)
    np.save(options.work / "vectors.npy", vectors.numpy().astype(np.float16))


if __name__ == "__main__":
    main()
