import { describe, expect, it } from "vitest";
import { termOf } from "../analysis/analyzer.ts";
import { tokenize } from "../analysis/tokenizer.ts";
import { correctedText, correctTokens, type Vocabulary } from "./correction.ts";
import { buildDeletes, findNear } from "./symmetric-deletes.ts";

/** Words with the number of texts that hold each. */
function vocabularyOf(counts: Record<string, number>): Vocabulary {
  const forms = new Map(Object.keys(counts).map((word) => [termOf(word)!, word]));
  const terms = [...forms.keys()];
  const deletes = buildDeletes(terms);
  return {
    frequency: (term) => counts[forms.get(term) ?? ""] ?? 0,
    near: (text) => findNear(deletes, text, (owner) => terms[owner]!).map((found) => found.text),
    form: (term) => forms.get(term) ?? term,
  };
}

const vocabulary = vocabularyOf({
  health: 40,
  records: 60,
  wallet: 200,
  ballet: 3,
  payments: 90,
  de: 12,
  20: 8,
  fi: 9,
  defi: 150,
  open: 50,
  sea: 20,
  opensea: 15,
});

function corrected(query: string): string {
  return correctedText(query, correctTokens(tokenize(query), vocabulary), vocabulary);
}

describe("a query's words", () => {
  it.each([
    ["known ones stay as they are", "Wallet payments", "Wallet payments"],
    ["a misspelt one is replaced by the nearest", "paymetns", "payments"],
    ["the more frequent of two equally near ones is preferred", "xallet", "wallet"],
    ["stop words are never replaced", "the their wallet", "the their wallet"],
    ["one that stands for two is split", "healthrecords", "health records"],
    ["letters and digits written as one are split", "de20 wallet", "de 20 wallet"],
    ["two that stand for one are joined", "de fi payments", "defi payments"],
    ["two long known ones are not joined", "open sea", "open sea"],
    ["one with nothing near it stays", "zzyzxqv wallet", "zzyzxqv wallet"],
    ["what surrounds a word stays", "  (walet), open?", "  (wallet), open?"],
  ])("%s", (_, query, expected) => {
    expect(corrected(query)).toBe(expected);
  });

  it("have several readings, best first, each below the weight of a word as typed", () => {
    const [correction] = correctTokens(tokenize("xallet"), vocabulary);
    const weights = correction!.readings.map(({ weight }) => weight);
    expect(correction!.readings.length).toBeGreaterThan(1);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(weights[0]).toBeLessThan(1);
    expect(weights.at(-1)).toBeGreaterThan(0);
  });
});
