"""Collects the training texts: WordNet, archive sources whose licence allows use, descriptions of Debian packages, and
invented projects. Writes texts.json.

    python texts.py --wordnet /usr/share/wordnet --archive FOLDER --projects FILE --debian FILE --invented FILE --out work/
"""

import argparse
import collections
import gzip
import json
import random
import re
from pathlib import Path

from words import words_of

# Sources under CC0-1.0, MIT, or Apache-2.0 OR MIT, and how many passages are taken of each.
SOURCES = {"eips": 6000, "ercs": 6000, "rust-rfcs": 6000, "optech": 12000, "devcon-talks": 16000, "bitcoin-dev": 20000,
           "lightning-dev": 8000, "delvingbitcoin": 3000, "bitcoin-transcripts": 12000}
SENTENCE = re.compile(r"(?<=[.!?])\s+")
PASSAGE, STRIDE, READ = 700, 900, 12000
KEYWORDS = 60000
OWN_ROWS = 32000
# Frequent all the same. A word with a row counts as written correctly, so that queries are not corrected.
MISSPELT = frozenset(Path(__file__).with_name("misspelt.txt").read_text().split())


class Texts:
    """Texts without repeated spaces, and pairs of them that belong together."""

    def __init__(self):
        self.texts, self.pairs = [], []

    def add(self, text: str) -> int:
        self.texts.append(re.sub(r"\s+", " ", text).strip())
        return len(self.texts) - 1

    def pair(self, short: str, long: int):
        self.pairs.append((self.add(short), long))


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
            yield record["title"], record["content"]


def packages(file: Path):
    """Name, synopsis and description of packages, from a Translation-en file of Debian."""
    with gzip.open(file, "rt", encoding="utf8") as whole:
        for entry in whole.read().split("\n\n"):
            found = re.match(r"Package: (\S+)\n(?:.*\n)*?Description-en: (.*)\n((?: .*\n?)*)", entry)
            if found:
                name, synopsis, description = found.groups()
                yield name, synopsis, re.sub(r"\s+", " ", description.replace("\n .\n", "\n")).strip()


def sentences_of(text: str):
    for sentence in SENTENCE.split(re.sub(r"\s+", " ", text[:20000])):
        words = sentence.split()
        if 6 <= len(words) <= 40 and sum(c.isalpha() or c == " " for c in sentence) > 0.85 * len(sentence):
            yield sentence


def add_wordnet(found: Texts, folder: Path, shuffled: random.Random):
    synsets = list(wordnet(folder))
    shuffled.shuffle(synsets)
    for i, (members, definition, examples) in enumerate(synsets):
        at = found.add(definition if i % 10 < 7 else f"{members[0]}: {definition}")
        found.pair(" ".join(members), at)
        if examples:
            found.pair(examples[0], at)


