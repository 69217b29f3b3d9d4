/** What a request may find, as clauses of queries. */
import type { ArchiveQuery } from "../../corpus/archive/archive-index.ts";
import { termOf } from "../../search/analysis/analyzer.ts";
import type { SearchScope } from "../archive-session.ts";
import { type Clause, chosenClause, liveClause, termClauses } from "./queries.ts";
import { numberField, searchAll, searchFor, textField } from "./read-hits.ts";
import type { RemoteArchive } from "./remote-archive.ts";

export interface ScopeClauses {
  /** Filters of searches for chunks. */
  passages: Clause[];
  /** Filters of searches for documents. */
  documents: Clause[];
  /** Those of `documents` that filters of chunks only approximate. */
  exact: Clause[];
  /** Live documents of these sources that the query names, ascending; `exact` is not applied. */
  titled: number[];
}

/**
 * Most documents that contain a required phrase, or an excluded one, and that searches for chunks are limited to, or
 * spared: the best by the query's words.
 */
const maxHolders = 10_000;

/** One more round trip where phrases are required or excluded: chunks do not know what their documents contain. */
export async function resolveScope(
  archive: RemoteArchive,
  query: ArchiveQuery | null,
  { sources, required = [], excluded = [], titles }: SearchScope,
): Promise<ScopeClauses> {
  const { outline, segments } = archive;
  const dead = outline.dead();
  const filters = [liveClause(segments, dead)];
  if (sources) filters.push({ terms: { source: sources } });
  const wanted = sources && new Set(sources);
  const titled = outline
    .titled(titles, outline.filter())
    .filter((document) => !wanted || wanted.has(outline.sourceOf(document)));
  const needed = required.flatMap(holdsClause);
  const barred = excluded.flatMap(holdsClause);
  if (needed.length + barred.length === 0)
    return { passages: filters, documents: filters, exact: [], titled };
  const exact: Clause[] = [...needed, ...(barred.length > 0 ? [{ bool: { must_not: barred } }] : [])];
  const should = query ? termClauses(query) : [];
  const holders = async (clauses: Clause[]) =>
    clauses.length === 0
      ? []
      : [await documentsOf(archive, { bool: { filter: [...filters, ...clauses], should } })];
  const [inside, outside] = await Promise.all([
    holders(needed),
    holders(barred.length > 0 ? [{ bool: { should: barred, minimum_should_match: 1 } }] : []),
  ]);
  const passages = [...filters, ...inside, ...(outside.length > 0 ? [{ bool: { must_not: outside } }] : [])];
  return { passages, documents: [...filters, ...exact], exact, titled };
}

/** The scope, of the documents by authors whose name has the words of one of these. */
export function writtenByAny(
  { outline, segments, numbers }: RemoteArchive,
  scope: ScopeClauses,
  authors: readonly (readonly string[])[],
): ScopeClauses {
  const written: number[][] = segments.map(() => []);
  const documents = new Set(authors.flatMap((words) => outline.writtenBy(words)));
  for (const document of [...documents].sort((x, y) => x - y)) {
    const { segment, local } = numbers.document(document);
    written[segment]!.push(local);
  }
  const clause = chosenClause(segments, written);
  return { ...scope, passages: [...scope.passages, clause], documents: [...scope.documents, clause] };
}

/**
 * Documents that contain a phrase of folded words: a word by its stem, several as they are. Stop words alone: no
 * clause.
 */
function holdsClause(phrase: readonly string[]): Clause[] {
  const terms = phrase.map(termOf).filter((term) => term !== null);
  if (terms.length === 0) return [];
  if (phrase.length === 1) return [{ term: { terms: { value: terms[0]! } } }];
  return [{ match_phrase: { words: phrase.join(" ") } }];
}

async function documentsOf(
  { cluster, names, numbers, segments }: RemoteArchive,
  query: Clause,
): Promise<Clause> {
  const [hits] = await searchAll(cluster, [
    searchFor(names.documents, ["segment", "document"], {
      size: maxHolders,
      query,
    }),
  ]);
  const chosen: number[][] = segments.map(() => []);
  for (const hit of hits!)
    chosen[numbers.files.indexOf(textField(hit, "segment"))]!.push(numberField(hit, "document"));
  for (const list of chosen) list.sort((x, y) => x - y);
  return chosenClause(segments, chosen);
}
