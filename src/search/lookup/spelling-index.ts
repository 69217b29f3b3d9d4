/** The index terms near a mistyped one, in one segment. */
import type { Dictionary } from "../analysis/dictionary.ts";
import { buildStringTable, type StringTableArrays, stringAt } from "./string-table.ts";
import { allowedEdits, buildDeletes, type DeletesArrays, findNear } from "./symmetric-deletes.ts";

export interface SpellingArrays extends DeletesArrays {
  formOffsets: Uint32Array;
  formBytes: Uint8Array;
}

/** `terms[i]` has number `i`, and is usually written as `forms[i]`; those that `suggested` rejects are omitted. */
export function buildSpelling(
  terms: readonly string[],
  forms: readonly string[],
  suggested: (term: number) => boolean,
): SpellingArrays {
  const kept = terms.map((term, i) => (suggested(i) ? term : ""));
  const table = buildStringTable(
    // There may be more forms than terms: those of texts outside this segment.
    terms.map((term, i) => (suggested(i) && forms[i] !== undefined && forms[i] !== term ? forms[i] : "")),
  );
  return { ...buildDeletes(kept), formOffsets: table.offsets, formBytes: table.bytes };
}

/** For a segment written before the spelling index existed. */
const none: SpellingArrays = {
  hashes: new Uint32Array(0),
  owners: new Uint32Array(0),
  formOffsets: new Uint32Array(0),
  formBytes: new Uint8Array(0),
};

export class SpellingIndex {
  readonly #arrays: SpellingArrays;
  readonly #forms: StringTableArrays;
  readonly #terms: Dictionary;

  constructor(stored: Partial<SpellingArrays>, terms: Dictionary) {
    this.#arrays = { ...none, ...stored };
    this.#forms = { offsets: this.#arrays.formOffsets, bytes: this.#arrays.formBytes };
    this.#terms = terms;
  }

  /** Numbers of the terms within the edits that a word of this length may have. */
  near(text: string, length: number = text.length): number[] {
    const textOf = (term: number) => this.#terms.term(term);
    return findNear(this.#arrays, text, { textOf, edits: allowedEdits(length) }).map(({ owner }) => owner);
  }

  /** A term as texts usually write it, before stemming. */
  form(term: number): string {
    return stringAt(this.#forms, term) || this.#terms.term(term);
  }
}
