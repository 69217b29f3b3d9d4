/** For tests: a data directory with a catalog, filled by rows, and what its files contain. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import { hashDocument, hashProject } from "../catalog/content-hash.ts";
import type { CatalogDocument } from "../catalog/types.ts";
import { type ProjectRecord, projectRecordSchema } from "../contract/records/project-record.ts";
import type { SourceRecord } from "../contract/records/source-record.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, type Manifest, readManifest } from "../corpus/manifest.ts";
import { seededRandom } from "../search/random.ts";
import { openServing } from "../serving/serving.ts";
import { type PublishOptions, type PublishReport, publish } from "./publish.ts";

export interface TestDocument extends Pick<CatalogDocument, "language" | "thread" | "machineSummary"> {
  documentId: string;
  source: string;
  title: string;
  author: string | null;
  url: string | null;
  publishedAt: string | null;
  content: string;
}

export interface Workbench {
  dataDir: string;
  catalog: Catalog;
  put(...documents: readonly TestDocument[]): Promise<void>;
  putProjects(...records: readonly (Partial<ProjectRecord> & { slug: string })[]): Promise<void>;
  putSource(record: Partial<SourceRecord> & { key: string }): Promise<void>;
  publish(options?: Partial<PublishOptions>): Promise<PublishReport>;
  /** Of the current snapshot. */
  manifest(): Manifest;
  close(): Promise<void>;
}

/** The catalog's clock is fixed, so that the same rows yield the same bytes. */
const now = () => new Date("2026-01-02T03:04:05.000Z");

/** In the given folder, which is not deleted afterwards, or in a temporary one. */
export async function openWorkbench(folder?: string): Promise<Workbench> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), "priorart-publish-")));
  const catalog = await openCatalog(join(dataDir, "catalog.db"), { now });
  return {
    dataDir,
    catalog,
    put: (...documents) =>
      catalog.write(async (writer) => {
        for (const key of new Set(documents.map(({ source }) => source)))
          await writer.mentionSource(key, null);
        await writer.saveDocuments(
          documents.map((document) => ({ ...document, contentHash: hashDocument(document) })),
        );
      }),
    putProjects: (...records) =>
      catalog.write(async (writer) => {
        for (const fields of records) {
          const record = projectRecordSchema.parse({ name: fields.slug, ...fields });
          const hackathonSlug = record.hackathon?.slug ?? "unaffiliated";
          const { name = null, startDate = null } = record.hackathon ?? {};
          await writer.mentionHackathon({ slug: hackathonSlug, name, startDate, projects: [record] });
          await writer.saveProjects([{ record, hackathonSlug, contentHash: hashProject(record) }]);
        }
      }),
    putSource: async (record) => {
      await catalog.write((writer) =>
        writer.declareSource({
          label: record.key,
          kind: "essays",
          access: "open",
          ...record,
        } as SourceRecord),
      );
    },
    publish: (options = {}) => publish({ dataDir, catalog, ...options }),
    manifest: () => {
      const directory = dataDirectory(dataDir);
      return readManifest(directory, currentSnapshot(directory)!);
    },
    close: async () => {
      await catalog.close();
      if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const topics = [
  "payment merchant invoice settlement remittance fee card payout reserve chargeback",
  "client header block validator light proof fraud consensus finality checkpoint",
  "farm soil sensor water crop harvest drought irrigation seed field",
  "vote council treasury proposal quorum delegate ballot charter member budget",
  "privacy wallet key signature recovery custody guardian phishing backup device",
  "model agent prompt memory tool context evaluation latency token inference",
].map((words) => words.split(" "));
const common = "system people design question result early small group often simple public shared".split(" ");

/** Document `number`: always the same text, of one of six topics, over three sources. */
export function documentOf(number: number, fields: Partial<TestDocument> = {}): TestDocument {
  const random = seededRandom(number + 1);
  const words = [...topics[number % topics.length]!, ...common];
  const pick = () => words[Math.floor(random() * words.length)]!;
  const sentence = () => `${Array.from({ length: 8 + Math.floor(random() * 8) }, pick).join(" ")}.`;
  const paragraph = () => Array.from({ length: 6 }, sentence).join(" ");
  return {
    documentId: `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`,
    source: ["essays", "notes", "talks"][number % 3]!,
    title: `${pick()} ${pick()} ${number}`,
    author: number % 2 ? `Author ${number % 5}` : null,
    url: `https://archive.example/${number}`,
    publishedAt: null,
    content: Array.from({ length: 1 + (number % 4) }, paragraph).join("\n\n"),
    ...fields,
  };
}

export const documentsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => documentOf(from + i));

export function projectOf(number: number): Partial<ProjectRecord> & { slug: string } {
  const { content } = documentOf(number);
  return {
    slug: `project-${number}`,
    name: `Project ${number}`,
    oneLiner: content.slice(0, 80),
    description: content.slice(0, 600),
    hackathon: { slug: `jam-${number % 2}`, name: `Jam ${number % 2}`, startDate: "2025-03-01" },
    createdAt: `2025-03-0${1 + (number % 9)}T00:00:00.000Z`,
  };
}

export const projectsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => projectOf(from + i));

/** Every file of snapshots and segments with its content. */
export function publishedFiles(dataDir: string): Map<string, Buffer> {
  const { segments, snapshots } = dataDirectory(dataDir);
  const files = new Map<string, Buffer>();
  for (const folder of [snapshots, segments])
    for (const name of readdirSync(folder).sort()) files.set(name, readFileSync(join(folder, name)));
  return files;
}

/** Names of the files that differ, or are on one side only. */
export function differingFiles(
  one: ReadonlyMap<string, Buffer>,
  other: ReadonlyMap<string, Buffer>,
): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => !one.get(name)?.equals(other.get(name) ?? Buffer.alloc(0)),
  );
}

/** Documents found per query, in a serving over the current snapshot. */
export async function found(workbench: Workbench, queries: readonly string[]): Promise<string[][]> {
  const serving = await openServing({ dataDir: workbench.dataDir, catalog: workbench.catalog, workers: 0 });
  try {
    const lists: string[][] = [];
    for (const query of queries) {
      const request = {
        query,
        limit: 10,
        offset: 0,
        maxChunksPerDoc: 1,
        maxDocsPerSource: 0,
        intent: "docs",
      };
      const { results } = (await serving.execute("searchArchives", { ...request, minSimilarity: 0.2 })) as {
        results: { documentId: string }[];
      };
      lists.push(results.map(({ documentId }) => documentId).sort());
    }
    return lists;
  } finally {
    await serving.close();
  }
}

export const segmentsOf = (workbench: Workbench) =>
  readdirSync(dataDirectory(workbench.dataDir).segments).sort();
