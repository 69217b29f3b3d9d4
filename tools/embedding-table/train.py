"""Fits one row per word so that the sum of a text's rows points where the teacher's sentence vector points.

    python train.py --work work/ --dimensions 128 --out table.npz

Loss: cosine to the teacher's vector (projected on its principal directions); divergence between the two models'
similarities within a batch of short and long texts, pairs among them; a contrastive loss on triples of a query, its text
(or another query for it) and another text. In the last two fifths the rows are rounded to four bits, as they will be stored.
"""

import argparse
import json
import math
import time
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import cross_entropy, embedding_bag, log_softmax, normalize

from words import pieces_of, words_of

SHORT, SHORT_BATCH, LONG_BATCH, TRIPLES = 32, 2048, 768, 512
TEMPERATURE, TRIPLE_TEMPERATURE, TRIPLE_WEIGHT = 0.05, 0.06, 0.2
OTHER_QUERY = 0.4
MAX_WORDS = 160
ROUNDED_FROM = 0.6
RATE, WARM_UP = 2e-3, 200
names: dict[str, int] = {}


def share(rows: dict[str, int]):
    names.update(rows)


def read_rows(text: str) -> list[int]:
    return [row for word in words_of(text)[:MAX_WORDS] for row in pieces_of(word, names)]


class Ragged:
    """Row numbers of all texts in one line."""

    def __init__(self, lists, device):
        self.flat = torch.tensor(np.concatenate([np.asarray(one, np.int32) for one in lists]), device=device)
        self.lengths = torch.tensor([len(one) for one in lists], device=device)
        self.starts = self.lengths.cumsum(0) - self.lengths

    def pooled(self, rows, which):
        """Unit vectors of the texts with these numbers."""
        lengths = self.lengths[which]
        offsets = lengths.cumsum(0) - lengths
        at = torch.arange(int(lengths.sum()), device=rows.device) - offsets.repeat_interleave(lengths)
        found = self.flat[self.starts[which].repeat_interleave(lengths) + at]
        return normalize(embedding_bag(found.long(), rows, offsets, mode="sum"), dim=1, eps=1e-6)


def rounded(rows):
    """To four bits by the largest number of each row; gradients pass."""
    scales = rows.abs().amax(1, keepdim=True) / 7 + 1e-9
    return rows + ((rows / scales).round() * scales - rows).detach()


def divergence(vectors, teacher):
    own = torch.eye(len(vectors), device=vectors.device) * -1e4
    wanted = log_softmax(teacher @ teacher.T / TEMPERATURE + own, 1)
    given = log_softmax(vectors @ vectors.T / TEMPERATURE + own, 1)
    return (wanted.exp() * (wanted - given)).sum(1).mean()


class Triples:
    """Triples of numbers of texts: a query, its text, another text. Those of one text follow one another."""

    def __init__(self, triples):
        self.triples = triples
        _, counts = torch.unique_consecutive(triples[:, 1], return_counts=True)
        self.counts = counts.repeat_interleave(counts)
        self.first = (counts.cumsum(0) - counts).repeat_interleave(counts)

    def draw(self, count: int):
        """Queries, what each must be near (its text, or by a chance of `OTHER_QUERY` another query for it), others, and the texts."""
        drawn = torch.randint(len(self.triples), (count,), device=self.triples.device)
        query, text, other = self.triples[drawn].T
        mate = self.first[drawn] + (torch.rand(count, device=drawn.device) * self.counts[drawn]).long()
        replaced = (torch.rand(count, device=drawn.device) < OTHER_QUERY) & (mate != drawn)
        return query, torch.where(replaced, self.triples[mate][:, 0], text), other, text


