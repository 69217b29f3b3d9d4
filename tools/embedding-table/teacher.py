"""Sentence vectors of all-MiniLM-L6-v2: mean pooling over the last layer, unit length, as its authors define them."""

import functools
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

LAYERS, HEADS, WIDTH = 6, 12, 384
MAX_TOKENS = 80
BATCH = 64


def layer_norm(x, weights, name):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + 1e-12) * weights[name + ".weight"] + weights[name + ".bias"]


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


@jax.jit
def pooled(weights, ids, mask):
    """ids and mask: texts × tokens. Mean of the last layer over the tokens of each text; not normalised."""
    texts, tokens = ids.shape
    e = "embeddings."
    x = weights[e + "word_embeddings.weight"][ids] + weights[e + "position_embeddings.weight"][:tokens]
    x = layer_norm(x + weights[e + "token_type_embeddings.weight"][0], weights, e + "LayerNorm")
    bias = jnp.where(mask[:, None, None, :] > 0, 0.0, -1e9)
    split = lambda y: y.reshape(texts, tokens, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
    for n in range(LAYERS):
        at = f"encoder.layer.{n}."
        query, key, value = (split(linear(x, weights, f"{at}attention.self.{part}")) for part in ("query", "key", "value"))
        attention = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / np.sqrt(WIDTH / HEADS) + bias, axis=-1)
        mixed = (attention @ value).transpose(0, 2, 1, 3).reshape(texts, tokens, WIDTH)
        x = layer_norm(x + linear(mixed, weights, at + "attention.output.dense"), weights, at + "attention.output.LayerNorm")
        inner = jax.nn.gelu(linear(x, weights, at + "intermediate.dense"), approximate=False)
        x = layer_norm(x + linear(inner, weights, at + "output.dense"), weights, at + "output.LayerNorm")
    weight = mask[:, :, None].astype(x.dtype)
    return (x * weight).sum(1) / weight.sum(1)


class Teacher:
    def __init__(self, folder: Path):
        weights = load_file(folder / "model.safetensors")
        self.weights = {name: jnp.asarray(value) for name, value in weights.items() if value.dtype == np.float32}
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_TOKENS)

    def encode_ids(self, sequences, progress=lambda done: None):
        """One row per sequence of token numbers, in the order given."""
        vectors = np.zeros((len(sequences), WIDTH), np.float32)
        order = sorted(range(len(sequences)), key=lambda i: len(sequences[i]))
        at = 0
        while at < len(order):
            # Few shapes, so that each is compiled once.
            longest = -(-len(sequences[order[min(at + BATCH, len(order)) - 1]]) // 4) * 4
            batch = order[at : at + BATCH]
            ids = np.zeros((BATCH, longest), np.int32)
            mask = np.zeros((BATCH, longest), np.int32)
            mask[:, 0] = 1
            for row, i in enumerate(batch):
                ids[row, : len(sequences[i])] = sequences[i]
                mask[row, : len(sequences[i])] = 1
            vectors[batch] = np.asarray(pooled(self.weights, ids, mask))[: len(batch)]
            at += len(batch)
            progress(at)
        return vectors

    def encode(self, texts, progress=lambda done: None):
        """Unit vectors of texts."""
        vectors = self.encode_ids([e.ids for e in self.tokenizer.encode_batch(list(texts))], progress)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
