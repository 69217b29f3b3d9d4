"""Collects the training texts: WordNet, and archive sources whose licence allows use. Writes texts.json.

    python texts.py --wordnet /usr/share/wordnet --archive FOLDER --projects FILE --out work/
"""

import argparse
import collections
import gzip
import json
import random
import re
from pathlib import Path

from words import words_of

# Sources under CC0-1.0, MIT, or Apache-2.0 OR MIT.
SOURCES = {"eips": 4000, "ercs": 4000, "rust-rfcs": 4000, "optech": 4000, "devcon-talks": 4000, "bitcoin-dev": 6000, "lightning-dev": 3000, "delvingbitcoin": 2000}
SENTENCE = re.compile(r"(?<=[.!?])\s+")


def wordnet(folder: Path):
    """Synsets: their words, the definition, example sentences."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text("utf8").splitlines():
            if line.startswith(" "):
                continue
            head, gloss = line.split(" | ", 1)
            fields = head.split(" ")
            count = int(fields[3], 16)
            members = [re.sub(r"\(.*\)$", "", fields[4 + 2 * n]).replace("_", " ") for n in range(count)]
            examples = re.findall(r'"([^"]{10,160})"', gloss)
            definition = re.sub(r'[;:]?\s*".*$', "", gloss).strip(" ;")
            if definition:
                yield members, definition, examples


def documents(file: Path):
    with gzip.open(file, "rt", encoding="utf8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["title"], re.sub(r"\s+", " ", record["content"])


def sentences_of(text: str):
    for sentence in SENTENCE.split(text[:20000]):
        words = sentence.split()
        if 6 <= len(words) <= 40 and sum(c.isalpha() or c == " " for c in sentence) > 0.85 * len(sentence):
            yield sentence


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wordnet", type=Path, required=True)
    parser.add_argument("--archive", type=Path, required=True)
    parser.add_argument("--projects", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    shuffled = random.Random(1)
    sentences, pairs = [], []
    synsets = list(wordnet(options.wordnet))
    shuffled.shuffle(synsets)
    for i, (members, definition, examples) in enumerate(synsets):
        # Half of the definitions are learned on their own, half with a word that they define.
        sentences.append((f"{members[0]}: {definition}" if i % 2 else definition))
        pairs.append((" ".join(members), definition))
        if examples:
            pairs.append((examples[0], f"{members[0]} {definition}"))
    shuffled.shuffle(sentences)
    sentences = sentences[:24000]
    counts, spread = collections.Counter(), collections.Counter()
    for source, wanted in SOURCES.items():
        found, seen = [], collections.Counter()
        for title, content in documents(options.archive / f"{source}.jsonl.gz"):
            seen.update(words_of(f"{title} {content[:4000]}"))
            lead = content[:600]
            if len(lead) > 200:
                found.append(f"{title}. {lead[:280]}")
                if len(title) > 12 and not title.lower().startswith("re:"):
                    pairs.append((title, lead))
            found.extend(shuffled.sample(list(sentences_of(content)) or [title], k=1))
        shuffled.shuffle(found)
        sentences += found[:wanted]
        counts.update(seen)
        spread.update(word for word, times in seen.items() if times >= 3)
    projects = collections.Counter()
    with gzip.open(options.projects, "rt", encoding="utf8") as lines:
        for line in lines:
            record = json.loads(line)
            projects.update(words_of(f"{record['name']} {record['oneLiner'] or ''} {record['description'] or ''}"))
    # Words alone, to give a row of their own to those that WordPiece would split.
    frequent = {w: spread[w] * 20 + counts[w] ** 0.5 + 9 * projects[w] ** 0.5
                for w in counts.keys() | projects.keys()
                if w.isalpha() and w.isascii() and 3 <= len(w) <= 20 and ((spread[w] >= 4 and counts[w] >= 60) or projects[w] >= 12)}
    shuffled.shuffle(sentences)
    options.out.mkdir(parents=True, exist_ok=True)
    words = sorted(frequent, key=lambda w: (-frequent[w], w))
    (options.out / "texts.json").write_text(json.dumps({"sentences": sentences, "pairs": pairs, "words": words}))
    print(len(sentences), "sentences,", len(pairs), "pairs,", len(words), "frequent words")


if __name__ == "__main__":
    main()
