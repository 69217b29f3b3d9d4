/** Imports declarations, such as sources and hackathons, from a YAML or JSON list. */
import { readFile, stat } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import type { z } from "zod";
import type { Catalog } from "../catalog/catalog.ts";
import type { Outcome } from "../catalog/outcome.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import { type HackathonRecord, hackathonRecordSchema } from "../contract/records/hackathon-record.ts";
import { type SourceRecord, sourceRecordSchema } from "../contract/records/source-record.ts";
import { cleanLine, shorten } from "./clean-text.ts";
import { toUtc } from "./dates.ts";
import { firstText } from "./first-text.ts";
import { openRecordMap, type RecordMap } from "./map/record-map.ts";
import type { Entry } from "./read/entry.ts";
import { decode } from "./read/lines.ts";
import { readYamlList } from "./read/yaml-list.ts";
import { RejectsFile } from "./rejects.ts";
import { type ImportOptions, type ImportReport, ImportUsageError } from "./types.ts";
import { createValidator } from "./validate.ts";
import { Warnings } from "./warnings.ts";

/** A list of declarations is read into memory. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const RECORDS_PER_TRANSACTION = 200;

export interface Declaration<S extends z.ZodType> {
  name: "sources" | "hackathons" | "resources" | "faqs";
  /** The field that names a record in messages. */
  keyName: string;
  /** The key of a record; by default the field `keyName`. */
  keyOf?(record: z.output<S>): string;
  schema: S;
  tidy(record: z.output<S>): z.output<S>;
  declare(writer: CatalogWriter, record: z.output<S>): Promise<Outcome>;
}

/** Imports YAML or JSON lists of sources. Throws ImportUsageError when a file or the map cannot be used. */
export function importSources(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return importDeclarations(catalog, sourceDeclaration, { inputs, options });
}

/** Imports YAML or JSON lists of hackathons. Throws ImportUsageError when a file or the map cannot be used. */
export function importHackathons(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return importDeclarations(catalog, hackathonDeclaration, { inputs, options });
}

const sourceDeclaration: Declaration<typeof sourceRecordSchema> = {
  name: "sources",
  keyName: "key",
  schema: sourceRecordSchema,
  tidy: (record: SourceRecord) => ({ ...record, label: cleanLine(record.label) }),
  declare: (writer, record) => writer.declareSource(record),
};

const hackathonDeclaration: Declaration<typeof hackathonRecordSchema> = {
  name: "hackathons",
  keyName: "slug",
  schema: hackathonRecordSchema,
  tidy: (record: HackathonRecord) => ({
    ...record,
    startDate: toUtc(record.startDate),
    submissionDeadline: toUtc(record.submissionDeadline),
    winnerAnnouncementDate: toUtc(record.winnerAnnouncementDate),
  }),
  declare: (writer, record) => writer.declareHackathon(record),
};

/** Imports lists of one kind. Throws ImportUsageError when a file or the map cannot be used. */
export async function importDeclarations<S extends z.ZodType>(
  catalog: Catalog,
  kind: Declaration<S>,
  { inputs, options }: { inputs: readonly string[]; options: ImportOptions },
): Promise<ImportReport> {
  const startedAt = performance.now();
  if (inputs.length === 0) throw new ImportUsageError(`name at least one file of ${kind.name}, or -`);
  const found: Entry[] = [];
  const map = options.map === undefined ? null : await openRecordMap(options.map, options);
  const rejects = new RejectsFile(options.dataDir, kind.name);
  const warnings = new Warnings();
  try {
    for (const file of inputs)
      found.push(...readYamlList(await readText(file, options), { file, name: kind.name }));
    const { records, ...counts } = await checkAll(kind, found, { map, rejects, warnings });
    rejects.flush();
    const written = await declareAll(catalog, lastOfEach(records, kind, warnings), { kind, options });
    const countOf = (outcome: Outcome) => written.filter((one) => one === outcome).length;
    return {
      ...counts,
      inserted: countOf("inserted"),
      updated: countOf("updated"),
      unchanged: countOf("unchanged"),
      resumed: 0,
      rejectsFile: rejects.path,
      warnings: warnings.list(),
      interrupted: options.signal?.aborted === true,
      seconds: (performance.now() - startedAt) / 1000,
    };
  } finally {
    await map?.close();
  }
}

