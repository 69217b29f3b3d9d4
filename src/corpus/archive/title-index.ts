/** Documents by what a query may name: their titles, identifiers, and titles without an identifier. */
import { identifiedTitles, titleIdentifier } from "../../search/lookup/identifiers.ts";
import { buildNames, findName, type NameArrays } from "../../search/lookup/name-index.ts";
import { nameKey } from "../../search/lookup/name-key.ts";

/** Keys of one title, `""` where it has none of the kind. In the index, key `k` of document `d` is owner `k` × documents + `d`. */
const kinds: readonly ((title: string) => string)[] = [
  nameKey,
  titleIdentifier,
  (title) => nameKey(identifiedTitles(title)[0] ?? ""),
  (title) => nameKey(identifiedTitles(title)[1] ?? ""),
];
/** Kinds from here on are what follows an identifier. */
const firstPart = 2;

/** Most records that are read for one name: a title such as `Untitled` may be that of every document. */
const maxRead = 1_000;

/** `titles[i]` is the title of document `i`. */
export function buildTitles(titles: readonly string[]): NameArrays {
  return buildNames(kinds.flatMap((keyOf) => titles.map(keyOf)));
}

export interface Titled {
  /** Documents whose title or identifier has the key. */
  whole: number[];
  /** Documents whose title has it without an identifier. */
  part: number[];
}

/** `titleOf` reads the title of a document: two keys may share a hash. */
export function findTitled(
  arrays: Partial<NameArrays>,
  key: string,
  { documents, titleOf }: { documents: number; titleOf: (document: number) => string },
): Titled {
  const found: Titled = { whole: [], part: [] };
  for (const owner of findName(arrays, key).subarray(0, maxRead)) {
    const kind = Math.floor(owner / documents);
    const document = owner % documents;
    if (kinds[kind]!(titleOf(document)) === key) found[kind < firstPart ? "whole" : "part"].push(document);
  }
  return found;
}