def contrast(queries, texts, others, answers):
    """`answers`: numbers of the texts; one that occurs twice in a batch is no wrong answer to either query."""
    scores = queries @ torch.cat([texts, others]).T / TRIPLE_TEMPERATURE
    same = (answers[:, None] == answers) & ~torch.eye(len(answers), dtype=torch.bool, device=answers.device)
    scores = scores.masked_fill(torch.cat([same, torch.zeros_like(same)], 1), -1e4)
    return cross_entropy(scores, torch.arange(len(answers), device=answers.device))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dimensions", type=int, default=128)
    parser.add_argument("--steps", type=int, default=7000)
    parser.add_argument("--triple-weight", type=float, default=TRIPLE_WEIGHT)
    options = parser.parse_args()
    started = time.time()
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    read = json.loads((options.work / "texts.json").read_text())
    stored = np.load(options.work / "rows.npz")
    names.update({str(name): row for row, name in enumerate(stored["names"])})
    with Pool(initializer=share, initargs=(names,)) as pool:
        lists = pool.map(read_rows, read["texts"], chunksize=2000)
    texts = Ragged(lists, device)
    teacher = torch.tensor(np.load(options.work / "vectors.npy"), device=device)
    on = lambda some: torch.tensor(np.array(some), device=device)
    lengths = np.array([len(one) for one in lists])
    held_out = np.arange(len(lists)) % 160 == 0
    usable = (lengths > 0) & ~held_out
    pairs = np.array([pair for pair in read["pairs"] if all(usable[pair]) and lengths[pair[0]] <= SHORT])
    short, long = (on(np.flatnonzero(usable & kind)) for kind in (lengths <= SHORT, lengths > SHORT))
    to_long = lengths[pairs[:, 1]] > SHORT
    pairs_short, pairs_long = on(pairs[~to_long]), on(pairs[to_long])
    triples = Triples(on([triple for triple in read["triples"] if all(usable[triple])]))
    checked = on(np.flatnonzero(held_out & (lengths > 0)))
    print(len(lists), "texts,", len(pairs), "pairs,", len(triples.triples), "triples,", len(names), "rows", round(time.time() - started), "s", flush=True)

    # Principal directions of the teacher's vectors; rows start as the teacher's vector of the word alone, rare ones longer.
    sample = teacher[::8].float()
    mean = sample.mean(0)
    directions = torch.linalg.svd(sample - mean, full_matrices=False).Vh[: options.dimensions].T
    alone = normalize(torch.tensor(stored["rows"], device=device).float(), dim=1)
    frequency = torch.bincount(texts.flat, minlength=len(names)) + 0.3
    weights = 1e-3 / (1e-3 + frequency / frequency.sum())
    rows = torch.nn.Parameter(10 * weights[:, None] * ((alone - mean) @ directions))
    target = lambda which: normalize((teacher[which].float() - mean) @ directions, dim=1)
    optimizer = torch.optim.Adam([rows], lr=RATE, betas=(0.9, 0.98))
    pick = lambda some, count: some[torch.randint(len(some), (count,), device=device)]

    def score():
        with torch.no_grad():
            vectors, wanted = texts.pooled(rounded(rows), checked), teacher[checked].float()
        upper = tuple(torch.triu_indices(len(checked), len(checked), 1, device=device))
        both = torch.stack([(vectors @ vectors.T)[upper], (wanted @ wanted.T)[upper]])
        return f"cosine {(vectors * target(checked)).sum(1).mean():.4f}, correlation of similarities {torch.corrcoef(both)[0, 1]:.4f}"

    print("before:", score(), flush=True)
    for at in range(1, options.steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, at / WARM_UP) * (1 + math.cos(math.pi * at / options.steps)) / 2
        used = rounded(rows) if at > ROUNDED_FROM * options.steps else rows
        some_long, some_short = pick(pairs_long, LONG_BATCH // 2), pick(pairs_short, SHORT_BATCH // 4)
        which = torch.cat([some_long[:, 0], some_short.flatten(), pick(short, SHORT_BATCH - LONG_BATCH // 2 - SHORT_BATCH // 2),
                           some_long[:, 1], pick(long, LONG_BATCH - LONG_BATCH // 2)])
        vectors = texts.pooled(used, which)
        parts = [1 - (vectors * target(which)).sum(1).mean(), divergence(vectors, teacher[which].float())]
        if options.triple_weight > 0:
            *sides, answers = triples.draw(TRIPLES)
            parts.append(options.triple_weight * contrast(*(texts.pooled(used, side) for side in sides), answers))
        optimizer.zero_grad()
        sum(parts).backward()
        optimizer.step()
        if at % 500 == 0 or at == options.steps:
            print(at, "of", options.steps, [round(part.item(), 4) for part in parts], score(), round(time.time() - started), "s", flush=True)
    np.savez(options.out, names=np.array(list(names)), rows=rows.detach().cpu().numpy())


if __name__ == "__main__":
    main()