/** A record of the list is imported with everything that the map returned for it, or not at all. */
async function checkAll<S extends z.ZodType>(
  kind: Declaration<S>,
  found: readonly Entry[],
  { map, rejects, warnings }: { map: RecordMap | null; rejects: RejectsFile; warnings: Warnings },
) {
  const counts = { read: 0, rejected: 0, dropped: 0 };
  const records: z.output<S>[] = [];
  let place = "";
  const validate = createValidator(kind.schema, {
    prepare: kind.tidy,
    noteUnknown: (path) =>
      warnings.add("unknown fields", `field "${shorten(path, 100)}" is not known and was ignored (${place})`),
  });
  const mapped = map?.apply(found.map(({ value }) => value));
  for (const { file, line, value } of found) {
    const next = await mapped?.next();
    if (next?.done) break;
    place = file;
    counts.read++;
    const { values, fault } = next?.value ?? { values: [value], fault: null };
    if (values?.length === 0) counts.dropped++;
    const checked = values?.map((native) => ({ native, ...validate(native) })) ?? [];
    const failed = checked.find(({ faults }) => faults !== null);
    const faults = fault === null ? failed?.faults : ([fault] as const);
    if (faults) {
      counts.rejected++;
      const record = firstText(failed?.native ?? value, [kind.keyName, "name", "label"]);
      rejects.add({ file, line, record }, faults);
    } else for (const { value: record } of checked) records.push(record as z.output<S>);
  }
  return { records, ...counts };
}

async function readText(file: string, options: ImportOptions): Promise<string> {
  if (file === "-") return readAll(options.stdin ?? process.stdin);
  const bytes = await stat(file)
    .then(({ size }) => {
      if (size > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES} bytes`);
      return readFile(file);
    })
    .catch((error: NodeJS.ErrnoException) => {
      throw new ImportUsageError(
        `${file} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}`,
      );
    });
  const { text, fault } = decode(bytes);
  if (fault !== null) throw new ImportUsageError(`${file} ${fault.message}`);
  return text;
}

function lastOfEach<S extends z.ZodType>(
  records: readonly z.output<S>[],
  kind: Declaration<S>,
  warnings: Warnings,
): z.output<S>[] {
  const latest = new Map<string, z.output<S>>();
  for (const record of records) {
    const key = kind.keyOf?.(record) ?? (record as Record<string, string>)[kind.keyName]!;
    const before = latest.get(key);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(record)) {
      warnings.add(
        "given twice",
        `${kind.keyName} ${key} is given twice with different content: the later one was kept`,
      );
    }
    latest.set(key, record);
  }
  return [...latest.values()];
}

async function declareAll<S extends z.ZodType>(
  catalog: Catalog,
  records: readonly z.output<S>[],
  { kind, options }: { kind: Declaration<S>; options: ImportOptions },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < records.length && !options.signal?.aborted; start += RECORDS_PER_TRANSACTION) {
    const part = records.slice(start, start + RECORDS_PER_TRANSACTION);
    outcomes.push(...(await declarePart(catalog, part, { kind, dryRun: options.dryRun === true })));
  }
  return outcomes;
}

class DryRun extends Error {}

async function declarePart<S extends z.ZodType>(
  catalog: Catalog,
  records: readonly z.output<S>[],
  { kind, dryRun }: { kind: Declaration<S>; dryRun: boolean },
): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  try {
    await catalog.write(async (writer) => {
      outcomes = [];
      for (const record of records) outcomes.push(await kind.declare(writer, record));
      // Rolled back: a dry run reports what happened in the transaction.
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return outcomes;
}
