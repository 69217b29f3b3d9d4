/** Query clauses over the archive's indices. */
import type { ArchiveQuery } from "../../corpus/archive/archive-index.ts";
import type { ManifestArchiveSegment } from "../../corpus/manifest.ts";
import { roaringBitmap } from "./bitmap.ts";

export type Clause = Record<string, unknown>;

/** One clause per term, named by its position; the score is BM25 with the cluster's statistics. */
export function termClauses({ boosts }: ArchiveQuery, terms?: ReadonlySet<string>): Clause[] {
  return [...boosts].flatMap(([value, boost], position) =>
    terms?.has(value) === false ? [] : [{ term: { terms: { value, boost, _name: String(position) } } }],
  );
}

/** The query's rarest terms, with their weights. */
export function rarestTerms({ weights }: ArchiveQuery, count: number): Set<string> {
  const byRarity = [...weights].sort((x, y) => y[1] - x[1]);
  return new Set(byRarity.slice(0, count).map(([term]) => term));
}

/** Bits of the first 32 terms, from the names of the clauses that matched. */
export function matchedBits(names: readonly string[] | undefined): number {
  let bits = 0;
  for (const name of names ?? []) if (Number(name) < 32) bits |= 1 << Number(name);
  return bits >>> 0;
}

/** The live chunks or documents of a snapshot. `dead`: numbers of documents per segment, ascending. */
export function liveClause(
  segments: readonly Pick<ManifestArchiveSegment, "file">[],
  dead: readonly (readonly number[])[],
): Clause {
  const whole = segments.filter((_, s) => dead[s]!.length === 0).map(({ file }) => file);
  const partly = segments.flatMap(({ file }, s) =>
    dead[s]!.length === 0
      ? []
      : [{ bool: { filter: [{ term: { segment: file } }], must_not: [documentsClause(dead[s]!)] } }],
  );
  const either = [...(whole.length > 0 ? [{ terms: { segment: whole } }] : []), ...partly];
  return either.length === 1 ? either[0]! : { bool: { should: either, minimum_should_match: 1 } };
}

/** Documents by their numbers within any segment, ascending. */
export function documentsClause(numbers: readonly number[]): Clause {
  return { terms: { document: [roaringBitmap(numbers).toString("base64")], value_type: "bitmap" } };
}

/** These documents of a snapshot, as numbers per segment (ascending). */
export function chosenClause(
  segments: readonly Pick<ManifestArchiveSegment, "file">[],
  numbers: readonly (readonly number[])[],
): Clause {
  const should = segments.flatMap(({ file }, s) =>
    numbers[s]!.length === 0
      ? []
      : [{ bool: { filter: [{ term: { segment: file } }, documentsClause(numbers[s]!)] } }],
  );
  return should.length === 0 ? { match_none: {} } : { bool: { should, minimum_should_match: 1 } };
}
