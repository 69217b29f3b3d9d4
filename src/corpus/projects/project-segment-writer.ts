/** Writes the projects segment: `<path>.seg` with arrays, `<path>.txt` with records and texts. */
import type { ClusterRef } from "../../contract/api/shared.ts";
import { buildDictionary } from "../../search/analysis/dictionary.ts";
import { TermInterner } from "../../search/analysis/term-interner.ts";
import { ColumnBuilder } from "../../search/columns/column.ts";
import { GrowableUint32 } from "../../search/growable-uint32.ts";
import { buildNames } from "../../search/lookup/name-index.ts";
import { nameKey } from "../../search/lookup/name-key.ts";
import { buildSpelling } from "../../search/lookup/spelling-index.ts";
import { buildStringTable } from "../../search/lookup/string-table.ts";
import { buildDeletes } from "../../search/lookup/symmetric-deletes.ts";
import { PairCounter } from "../../search/lookup/term-pairs.ts";
import type { Sections } from "../../search/segment/section-format.ts";
import { writeSections } from "../../search/segment/section-writer.ts";
import { TextFileWriter } from "../../search/segment/text-file.ts";
import type { Bm25Parameters } from "../../search/text/bm25.ts";
import { PostingsBuilder } from "../../search/text/postings.ts";
import { CodesBuilder } from "../../search/vector/codes.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { withPrefix } from "../section-names.ts";
import { columnValues } from "./project-column-values.ts";
import type { ProjectClustering, ProjectSegmentInput } from "./project-input.ts";
import {
  fieldWeights,
  type ProjectArrays,
  type ProjectColumnName,
  type ProjectSegmentMeta,
  type ProjectTables,
  projectColumnNames,
  projectSegmentKind,
  topicShape,
  wordShape,
} from "./project-layout.ts";
import { newestFirst } from "./project-order.ts";
import { storedDetails, storedResult } from "./project-records.ts";
import { projectTexts, type SearchFields } from "./project-texts.ts";
import { hackathonOf, type SettledProject, type Surroundings, settleProject } from "./settled-project.ts";
import { technologyValues } from "./technology-values.ts";

const encoder = new TextEncoder();

/** Of two terms in a row that are kept. */
const minPairs = 3;

/** Leaves no file behind when it throws. Deterministic: the same input produces the same bytes. */
export function writeProjectSegment(path: string, input: ProjectSegmentInput): ProjectSegmentMeta {
  const texts = new TextFileWriter(`${path}.txt`);
  try {
    return write(path, input, texts);
  } catch (error) {
    texts.abandon();
    throw error;
  }
}

function write(path: string, input: ProjectSegmentInput, texts: TextFileWriter): ProjectSegmentMeta {
  const surroundings: Surroundings = {
    hackathons: new Map(input.hackathons.map((hackathon) => [hackathon.slug, hackathon])),
    taxonomy: input.taxonomy,
    clusters: clusterRefs(input.clustering),
  };
  const order = newestFirst(
    input.projects.map((project) => ({
      slug: project.slug,
      createdAt: project.createdAt,
      startDate: hackathonOf(project, surroundings).startDate,
    })),
  );
  const projects = order.map((i) => input.projects[i]!);
  let unknownCategories = 0;
  const technologies = technologyValues(projects);
  const columns = Object.fromEntries(projectColumnNames.map((name) => [name, new ColumnBuilder()])) as Record<
    ProjectColumnName,
    ColumnBuilder
  >;
  const words = new FieldIndexBuilder(wordShape);
  const topics = new FieldIndexBuilder(topicShape);
  const records = new RecordWriter(texts, projects.length);
  projects.forEach((given, row) => {
    const project = settleProject(given, surroundings, () => {
      unknownCategories++;
    });
    const { fields, quoted } = projectTexts(project, input.taxonomy);
    records.add(row, project, {
      text: quoted,
      importedAt: input.importedAt ?? project.createdAt,
    });
    const values = { ...columnValues(project, input.taxonomy), technologies: technologies(project.record) };
    for (const name of projectColumnNames) columns[name].add(values[name]);
    words.add(
      Object.entries(fieldWeights).map(([name, weight]) => [fields[name as keyof SearchFields], weight]),
    );
    topics.add([
      [fields.tags, 1],
      [fields.topics, 1],
    ]);
  });
  const tables = records.append(tablesOf(columns, input));
  const { checksums, bytes } = texts.finish();
  const wordIndex = words.build("words");
  const topicIndex = topics.build("topics");
  const vectors = order.map((i) => input.vectors[i] ?? null);
  const nameKeys = projects.map(({ record }) => nameKey(record.name));
  const meta: ProjectSegmentMeta = {
    projects: projects.length,
    dimensions: input.dimensions,
    missingVectors: vectors.filter((vector) => !vector).length,
    unknownCategories,
    textBytes: bytes,
    words: wordIndex.parameters,
    topics: topicIndex.parameters,
    tables,
  };
  const sections: Sections = {
    ...withPrefix("projects", records.arrays),
    ...withPrefix("slugs", buildDictionary(projects.map((project) => project.slug))),
    // Slugs are indexed as names, too: as owners from the number of projects upwards.
    ...withPrefix("names", buildNames([...nameKeys, ...projects.map(({ slug }) => nameKey(slug))])),
    ...withPrefix("nameKeys", buildStringTable(nameKeys)),
    ...withPrefix("nameDeletes", buildDeletes(nameKeys)),
    ...wordIndex.sections,
    ...topicIndex.sections,
    ...withPrefix("vectors", quantise(vectors, input.dimensions)),
    "texts.checksums": checksums,
  };
  for (const name of projectColumnNames)
    Object.assign(sections, withPrefix(`column.${name}`, columns[name].build()));
  writeSections(`${path}.seg`, { kind: projectSegmentKind, meta, sections });
  return meta;
}

