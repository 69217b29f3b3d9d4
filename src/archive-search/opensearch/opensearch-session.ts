/**
 * The archive in OpenSearch, for one request. A search takes two round trips: the first finds candidates by every
 * channel, the second reads all evidence of every candidate, and the texts of those that are likely to be shown.
 */
import type { ArchiveQuery } from "../../corpus/archive/archive-index.ts";
import { passageShape, wholeShape } from "../../corpus/archive/archive-layout.ts";
import type { Int8Vector } from "../../search/vector/int8-vector.ts";
import type { PreparedQuery } from "../../search/vector/vector-index.ts";
import type {
  ArchiveDocument,
  ArchiveSession,
  FoundByChannel,
  GatherRequest,
  SearchScope,
  WantedTexts,
  WholesFound,
} from "../archive-session.ts";
import { chunksByDocument, likeliest } from "./candidates.ts";
import { readBeginnings, readContent } from "./contents.ts";
import { columnsOf, cosinesOf, type Scored, scoredOf } from "./evidence.ts";
import { sliceChars } from "./indices.ts";
import { type Clause, rarestTerms, termClauses } from "./queries.ts";
import {
  bytesField,
  type Hit,
  numberField,
  type Search,
  searchAll,
  searchFor,
  textField,
} from "./read-hits.ts";
import type { RemoteArchive } from "./remote-archive.ts";
import { resolveScope, type ScopeClauses, writtenByAny } from "./scope.ts";
import { codeFromBytes, cosine } from "./vector-code.ts";

interface PassageText {
  text: string;
  before: number;
}

/** The graph visits as many vectors as it is asked for: more than are kept, so that few of the nearest are missed. */
const graphShare = 4 / 3;
/** Most chunks that one search for vectors asks for. */
const maxNearest = 500;
/** Documents whose texts are read with their evidence: more than a page shows, and than are ranked by their texts. */
const maxRead = 60;
/** A document found as a whole is shown by so many characters, as a local one is. */
const beginningChars = 20_000;

export class OpenSearchSession implements ArchiveSession {
  readonly #archive: RemoteArchive;
  readonly #codes = new Map<number, Int8Vector | null>();
  readonly #texts = new Map<number, PassageText>();
  readonly #leads = new Map<number, Int8Vector | null>();
  readonly #beginnings = new Map<number, string>();
  /** Of the last query that was gathered for. */
  #passages = new Map<number, Scored>();
  #wholes = new Map<number, Scored>();

  constructor(archive: RemoteArchive) {
    this.#archive = archive;
  }

