/** For tests: a vocabulary of words with the number of texts that contain each, and `pairs` of them with how often they occur. */
import { termOf } from "../analysis/analyzer.ts";
import { allowedEdits, buildDeletes, findNear } from "./symmetric-deletes.ts";
import type { Vocabulary } from "./vocabulary.ts";

export function vocabularyOf(
  counts: Record<string, number>,
  { texts = 9_000, pairs = {} }: { texts?: number; pairs?: Record<string, number> } = {},
): Vocabulary {
  const forms = new Map(Object.keys(counts).map((word) => [termOf(word)!, word]));
  const terms = [...forms.keys()];
  const ofPair = new Map(
    Object.entries(pairs).map(([pair, n]) => [pair.split(" ").map(termOf).join(" "), n]),
  );
  const deletes = buildDeletes(terms);
  return {
    texts,
    frequency: (term) => counts[forms.get(term) ?? ""] ?? 0,
    near: (text, length = text.length) =>
      findNear(deletes, text, { textOf: (owner) => terms[owner]!, edits: allowedEdits(length) }).map(
        (found) => found.text,
      ),
    form: (term) => forms.get(term) ?? term,
    pairs: (first, second) => ofPair.get(`${first} ${second}`) ?? 0,
  };
}