function tablesOf(
  columns: Record<ProjectColumnName, ColumnBuilder>,
  input: ProjectSegmentInput,
): ProjectTables {
  return {
    columns: Object.fromEntries(
      projectColumnNames.map((name) => [name, columns[name].values.map(({ key, label }) => [key, label])]),
    ) as ProjectTables["columns"],
    hackathons: input.hackathons.map(({ slug, name, startDate, tracks, labels }) => ({
      slug,
      name,
      startDate,
      tracks: tracks.map((track) => ({ slug: track.slug, name: track.name })),
      labels: labels.map((label) => ({ slug: label.slug, name: label.name })),
    })),
    clusters: [...(input.clustering?.clusters ?? [])],
  };
}

/** Project slug → its cluster. */
function clusterRefs(clustering: ProjectClustering | undefined): Map<string, ClusterRef> {
  const refs = new Map(clustering?.clusters.map(({ key, label }) => [key, { key, label }]));
  const found = [...(clustering?.clusterOf ?? [])].map(([slug, key]) => [slug, refs.get(key)!] as const);
  return new Map(found);
}

function quantise(vectors: readonly (Float32Array | null)[], dimensions: number): VectorArrays {
  const codes = new CodesBuilder(dimensions, { expected: vectors.length });
  for (const vector of vectors) codes.add(vector);
  return codes.build();
}

/** Appends records to the text file and records their positions. */
class RecordWriter {
  readonly arrays: ProjectArrays;
  readonly #texts: TextFileWriter;

  constructor(texts: TextFileWriter, count: number) {
    this.#texts = texts;
    this.arrays = {
      recordAt: new Float64Array(count),
      recordBytes: new Uint32Array(count),
      textBytes: new Uint32Array(count),
      detailsAt: new Float64Array(count),
      detailsBytes: new Uint32Array(count),
    };
  }

  add(
    row: number,
    project: SettledProject,
    { text, importedAt }: { text: string; importedAt: string },
  ): void {
    const record = this.append(storedResult(project));
    const bytes = encoder.encode(text);
    this.#texts.append(bytes);
    const details = this.append(storedDetails(project, importedAt));
    this.arrays.recordAt[row] = record.at;
    this.arrays.recordBytes[row] = record.bytes;
    this.arrays.textBytes[row] = bytes.length;
    this.arrays.detailsAt[row] = details.at;
    this.arrays.detailsBytes[row] = details.bytes;
  }

  append(content: unknown): { at: number; bytes: number } {
    const bytes = encoder.encode(JSON.stringify(content));
    return { at: this.#texts.append(bytes), bytes: bytes.length };
  }
}

/** One text index over weighted fields, with its own dictionary. */
class FieldIndexBuilder {
  readonly #interner = new TermInterner();
  readonly #postings = new PostingsBuilder();
  readonly #terms = new GrowableUint32();
  readonly #pairs = new PairCounter({ minCount: minPairs });
  readonly #shape: { k1: number; b: number };

  constructor(shape: { k1: number; b: number }) {
    this.#shape = shape;
  }

  add(fields: readonly (readonly [text: string, weight: number])[]): void {
    for (const [text, weight] of fields) {
      this.#terms.clear();
      this.#interner.intern(text, this.#terms);
      this.#pairs.add(this.#terms.view());
      this.#postings.addField(this.#terms.view(), weight);
    }
    this.#postings.endDocument();
  }

  build(prefix: string): { parameters: Bm25Parameters; sections: Sections } {
    const parameters = { ...this.#shape, averageLength: this.#postings.averageLength() };
    const { terms } = this.#interner;
    return {
      parameters,
      sections: {
        ...withPrefix(`${prefix}.terms`, buildDictionary(terms)),
        ...withPrefix(
          `${prefix}.spelling`,
          buildSpelling(terms, this.#interner.forms, () => true),
        ),
        ...withPrefix(`${prefix}.pairs`, this.#pairs.build(terms.length)),
        ...withPrefix(`${prefix}.postings`, this.#postings.build(terms.length, parameters)),
      },
    };
  }
}