  async gather(query: ArchiveQuery, request: GatherRequest): Promise<FoundByChannel> {
    const { cluster, names } = this.#archive;
    const { pools, vector, authors } = request;
    const scope = await resolveScope(this.#archive, query, request.scope);
    const rarest = rarestTerms(query, request.searchedTerms);
    const words = { should: termClauses(query, rarest), minimum_should_match: 1 };
    const scopes = [scope];
    if (authors.length > 0) scopes.push(writtenByAny(this.#archive, scope, authors));
    const searches = scopes.flatMap((own) => [
      searchFor(names.passages, ["segment", "chunk"], {
        size: pools.passages,
        query: { bool: { filter: own.passages, ...words } },
      }),
      searchFor(names.passages, ["segment", "chunk", "code"], {
        ...nearestTo(vector, Math.ceil(pools.nearest * graphShare), own),
      }),
      searchFor(names.documents, ["segment", "document"], {
        size: pools.wholes,
        query: { bool: { filter: own.documents, ...words } },
      }),
    ]);
    const hits = await searchAll(cluster, searches);
    const foundIn = (search: number) => scopes.map((_, i) => hits[i * 3 + search]!);
    const nearest = foundIn(1).flatMap((byVector) =>
      vector ? this.#rescore(vector, byVector).slice(0, pools.nearest) : [],
    );
    const found = {
      passages: Uint32Array.from(foundIn(0).flatMap((byWords) => this.#chunksOf(byWords))),
      nearest: Uint32Array.from(nearest, ({ chunk }) => chunk),
      wholes: Uint32Array.from(foundIn(2).flatMap((whole) => this.#documentsOf(whole))),
    };
    const named = scope.titled;
    const held = await this.#readEvidence(query, scope, { ...found, named });
    const isHeld = (document: number) => held.has(document);
    const { outline } = this.#archive;
    return {
      passages: found.passages.filter((chunk) => isHeld(outline.documentOf(chunk))),
      nearest: found.nearest.filter((chunk) => isHeld(outline.documentOf(chunk))),
      wholes: found.wholes.filter(isHeld),
      named: named.filter(isHeld),
    };
  }

  /** The second round trip. Returns the documents that the scope allows. */
  async #readEvidence(
    query: ArchiveQuery,
    scope: ScopeClauses,
    found: FoundByChannel,
  ): Promise<ReadonlySet<number>> {
    const { outline, numbers, names, cluster } = this.#archive;
    const candidates = chunksByDocument(outline, found);
    const documents = new Set(candidates.keys());
    if (documents.size === 0) return documents;
    const chunks = [...candidates.values()].flat();
    const should = termClauses(query);
    const evidenceOf = (some: number[], fields: string[]) =>
      searchFor(names.passages, ["segment", "chunk", ...fields], {
        size: some.length,
        query: { bool: { filter: [idsClause(some, numbers.chunkId)], should } },
      });
    const isKnown = (chunk: number) => this.#codes.has(chunk);
    const [known, unknown, texts, wholes] = await searchAll(cluster, [
      evidenceOf(chunks.filter(isKnown), []),
      evidenceOf(
        chunks.filter((chunk) => !isKnown(chunk)),
        ["code"],
      ),
      this.#textsOf(likeliest(outline, found, maxRead).flatMap((document) => candidates.get(document)!)),
      searchFor(names.documents, ["segment", "document", "lead"], {
        size: documents.size,
        query: {
          bool: { filter: [idsClause(documents, numbers.documentId), ...scope.exact], should },
        },
      }),
    ]);
    for (const hit of unknown!) this.#keepCode(hit);
    for (const hit of texts!) this.#keepText(hit);
    this.#passages = new Map(
      [...known!, ...unknown!].map((hit) => [this.#chunkNumber(hit), scoredOf(hit, passageShape)] as const),
    );
    this.#wholes = new Map();
    for (const hit of wholes!) {
      const document = this.#documentNumber(hit);
      this.#wholes.set(document, scoredOf(hit, wholeShape));
      const lead = bytesField(hit, "lead");
      this.#leads.set(document, lead && codeFromBytes(lead));
    }
    return new Set(this.#wholes.keys());
  }

  async searchWholes(
    query: ArchiveQuery,
    { scope, k }: { scope: SearchScope; k: number },
  ): Promise<WholesFound> {
    const { cluster, names } = this.#archive;
    const clauses = await resolveScope(this.#archive, query, scope);
    const [hits] = await searchAll(cluster, [
      searchFor(names.documents, ["segment", "document"], {
        size: k,
        query: {
          bool: { filter: clauses.documents, should: termClauses(query), minimum_should_match: 1 },
        },
      }),
    ]);
    return {
      ids: Uint32Array.from(hits!, (hit) => this.#documentNumber(hit)),
      scores: Float64Array.from(hits!, (hit) => scoredOf(hit, wholeShape).score),
      named: await this.#allowed(clauses),
    };
  }

  /** Documents that the query names, out of those that the scope allows. */
  async #allowed({ titled, exact }: ScopeClauses): Promise<number[]> {
    if (titled.length === 0 || exact.length === 0) return titled;
    const { cluster, names, numbers } = this.#archive;
    const [hits] = await searchAll(cluster, [
      searchFor(names.documents, ["segment", "document"], {
        size: titled.length,
        query: { bool: { filter: [idsClause(titled, numbers.documentId), ...exact] } },
      }),
    ]);
    return this.#documentsOf(hits!).sort((x, y) => x - y);
  }

  async searchVectors(query: PreparedQuery, { nearest }: { nearest: number }) {
    const { cluster, names } = this.#archive;
    const scope = await resolveScope(this.#archive, null, { titles: [] });
    const [hits] = await searchAll(cluster, [
      searchFor(names.passages, ["segment", "chunk", "code"], {
        ...nearestTo(query, Math.min(maxNearest, nearest), scope),
      }),
    ]);
    const ranked = this.#rescore(query, hits!);
    return {
      ids: Uint32Array.from(ranked, ({ chunk }) => chunk),
      scores: Float64Array.from(ranked, ({ score }) => score),
    };
  }

  contentOf(document: number, range: { from: number; to: number }): Promise<string> {
    const { cluster, names, numbers } = this.#archive;
    return readContent({ cluster, index: names.contents, id: numbers.documentId(document) }, range);
  }

  async prefetch({ chunks, contents }: WantedTexts): Promise<void> {
    const { cluster, names, numbers } = this.#archive;
    const missing = chunks.filter((chunk) => !this.#texts.has(chunk));
    if (missing.length > 0) {
      const [hits] = await searchAll(cluster, [this.#textsOf(missing)]);
      for (const hit of hits!) this.#keepText(hit);
    }
    const documents = contents.filter((document) => !this.#beginnings.has(document));
    const texts = await readBeginnings(
      { cluster, index: names.contents, ids: documents.map(numbers.documentId) },
      Math.ceil(beginningChars / sliceChars),
    );
    documents.forEach((document, i) => {
      this.#beginnings.set(document, texts[i]!);
    });
  }

  async prefetchVectors(chunks: readonly number[]): Promise<void> {
    const missing = chunks.filter((chunk) => !this.#codes.has(chunk));
    if (missing.length === 0) return;
    const { cluster, names, numbers } = this.#archive;
    const [hits] = await searchAll(cluster, [
      searchFor(names.passages, ["segment", "chunk", "code"], {
        size: missing.length,
        query: { bool: { filter: [idsClause(missing, numbers.chunkId)] } },
      }),
    ]);
    for (const hit of hits!) this.#keepCode(hit);
  }

  #textsOf(chunks: readonly number[]): Search {
    const { names, numbers } = this.#archive;
    return searchFor(names.passages, ["segment", "chunk", "before"], {
      stored_fields: ["text"],
      size: chunks.length,
      query: { bool: { filter: [idsClause(chunks, numbers.chunkId)] } },
    });
  }

  passageScores(_: ArchiveQuery, chunks: Uint32Array) {
    return columnsOf(chunks, this.#passages);
  }

  wholeScores(_: ArchiveQuery, documents: Uint32Array) {
    return columnsOf(documents, this.#wholes);
  }

  similarities(query: PreparedQuery, chunks: Uint32Array): Float64Array {
    return cosinesOf(query, chunks, this.#codes);
  }

  leadCosines(query: PreparedQuery, documents: Uint32Array): Float64Array {
    return cosinesOf(query, documents, this.#leads);
  }

  vectorOf(chunk: number): Int8Vector | null {
    return this.#codes.get(chunk) ?? null;
  }

  document(number: number): ArchiveDocument {
    const record = this.#archive.outline.document(number);
    return {
      ...record,
      documentId: record.documentId,
      content: () => this.#beginnings.get(number) ?? "",
      charsBefore: (chunk) => this.#texts.get(chunk)?.before ?? 0,
    };
  }

  passage(_: number, chunk: number): string {
    return this.#texts.get(chunk)?.text ?? "";
  }

  #keepCode(hit: Hit): void {
    const code = bytesField(hit, "code");
    this.#codes.set(this.#chunkNumber(hit), code && codeFromBytes(code));
  }

  #keepText(hit: Hit): void {
    const text = { text: textField(hit, "text"), before: numberField(hit, "before") };
    this.#texts.set(this.#chunkNumber(hit), text);
  }

  /** Best first by their stored vectors; of equal ones, the lower number. */
  #rescore(query: PreparedQuery, hits: readonly Hit[]): { chunk: number; score: number }[] {
    return hits
      .map((hit) => {
        const chunk = this.#chunkNumber(hit);
        const code = codeFromBytes(bytesField(hit, "code")!);
        this.#codes.set(chunk, code);
        return { chunk, score: cosine(query, code) };
      })
      .sort((x, y) => y.score - x.score || x.chunk - y.chunk);
  }

  #chunksOf(hits: readonly Hit[]): number[] {
    return hits.map((hit) => this.#chunkNumber(hit));
  }

  #documentsOf(hits: readonly Hit[]): number[] {
    return hits.map((hit) => this.#documentNumber(hit));
  }

  #chunkNumber(hit: Hit): number {
    return this.#archive.numbers.chunkNumber(textField(hit, "segment"), numberField(hit, "chunk"))!;
  }

  #documentNumber(hit: Hit): number {
    return this.#archive.numbers.documentNumber(textField(hit, "segment"), numberField(hit, "document"))!;
  }
}

/** No hits without a vector, or with one whose components are all 0. */
function nearestTo(query: PreparedQuery | null, k: number, scope: ScopeClauses): Clause {
  const int8 = query ? quantised(query) : null;
  if (int8 === null) return { size: 0 };
  const filter = { bool: { filter: scope.passages } };
  return { size: k, query: { knn: { vector: { vector: int8, k, filter } } } };
}

function quantised({ rotated }: PreparedQuery): number[] | null {
  const greatest = rotated.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return greatest === 0 ? null : Array.from(rotated, (x) => Math.round((x * 127) / greatest));
}

function idsClause(numbers: Iterable<number>, idOf: (number: number) => string): Clause {
  return { ids: { values: Array.from(numbers, idOf) } };
}
