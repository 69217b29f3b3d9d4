/** Read side of the projects segment, one per thread: look-ups by row. */
import { Dictionary, type DictionaryArrays } from "../../search/analysis/dictionary.ts";
import { bitsetBytes, clearBit, hasBit, intersect, setBit } from "../../search/bitset.ts";
import { Column, type ColumnArrays } from "../../search/columns/column.ts";
import type { Arena } from "../../search/kernels/arena.ts";
import type { Pointer } from "../../search/kernels/kernels.ts";
import type { Scratch } from "../../search/kernels/scratch.ts";
import { findName, type NameArrays } from "../../search/lookup/name-index.ts";
import { nameKey } from "../../search/lookup/name-key.ts";
import { type StringTableArrays, stringAt } from "../../search/lookup/string-table.ts";
import { type DeletesArrays, findNear } from "../../search/lookup/symmetric-deletes.ts";
import type { LoadedSections } from "../../search/segment/section-file.ts";
import { TextFile } from "../../search/segment/text-file.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { paddedDimensions, Rotation } from "../../search/vector/rotation.ts";
import { VectorIndex } from "../../search/vector/vector-index.ts";
import { underPrefix } from "../section-names.ts";
import { FieldIndex } from "./field-index.ts";
import {
  type ProjectArrays,
  type ProjectColumnName,
  type ProjectSegmentMeta,
  type ProjectTables,
  projectColumnNames,
  type SegmentCluster,
  type SegmentHackathon,
} from "./project-layout.ts";
import type { StoredDetails, StoredResult } from "./project-records.ts";

export type ProjectColumns = Readonly<Record<ProjectColumnName, Column>>;

export interface ProjectSpace {
  /** The thread's own region of the snapshot's memory, with {@link ProjectIndex.ownBytes} free. */
  arena: Arena;
  scratch: Scratch;
  /** One bit per project, shared by all threads: 0 once it is withdrawn. */
  live: Uint8Array;
}

/** Most projects that one name stands for: `Untitled` may be the name of many thousands. */
const maxNamed = 1_000;

export class ProjectIndex {
  readonly meta: ProjectSegmentMeta;
  readonly count: number;
  readonly columns: ProjectColumns;
  /** All hackathons of the catalog, including those without projects. */
  readonly hackathons: ReadonlyMap<string, SegmentHackathon>;
  readonly clusters: ReadonlyMap<string, SegmentCluster>;
  /** BM25 over all fields. */
  readonly words: FieldIndex;
  /** BM25 over the names of tags, categories, tracks and labels. */
  readonly topics: FieldIndex;
  readonly vectors: VectorIndex;
  /** The rotation of the stored vectors, for queries. */
  readonly rotation: Rotation;
  /** Scratch bits of this thread that kernels can read, and their address. */
  readonly selection: Uint8Array;
  readonly selectionAt: Pointer;
  readonly scratch: Scratch;
  readonly #live: Uint8Array;
  readonly #withoutVector: Uint8Array;
  readonly #slugs: Dictionary;
  readonly #names: Partial<NameArrays>;
  readonly #nameKeys: Partial<StringTableArrays>;
  readonly #nameDeletes: Partial<DeletesArrays>;
  /** Slugs by row, decoded lazily: an analysis returns up to two thousand of them. */
  readonly #decoded: (string | undefined)[];
  readonly #arrays: ProjectArrays;
  readonly #texts: TextFile;

  constructor(loaded: LoadedSections<ProjectSegmentMeta>, textPath: string, space: ProjectSpace) {
    const { arena, scratch, live } = space;
    const { meta } = loaded;
    this.meta = meta;
    this.count = meta.projects;
    this.scratch = scratch;
    this.#live = live;
    this.#arrays = underPrefix<ProjectArrays>(loaded, "projects").arrays;
    this.#slugs = new Dictionary(underPrefix<DictionaryArrays>(loaded, "slugs").arrays);
    this.#decoded = new Array(this.count);
    this.#names = underPrefix<Partial<NameArrays>>(loaded, "names").arrays;
    this.#nameKeys = underPrefix<Partial<StringTableArrays>>(loaded, "nameKeys").arrays;
    this.#nameDeletes = underPrefix<Partial<DeletesArrays>>(loaded, "nameDeletes").arrays;
    const texts = meta.projects;
    this.words = new FieldIndex(arena, loaded, { prefix: "words", parameters: meta.words, texts });
    this.topics = new FieldIndex(arena, loaded, { prefix: "topics", parameters: meta.topics, texts });
    this.vectors = new VectorIndex(
      arena,
      underPrefix<VectorArrays>(loaded, "vectors"),
      paddedDimensions(meta.dimensions),
    );
    this.rotation = new Rotation(meta.dimensions);
    this.selectionAt = arena.allocate(bitsetBytes(this.count));
    this.selection = arena.bytes(this.selectionAt, bitsetBytes(this.count));
    this.#withoutVector = new Uint8Array(bitsetBytes(this.count));
    for (let row = 0; row < this.count; row++) if (!this.vectors.has(row)) setBit(this.#withoutVector, row);
    this.#texts = new TextFile(
      textPath,
      { bytes: meta.textBytes, checksums: loaded.arrays["texts.checksums"] as Uint32Array },
      { arena, block: scratch.block },
    );
    const tables = this.#json<ProjectTables>(meta.tables.at, meta.tables.bytes);
    this.hackathons = new Map(tables.hackathons.map((hackathon) => [hackathon.slug, hackathon]));
    this.clusters = new Map(tables.clusters.map((cluster) => [cluster.key, cluster]));
    this.columns = Object.fromEntries(
      projectColumnNames.map((name) => [
        name,
        new Column(
          underPrefix<ColumnArrays>(loaded, `column.${name}`).arrays,
          tables.columns[name].map(([key, label]) => ({ key, label })),
        ),
      ]),
    ) as ProjectColumns;
  }

