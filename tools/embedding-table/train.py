"""Fits one row per word so that the weighted sum of a text's rows points where the teacher's sentence vector points.

    python train.py --work work/ --dimensions 128 --out table.npz

Loss: cosine to the teacher's vector (projected on its principal directions), divergence between the two models' in-batch
similarities, and a contrastive loss on pairs (word and definition, title and passage).
"""

import argparse
import json
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from words import pieces_of, words_of

BATCH, PAIRS, FLAT = 768, 512, 4096
TEMPERATURE, PAIR_TEMPERATURE, PAIR_WEIGHT = 0.05, 0.06, 0.3
MAX_WORDS = 160


def read_rows(texts, rows):
    cache = {}
    result = []
    for text in texts:
        found = []
        for word in words_of(text)[:MAX_WORDS]:
            if word not in cache:
                cache[word] = pieces_of(word, rows)
            found += cache[word]
        result.append(np.asarray(found, np.int32))
    return result


def flatten(batch, padding):
    """Row numbers of all texts in one line with the text that each belongs to; padded to few lengths."""
    flat = np.concatenate(batch)
    owner = np.repeat(np.arange(len(batch)), [len(one) for one in batch])
    length = -(-len(flat) // FLAT) * FLAT
    return (np.pad(flat, (0, length - len(flat)), constant_values=padding),
            np.pad(owner, (0, length - len(owner)), constant_values=len(batch)))


def pooled(parameters, flat, owner, count):
    weighted = parameters["rows"][flat] * jnp.exp(parameters["logs"])[flat][:, None]
    sums = jax.ops.segment_sum(weighted, owner, count + 1)[:count]
    return sums / jnp.sqrt((sums**2).sum(1, keepdims=True) + 1e-12)


def loss_of(parameters, fit, pairs):
    flat, owner, targets, teacher = fit
    vectors = pooled(parameters, flat, owner, BATCH)
    cosine = 1 - (vectors * targets).sum(1).mean()
    own = jnp.eye(BATCH) * -1e4
    wanted = jax.nn.log_softmax(teacher @ teacher.T / TEMPERATURE + own, axis=1)
    given = jax.nn.log_softmax(vectors @ vectors.T / TEMPERATURE + own, axis=1)
    divergence = (jnp.exp(wanted) * (wanted - given)).sum(1).mean()
    left = pooled(parameters, pairs[0], pairs[1], PAIRS)
    right = pooled(parameters, pairs[2], pairs[3], PAIRS)
    scores = left @ right.T / PAIR_TEMPERATURE
    diagonal = lambda s: -jnp.diagonal(jax.nn.log_softmax(s, axis=1)).mean()
    contrast = (diagonal(scores) + diagonal(scores.T)) / 2
    return cosine + divergence + PAIR_WEIGHT * contrast, (cosine, divergence, contrast)


@jax.jit
def step(parameters, moments, rate, at, fit, pairs):
    """Adam; weights move five times as fast as rows."""
    (_, parts), gradients = jax.value_and_grad(loss_of, has_aux=True)(parameters, fit, pairs)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradients)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, moments[1], gradients)
    correct = lambda m, v: (m / (1 - 0.9**at)) / (jnp.sqrt(v / (1 - 0.999**at)) + 1e-8)
    move = jax.tree.map(correct, first, second)
    rates = {"rows": rate, "logs": 5 * rate}
    return {k: parameters[k] - rates[k] * move[k] for k in parameters}, (first, second), parts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dimensions", type=int, default=128)
    parser.add_argument("--epochs", type=float, default=12)
    parser.add_argument("--rate", type=float, default=1e-3)
    options = parser.parse_args()
    started, random = time.time(), np.random.default_rng(1)
    texts = json.loads((options.work / "texts.json").read_text())
    stored = np.load(options.work / "rows.npz")
    names = [str(name) for name in stored["names"]]
    rows = {name: i for i, name in enumerate(names)}
    teacher = np.load(options.work / "sentences.npy").astype(np.float32)
    ids = read_rows(texts["sentences"][: len(teacher)], rows)
    usable = np.array([i for i, one in enumerate(ids) if len(one) > 0])
    sides = [read_rows(side, rows) for side in zip(*texts["pairs"])]
    pair_ids = [pair for pair in zip(*sides) if len(pair[0]) > 0 and len(pair[1]) > 0]
    print(len(usable), "texts,", len(pair_ids), "pairs,", len(names), "rows", round(time.time() - started), "s", flush=True)

    # Principal directions of the teacher's vectors; rows start as the teacher's vector of the word alone.
    mean = teacher.mean(0)
    _, _, directions = np.linalg.svd((teacher - mean)[:: max(1, len(teacher) // 20000)], full_matrices=False)
    directions = directions[: options.dimensions].T
    alone = stored["rows"] / np.linalg.norm(stored["rows"], axis=1, keepdims=True)
    initial = ((alone - mean) @ directions).astype(np.float32)
    counts = np.bincount(np.concatenate(ids), minlength=len(names)) + 0.3
    frequency = counts / counts.sum()
    padding = len(names)
    parameters = {"rows": jnp.asarray(np.vstack([initial, np.zeros((1, options.dimensions), np.float32)])),
                  "logs": jnp.asarray(np.append(np.log(1e-3 / (1e-3 + frequency)), -20).astype(np.float32))}
    targets = (teacher - mean) @ directions
    targets /= np.linalg.norm(targets, axis=1, keepdims=True)
    moments = tuple(jax.tree.map(jnp.zeros_like, parameters) for _ in range(2))
    held_out = usable[usable % 40 == 0]
    fitted = usable[usable % 40 != 0]

    def score():
        flat, owner = flatten([ids[i] for i in held_out], padding)
        vectors = np.asarray(pooled(parameters, flat, owner, len(held_out)))
        upper = np.triu_indices(len(held_out), 1)
        correlation = np.corrcoef((vectors @ vectors.T)[upper], (teacher[held_out] @ teacher[held_out].T)[upper])[0, 1]
        return f"cosine {(vectors * targets[held_out]).sum(1).mean():.4f}, correlation of similarities {correlation:.4f}"

    print("before:", score(), flush=True)
    steps = int(options.epochs * len(fitted) / BATCH)
    for at in range(1, steps + 1):
        chosen = random.choice(fitted, BATCH, replace=False)
        pairs = [pair_ids[i] for i in random.choice(len(pair_ids), PAIRS, replace=False)]
        fit = (*flatten([ids[i] for i in chosen], padding), targets[chosen], teacher[chosen])
        rate = options.rate * (1 + np.cos(np.pi * at / steps)) / 2
        parameters, moments, parts = step(parameters, moments, rate, at,
                                          fit, (*flatten([p[0] for p in pairs], padding), *flatten([p[1] for p in pairs], padding)))
        if at % 100 == 0 or at == steps:
            print(at, "of", steps, [round(float(p), 4) for p in parts], score(), round(time.time() - started), "s", flush=True)
    final = np.asarray(parameters["rows"])[:padding] * np.exp(np.asarray(parameters["logs"]))[:padding, None]
    np.savez(options.out, names=np.array(names), rows=final.astype(np.float32))


if __name__ == "__main__":
    main()
