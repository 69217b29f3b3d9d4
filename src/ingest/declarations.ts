/** Imports declarations, such as sources and hackathons, from a YAML or JSON list. */
import type { z } from "zod";
import type { Catalog } from "../catalog/catalog.ts";
import type { Outcome } from "../catalog/outcome.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import { readsOwnMachine } from "../contract/records/connector-record.ts";
import { type HackathonRecord, hackathonRecordSchema } from "../contract/records/hackathon-record.ts";
import { type SourceRecord, sourceRecordSchema } from "../contract/records/source-record.ts";
import { cleanLine, shorten } from "./clean-text.ts";
import { toUtc } from "./dates.ts";
import { firstText } from "./first-text.ts";
import { openRecordMap, type RecordMap } from "./map/record-map.ts";
import { readBytes } from "./read/bytes.ts";
import type { Entry, Fault } from "./read/entry.ts";
import { decode } from "./read/lines.ts";
import { inputName, utf16Problem } from "./read/wrong-format.ts";
import { readYamlList } from "./read/yaml-list.ts";
import type { RejectedRecord } from "./record-checker.ts";
import { RejectsFile } from "./rejects.ts";
import { sharedAddresses } from "./shared-addresses.ts";
import { type ImportOptions, type ImportReport, ImportUsageError } from "./types.ts";
import { createValidator } from "./validate.ts";
import { Warnings } from "./warnings.ts";

/** A list of declarations, of a file or of standard input, is read into memory. */
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
  /** Why a record of an uploaded file is rejected. */
  refuseRemote?(record: z.output<S>): Fault | null;
}

/** Imports YAML or JSON lists of sources. Throws ImportUsageError when a file or the map cannot be used. */
export async function importSources(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  const report = await importDeclarations(catalog, sourceDeclaration, { inputs, options });
  return { ...report, warnings: [...report.warnings, ...sharedAddresses(await catalog.sources())] };
}

/** Imports YAML or JSON lists of hackathons. Throws ImportUsageError when a file or the map cannot be used. */
export function importHackathons(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return importDeclarations(catalog, hackathonDeclaration, { inputs, options });
}

export const sourceDeclaration: Declaration<typeof sourceRecordSchema> = {
  name: "sources",
  keyName: "key",
  schema: sourceRecordSchema,
  tidy: (record: SourceRecord) => ({ ...record, label: cleanLine(record.label) }),
  declare: (writer, record) => writer.declareSource(record),
  refuseRemote: ({ connector }) => (readsOwnMachine(connector) ? ownMachine : null),
};

export const hackathonDeclaration: Declaration<typeof hackathonRecordSchema> = {
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

const ownMachine: Fault = {
  field: "connector",
  rule: "not-allowed",
  message: "reads files of the server's machine: declare it there, with priorart import sources",
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
    let empty = 0;
    for (const file of inputs) {
      const records = await readDeclarations(kind, file, options);
      found.push(...records);
      if (records.length > 0) continue;
      empty++;
      warnings.add("without records", `${inputName(file)} is empty: no record was read`);
    }
    const checked = checkDeclarations(kind, found, { map, warnings, remote: options.remote });
    const { records, ...counts } = await collect(checked, rejects);
    rejects.flush();
    const written = await declareAll(catalog, lastOfEach(records, kind, warnings), { kind, options });
    const countOf = (outcome: Outcome) => written.filter((one) => one === outcome).length;
    return {
      ...counts,
      empty,
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

export interface CheckedDeclaration<T> {
  found: Entry;
  /** What was checked: the record itself, or what the map made of it. */
  values: readonly unknown[];
  records: T[];
  rejected: RejectedRecord | null;
}

/** A record of the list is imported with everything that the map returned for it, or not at all. */
export async function* checkDeclarations<S extends z.ZodType>(
  kind: Declaration<S>,
  found: readonly Entry[],
  { map, warnings, remote = false }: { map: RecordMap | null; warnings: Warnings; remote?: boolean },
): AsyncGenerator<CheckedDeclaration<z.output<S>>> {
  let place = "";
  const validate = createValidator(kind.schema, {
    prepare: kind.tidy,
    noteUnknown: (path) =>
      warnings.add("unknown fields", `field "${shorten(path, 100)}" is not known and was ignored (${place})`),
  });
  const check = (native: unknown) => {
    const { value, faults } = validate(native);
    const refused = remote && faults === null ? (kind.refuseRemote?.(value) ?? null) : null;
    return { native, value, faults: refused === null ? faults : ([refused] as [Fault]) };
  };
  const mapped = map?.apply(found.map(({ value }) => value));
  for (const entry of found) {
    const next = await mapped?.next();
    if (next?.done) return;
    place = entry.file;
    const { values, fault } = next?.value ?? { values: [entry.value], fault: null };
    const checked = (values ?? []).map(check);
    const failed = checked.find(({ faults }) => faults !== null);
    const faults = fault === null ? (failed?.faults ?? null) : ([fault] as const);
    const record = firstText(failed?.native ?? entry.value, [kind.keyName, "name", "label"]);
    yield {
      found: entry,
      values: values ?? [],
      records: faults === null ? checked.map(({ value }) => value as z.output<S>) : [],
      rejected: faults && { record, faults },
    };
  }
}

async function collect<T>(checked: AsyncIterable<CheckedDeclaration<T>>, rejects: RejectsFile) {
  const counts = { read: 0, rejected: 0, dropped: 0 };
  const all: T[] = [];
  for await (const { found, values, records, rejected } of checked) {
    counts.read++;
    if (values.length === 0 && rejected === null) counts.dropped++;
    if (rejected !== null) {
      counts.rejected++;
      rejects.add({ file: found.file, line: found.line, record: rejected.record }, rejected.faults);
    }
    all.push(...records);
  }
  return { records: all, ...counts };
}

/** The records of a file. Throws ImportUsageError when it cannot be read or is not such a list. */
export async function readDeclarations<S extends z.ZodType>(
  { name }: Declaration<S>,
  file: string,
  options: Pick<ImportOptions, "stdin">,
): Promise<Entry[]> {
  return readYamlList(await readText(file, options), { file, name });
}

/** Gzip is recognised by its content, as in files of records. */
async function readText(file: string, { stdin }: Pick<ImportOptions, "stdin">): Promise<string> {
  const name = inputName(file);
  const from = file === "-" ? { stream: stdin ?? process.stdin } : { path: file };
  const bytes = await readWhole(from).catch((error: NodeJS.ErrnoException) => {
    throw new ImportUsageError(
      `${name} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}`,
    );
  });
  const utf16 = utf16Problem(bytes);
  if (utf16 !== null) throw new ImportUsageError(`${name} ${utf16}`);
  const { text, fault } = decode(bytes);
  if (fault !== null) throw new ImportUsageError(`${name} ${fault.message}`);
  return text;
}

async function readWhole(from: Parameters<typeof readBytes>[0]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of readBytes(from, { bytes: 0 })) {
    bytes += piece.length;
    if (bytes > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
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
