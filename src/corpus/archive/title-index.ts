/** Documents by what a query may name: their titles, identifiers, and titles without an identifier. */
import { identifiedTitles, titleIdentifier } from "../../search/lookup/identifiers.ts";
import { buildNames, findName, type NameArrays } from "../../search/lookup/name-index.ts";
import { nameKey } from "../../search/lookup/name-key.ts";

/** Keys of one title, `""` where it has none of the kind. In an index, key `k` of document `d` is owner `k` × documents + `d`. */
type Kinds = readonly ((title: string) => string)[];
const wholes: Kinds = [nameKey, titleIdentifier];
const parts: Kinds = [0, 1].map((i) => (title: string) => nameKey(identifiedTitles(title)[i] ?? ""));

/** Most records that are read for one name, the first ones: a title such as `Untitled` may be that of every document. */
const maxRead = 1_000;

export interface TitleArrays {
  /** Titles and identifiers. */
  titles: NameArrays;
  /** Titles without their identifier. */
  parts: NameArrays;
}

/** `titles[i]` is the title of document `i`. */
export function buildTitles(titles: readonly string[]): TitleArrays {
  const build = (kinds: Kinds) => buildNames(kinds.flatMap((keyOf) => titles.map(keyOf)));
  return { titles: build(wholes), parts: build(parts) };
}

export interface Titled {
  /** Documents whose title or identifier has the key. */
  whole: number[];
  /** Documents whose title has it without an identifier. */
  part: number[];
}

/** `titleOf` reads the title of a document: two keys may share a hash. Older segments have no arrays of parts. */
export function findTitled(
  arrays: { [name in keyof TitleArrays]: Partial<NameArrays> },
  key: string,
  { documents, titleOf }: { documents: number; titleOf: (document: number) => string },
): Titled {
  const find = (names: Partial<NameArrays>, kinds: Kinds) => {
    const found = [...findName(names, key).subarray(0, maxRead)]
      .map((owner) => ({ keyOf: kinds[Math.floor(owner / documents)]!, document: owner % documents }))
      .filter(({ keyOf, document }) => keyOf(titleOf(document)) === key)
      .map(({ document }) => document);
    return [...new Set(found)];
  };
  return { whole: find(arrays.titles, wholes), part: find(arrays.parts, parts) };
}