def add_source(found: Texts, file: Path, wanted: int, shuffled: random.Random):
    passages, sentences = [], []
    for title, content in documents(file):
        if len(content) > 200 and len(title) > 12 and not title.lower().startswith("re:"):
            passages.append((title, content[:PASSAGE]))
        passages.extend((None, content[at : at + PASSAGE]) for at in range(STRIDE, min(len(content), READ), STRIDE))
        own = list(sentences_of(content))
        sentences.extend(shuffled.sample(own, k=min(3, len(own))))
    for title, passage in shuffled.sample(passages, k=min(wanted, len(passages))):
        at = found.add(f"{title}. {passage}" if title and shuffled.random() < 0.5 else passage)
        if title:
            found.pair(title, at)
    for sentence in shuffled.sample(sentences, k=min(wanted // 2, len(sentences))):
        found.add(sentence)


def add_packages(found: Texts, file: Path, shuffled: random.Random):
    """Skips packages with a repeated description, and most libraries."""
    seen = set()
    for name, synopsis, description in packages(file):
        if description[:60] in seen or len(description) < 60 or (name.startswith("lib") and shuffled.random() < 0.6):
            continue
        seen.add(description[:60])
        at = found.add((f"{name} " if shuffled.random() < 0.3 else "") + description[:PASSAGE])
        found.pair(synopsis, at)


def records_of(file: Path):
    with gzip.open(file, "rt", encoding="utf8") as lines:
        return [json.loads(line) for line in lines]


def queries_of(record) -> list[str]:
    return [record[kind] for kind in ("keywords", "question", "paraphrase")] + record.get("paraphrases", [])


def add_invented(found: Texts, records):
    """Triples: a query, the text that answers it, and one of the same field that does not; without one, the text before."""
    answers = [found.add(record["description"]) for record in records]
    triples = []
    for at, record in enumerate(records):
        other = found.add(record["other"]) if "other" in record else answers[at - 1]
        triples.extend((found.add(query), answers[at], other) for query in queries_of(record))
    return triples


def frequent_words(options, records) -> list[str]:
    """Those that get a row of their own where WordPiece would split them, most frequent first."""
    counts, spread, projects, packaged = (collections.Counter() for _ in range(4))
    for source in SOURCES:
        seen = collections.Counter()
        for title, content in documents(options.archive / f"{source}.jsonl.gz"):
            seen.update(words_of(f"{title} {content[:4000]}"))
        counts.update(seen)
        spread.update(word for word, times in seen.items() if times >= 3)
    with gzip.open(options.projects, "rt", encoding="utf8") as lines:
        for line in lines:
            record = json.loads(line)
            projects.update(words_of(f"{record['name']} {record['oneLiner'] or ''} {record['description'] or ''}"))
    for _, synopsis, description in packages(options.debian):
        packaged.update(set(words_of(f"{synopsis} {description}")))
    defined = collections.Counter(word for members, definition, _ in wordnet(options.wordnet)
                                  for word in words_of(f"{' '.join(members)} {definition}"))
    invented = collections.Counter(word for record in records
                                   for word in set(words_of(" ".join([record["description"], *queries_of(record)]))))

    def is_frequent(word: str) -> bool:
        if not word.isascii() or word.isdigit() or word in MISSPELT:
            return False
        if not word.isalpha() or not 3 <= len(word) <= 20:  # "zk", "1inch"
            return len(word) <= 8 and projects[word] + 2 * invented[word] >= 20
        return ((spread[word] >= 4 and counts[word] >= 60) or projects[word] >= 3 or packaged[word] >= 20
                or defined[word] >= 3 or invented[word] >= 4)

    known = counts.keys() | projects.keys() | packaged.keys() | defined.keys() | invented.keys()
    weight = {w: 20 * spread[w] + counts[w] ** 0.5 + 9 * projects[w] ** 0.5 + 9 * invented[w] ** 0.5 + packaged[w] ** 0.5
              + 2 * defined[w] ** 0.5 for w in known if is_frequent(w)}
    return sorted(weight, key=lambda w: (-weight[w], w))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("wordnet", "archive", "projects", "debian", "invented", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    shuffled, found = random.Random(1), Texts()
    add_wordnet(found, options.wordnet, shuffled)
    for source, wanted in SOURCES.items():
        add_source(found, options.archive / f"{source}.jsonl.gz", wanted, shuffled)
    add_packages(found, options.debian, shuffled)
    records = records_of(options.invented)
    triples = add_invented(found, records)
    # As people search: a few words of a text, in any order.
    for text in shuffled.choices(found.texts, k=KEYWORDS):
        words = re.findall(r"[A-Za-z][A-Za-z-]{3,}", text)
        if len(words) >= 4:
            found.add(" ".join(shuffled.sample(words, k=shuffled.randint(1, 4))))
    words = frequent_words(options, records)
    options.out.mkdir(parents=True, exist_ok=True)
    content = {"texts": found.texts, "pairs": found.pairs, "triples": triples, "words": words}
    (options.out / "texts.json").write_text(json.dumps(content))
    print(len(found.texts), "texts,", len(found.pairs), "pairs,", len(triples), "triples,", len(words), "frequent words")


if __name__ == "__main__":
    main()
