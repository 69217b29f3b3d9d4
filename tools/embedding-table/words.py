"""Words as the product reads them (src/embed/static): folded to lower case without accents, letters and digits only."""

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")
MAX_WORD = 40


def words_of(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKD", text.lower())
    if not folded.isascii():
        folded = "".join(c for c in folded if unicodedata.category(c) != "Mn")
    return [word for word in WORD.findall(folded) if len(word) <= MAX_WORD]


def pieces_of(word: str, rows: dict[str, int]) -> list[int]:
    """The word's own row, or greedy longest WordPieces ("##" before all but the first); empty where a part is unknown."""
    if word in rows:
        return [rows[word]]
    found, start = [], 0
    while start < len(word):
        prefix = "##" if start else ""
        end = next((e for e in range(len(word), start, -1) if prefix + word[start:e] in rows), None)
        if end is None:
            return []
        found.append(rows[prefix + word[start:end]])
        start = end
    return found
