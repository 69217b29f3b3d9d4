/**
 * Correctly written words of a query in place of others: in `lighting network` and `merkel tree` the neighbors tell that
 * "lightning" and "merkle" are meant.
 */
import { termOf } from "../analysis/analyzer.ts";
import type { Token } from "../analysis/tokenizer.ts";
import { typingCost } from "./edit-distance.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { Reading, Words } from "./word-readings.ts";

const shortest = 4;
/** Least occurrences of the word that is meant beside a neighbor, how many times those of the typed one, */
const leastPairs = 10;
const pairsFactor = 50;
/** and their least share of the texts with the rarer of both, for words shorter than six letters and for others. */
const leastShare = { short: 0.1, long: 0.025 } as const;
const longWord = 6;
/** `tracker` is not "tracked". */
const ending = /e[drs]$/;

/** Words one edit away from the token at `at` that often stand where it never does: beside what is beside it. */
export function confusedReadings(
  tokens: readonly Token[],
  at: number,
  { vocabulary, words }: { vocabulary: Vocabulary; words: Words },
): Reading[] {
  const { text: typed } = tokens[at]!;
  const typedTerm = termOf(typed);
  if (typed.length < shortest || typedTerm === null) return [];
  const candidates = words.neighbors(typed).filter((word) => isOther(typed, word));
  if (candidates.length === 0 || !words.has(typed)) return [];
  const before = neighbor(tokens, at, -1);
  const behind = neighbor(tokens, at, 1);
  const beside = (term: string): { pairs: number; neighbor: string }[] => [
    ...(before ? [{ pairs: vocabulary.pairs(before, term), neighbor: before }] : []),
    ...(behind ? [{ pairs: vocabulary.pairs(term, behind), neighbor: behind }] : []),
  ];
  const ofTyped = Math.max(0, ...beside(typedTerm).map(({ pairs }) => pairs));
  const least = Math.max(leastPairs, pairsFactor * ofTyped);
  const share = typed.length < longWord ? leastShare.short : leastShare.long;
  return candidates.flatMap((word): Reading[] => {
    const term = termOf(word);
    if (term === null || term === typedTerm) return [];
    const usual = beside(term).filter(({ pairs }) => pairs >= least);
    if (usual.length === 0) return [];
    const frequency = vocabulary.frequency(term);
    const isUsual = usual.some(
      ({ pairs, neighbor }) => pairs >= share * Math.min(frequency, vocabulary.frequency(neighbor)),
    );
    return isUsual ? [{ terms: [term], cost: typingCost(typed, word), frequency, words: [word] }] : [];
  });
}

/** Whether a word begins as the typed one does, and is no other inflection of it. */
function isOther(typed: string, word: string): boolean {
  return word[0] === typed[0] && word.replace(ending, "") !== typed.replace(ending, "");
}

/** The term of the next word in a direction, behind one stop word at most. */
function neighbor(tokens: readonly Token[], at: number, step: 1 | -1): string | null {
  for (const token of [tokens[at + step], tokens[at + 2 * step]]) {
    const term = token && termOf(token.text);
    if (term !== null && term !== undefined) return term;
  }
  return null;
}