  /** Bytes that an index allocates in its thread's arena. */
  static ownBytes(projects: number): number {
    return bitsetBytes(projects) + 64;
  }

  /** The row of a project, or -1 when it is unknown or withdrawn. */
  find(slug: string): number {
    const row = this.#slugs.find(slug);
    return row >= 0 && hasBit(this.#live, row) ? row : -1;
  }

  /** At most 1,000 rows whose name or slug has this {@link nameKey}, ascending, withdrawn ones included. */
  named(key: string): number[] {
    const rows = [...findName(this.#names, key).subarray(0, maxNamed)].flatMap((owner) => {
      const same = owner < this.count ? this.#nameKey(owner) : nameKey(this.slug(owner - this.count));
      return same === key ? [owner % this.count] : [];
    });
    return [...new Set(rows)].sort((a, b) => a - b);
  }

  /** At most 1,000 rows whose name is a typing error or two, at most `errors`, away from this key, nearest first. */
  nearlyNamed(key: string, errors: number = Number.POSITIVE_INFINITY): number[] {
    const { hashes, owners } = this.#nameDeletes;
    if (!hashes || !owners) return [];
    return findNear({ hashes, owners }, key, { textOf: (row) => this.#nameKey(row) })
      .filter(({ distance }) => distance > 0 && distance <= errors)
      .sort((a, b) => a.distance - b.distance || a.owner - b.owner)
      .slice(0, maxNamed)
      .map(({ owner }) => owner);
  }

  #nameKey(row: number): string {
    const { offsets, bytes } = this.#nameKeys;
    return offsets && bytes ? stringAt({ offsets, bytes }, row) : nameKey(this.record(row).name);
  }

  slug(row: number): string {
    this.#decoded[row] ??= this.#slugs.term(row);
    return this.#decoded[row];
  }

  /** Hides a project from every response, immediately and for all threads; unknown slugs are ignored. */
  withdraw(slug: string): void {
    const row = this.#slugs.find(slug);
    if (row >= 0) clearBit(this.#live, row);
  }

  /** Bits of the projects that are not withdrawn. */
  copyLive(into: Uint8Array): void {
    into.set(this.#live);
  }

  /** The same as a new bitset. */
  liveRows(): Uint8Array {
    return new Uint8Array(this.#live);
  }

  /** Those of the given projects that have no vector yet. */
  withoutVector(rows: Uint8Array): Uint8Array {
    const bits = new Uint8Array(rows);
    intersect(bits, this.#withoutVector);
    return bits;
  }

  /** The stored record of the search result, and the text to quote evidence from. */
  result(row: number): { record: StoredResult; text: string } {
    const { recordAt, recordBytes, textBytes } = this.#arrays;
    const length = recordBytes[row]!;
    const bytes = this.#texts.read(recordAt[row]!, length + textBytes[row]!);
    return {
      record: this.#texts.parse(bytes.toString("utf8", 0, length)),
      text: bytes.toString("utf8", length),
    };
  }

  record(row: number): StoredResult {
    return this.#json(this.#arrays.recordAt[row]!, this.#arrays.recordBytes[row]!);
  }

  text(row: number): string {
    return this.result(row).text;
  }

  details(row: number): StoredDetails {
    return this.#json(this.#arrays.detailsAt[row]!, this.#arrays.detailsBytes[row]!);
  }

  close(): void {
    this.#texts.close();
  }

  #json<T>(at: number, bytes: number): T {
    return this.#texts.json(at, bytes);
  }
}
