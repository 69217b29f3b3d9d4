/** Limits selected projects to those that contain the query's required phrases and none of the excluded ones. */
import { withoutFormHeadings } from "../../corpus/projects/form-headings.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { termOf } from "../../search/analysis/analyzer.ts";
import { bitsetBytes, hasBit, intersect, setBit, subtract } from "../../search/bitset.ts";
import { holdsPhrase } from "../../search/phrase-match.ts";
import type { Phrase } from "../query-syntax.ts";

/** Texts read per phrase of several words; projects beyond them, the oldest, do not contain it. */
const readProjects = 5_000;

/** Clears bits of `selected`. A phrase of stop words only, which are not indexed, limits nothing. */
export function keepPhrases(
  index: ProjectIndex,
  { required, excluded }: { required: readonly Phrase[]; excluded: readonly Phrase[] },
  selected: Uint8Array,
): void {
  for (const phrase of required) {
    const holding = holders(index, phrase, selected);
    if (holding) intersect(selected, holding);
  }
  for (const phrase of excluded) {
    const holding = holders(index, phrase, selected);
    if (holding) subtract(selected, holding);
  }
}

/** Bits of the selected projects that contain the phrase; null for a phrase without index terms. */
function holders(index: ProjectIndex, phrase: Phrase, selected: Uint8Array): Uint8Array | null {
  const terms = new Set(phrase.map(termOf).filter((term) => term !== null));
  if (terms.size === 0) return null;
  const bits = new Uint8Array(bitsetBytes(index.count));
  const lists = Array.from(terms, (term) => index.words.rowsWith(term)).sort((a, b) => a.length - b.length);
  const others = lists.slice(1).map((rows) => new Set(rows));
  let read = 0;
  for (const row of lists[0]!) {
    if (!hasBit(selected, row) || !others.every((rows) => rows.has(row))) continue;
    if (phrase.length > 1 && (++read > readProjects || !holds(index, row, phrase))) continue;
    setBit(bits, row);
  }
  return bits;
}

function holds(index: ProjectIndex, row: number, phrase: Phrase): boolean {
  const { record, text } = index.result(row);
  const tags = Object.values(record.tags ?? {}).flat();
  return [record.name, record.oneLiner ?? "", text, ...tags].some((part) =>
    holdsPhrase(withoutFormHeadings(part), phrase),
  );
}
