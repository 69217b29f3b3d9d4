/** The archive in the snapshot's own segments: nothing is waited for, and sessions share no state. */
import type { ArchiveIndex } from "../corpus/archive/archive-index.ts";
import { leadChunks } from "../corpus/archive/archive-layout.ts";
import type { ArchiveFilter } from "../corpus/archive/scope-filter.ts";
import type { PreparedQuery } from "../search/vector/vector-index.ts";
import type { ArchiveSession, Pools } from "./archive-session.ts";
import type { Assistants } from "./assistants.ts";
import { sliceCharacters } from "./slice-characters.ts";

/** A filter is valid until the next one is made in this thread, so that each method uses its own before it returns. */
export function localSession(archive: ArchiveIndex, assistants?: Assistants): ArchiveSession {
  // The best chunks are read for their rank, and most of them again to be shown.
  const passages = new Map<number, string>();
  return {
    async gather(query, { scope, vector, pools, searchedTerms, authors }) {
      const short = archive.strongest(query, searchedTerms);
      const gatherIn = (filter: ArchiveFilter) => {
        const nearest = vector
          ? beginNearest(archive, { vector, pools, filter }, assistants)
          : () => noChunks;
        return {
          passages: archive.searchPassages(short, pools.passages, filter).ids,
          wholes: archive.searchWholes(short, pools.wholes, filter).ids,
          nearest: nearest(),
        };
      };
      const filter = archive.filter(scope);
      const found = { ...gatherIn(filter), named: archive.titled(scope.titles, filter) };
      if (authors.length === 0) return found;
      const written = gatherIn(archive.filter({ ...scope, authors }));
      return {
        passages: both(found.passages, written.passages),
        wholes: both(found.wholes, written.wholes),
        nearest: both(found.nearest, written.nearest),
        named: found.named,
      };
    },
    async searchWholes(query, { scope, k }) {
      const filter = archive.filter(scope);
      return { ...archive.searchWholes(query, k, filter), named: archive.titled(scope.titles, filter) };
    },
    searchVectors: async (query, { nearest: k, coded: candidates }) =>
      archive.searchVectors(query, { k, candidates, filter: archive.filter() }),
    contentOf: async (document, { from, to }) =>
      sliceCharacters(archive.document(document).content(), from, to),
    prefetch: async () => {},
    prefetchVectors: async () => {},
    passageScores: (query, chunks) => archive.passageScores(query, chunks),
    wholeScores: (query, documents) => archive.wholeScores(query, documents),
    similarities: (query, chunks) => archive.similarities(query, chunks),
    leadCosines: (query, documents) => leadCosines(archive, query, documents),
    vectorOf: (chunk) => archive.vectorOf(chunk),
    document: (number) => archive.document(number),
    passage: (document, chunk) => {
      const text = passages.get(chunk) ?? archive.passage(document, chunk);
      passages.set(chunk, text);
      return text;
    },
  };
}

const noChunks = new Uint32Array(0);

/** A number may be there twice. */
const both = (some: Uint32Array, others: Uint32Array) => Uint32Array.from([...some, ...others]);

interface NearestRequest {
  vector: PreparedQuery;
  pools: Pools;
  filter: ArchiveFilter;
}

/** Offers the search to idle threads where there are several segments; call the returned function for the nearest chunks. */
function beginNearest(
  archive: ArchiveIndex,
  { vector, pools, filter }: NearestRequest,
  assistants: Assistants | undefined,
): () => Uint32Array {
  const near = archive.nearLists(vector, filter);
  const request = { k: pools.nearest, candidates: pools.coded, near };
  const search = () => archive.searchVectors(vector, { ...request, filter }).ids;
  const isLong = near.filter((lists) => lists !== null).length > 1;
  if (!assistants || !isLong) return search;
  const wait = assistants.offer({ ...request, rotated: vector.rotated });
  return () => wait() ?? search();
}

function leadCosines(archive: ArchiveIndex, vector: PreparedQuery, documents: Uint32Array): Float64Array {
  const chunks = new Uint32Array(documents.length * leadChunks);
  const ends = new Uint32Array(documents.length);
  let count = 0;
  for (let d = 0; d < documents.length; d++) {
    const { from, to } = archive.chunkRange(documents[d]!);
    for (let chunk = from; chunk < Math.min(to, from + leadChunks); chunk++) chunks[count++] = chunk;
    ends[d] = count;
  }
  const cosines = archive.similarities(vector, chunks.subarray(0, count));
  const means = new Float64Array(documents.length);
  for (let d = 0, i = 0; d < means.length; d++) {
    let embedded = 0;
    let sum = 0;
    for (; i < ends[d]!; i++) {
      // Exactly 0 where the chunk has no vector, such as all but the first while only first passages are embedded.
      if (cosines[i] !== 0) embedded++;
      sum += cosines[i]!;
    }
    means[d] = sum / Math.max(1, embedded);
  }
  return means;
}
