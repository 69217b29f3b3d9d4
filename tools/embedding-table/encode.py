"""Teacher vectors of the training texts, of each WordPiece and of the frequent words that WordPiece splits.

    python encode.py --teacher FOLDER --work work/
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from teacher import Teacher


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", type=Path, required=True, help="folder with model.safetensors and tokenizer.json")
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    started = time.time()
    teacher = Teacher(options.teacher)
    texts = json.loads((options.work / "texts.json").read_text())
    vocabulary = teacher.tokenizer.get_vocab()
    pieces = sorted((p for p in vocabulary if p.isascii() and not p.startswith("[")), key=vocabulary.get)
    words = [word for word in texts["words"] if word not in vocabulary]

    def progress(name, total):
        def show(done):
            if done % 3200 < 64:
                print(f"{name}: {done} of {total}, {time.time() - started:.0f} s", flush=True)
        return show

    # Not normalised: a row's length says how much the teacher makes of the word.
    rows = teacher.encode_ids([[101, vocabulary[p], 102] for p in pieces], progress("pieces", len(pieces)))
    own = teacher.encode_ids([e.ids for e in teacher.tokenizer.encode_batch(words)], progress("words", len(words)))
    np.savez(options.work / "rows.npz", names=np.array(pieces + words), rows=np.vstack([rows, own]))
    sentences = texts["sentences"]
    vectors = teacher.encode(sentences, progress("sentences", len(sentences)))
    np.save(options.work / "sentences.npy", vectors.astype(np.float16))


if __name__ == "__main__":
    main()
