/** The first records of a file as an import would take them, and why it would reject some. Nothing is written. */
import type { z } from "zod";
import { firstCodePoints } from "../contract/values/text.ts";
import { documentKind } from "./archive.ts";
import { shorten } from "./clean-text.ts";
import {
  checkDeclarations,
  type Declaration,
  hackathonDeclaration,
  readDeclarations,
  sourceDeclaration,
} from "./declarations.ts";
import { faqDeclaration } from "./faqs.ts";
import type { ImportKind } from "./import-kind.ts";
import { openRecordMap, type RecordMap } from "./map/record-map.ts";
import { memberKind } from "./members.ts";
import { projectKind } from "./projects.ts";
import type { Entry } from "./read/entry.ts";
import { resolveInputs } from "./read/inputs.ts";
import { readRecords } from "./read/records.ts";
import { createRecordChecker, type RejectedRecord } from "./record-checker.ts";
import { resourcesDeclaration } from "./resources.ts";
import type { ImportOptions, Reject } from "./types.ts";
import { Warnings } from "./warnings.ts";

export interface ImportPreview {
  /** The first ten. */
  records: PreviewedRecord[];
  /** Records that were read. */
  checked: number;
  /** Whether these are all. */
  isWhole: boolean;
  rejected: number;
  /** For which the map returned nothing. */
  dropped: number;
  /** Every fault of the rejected records. */
  rejects: Omit<Reject, "file" | "also">[];
  warnings: string[];
}

export interface PreviewedRecord {
  line: number;
  /** As JSON. */
  values: string[];
  faults: Omit<Reject, "file" | "line" | "also">[];
}

export type PreviewOptions = Pick<ImportOptions, "map" | "source" | "remote" | "signal" | "mapTimeLimitMs">;

const SHOWN = 10;
const CHECKED = 1_000;
/** After so many milliseconds no more are read, once there are enough to show. */
const BUDGET_MS = 4_000;
/** Records given to the map at once: a slow map must not delay the first ones. */
const AT_ONCE = 10;
const VALUES_SHOWN = 5;
const VALUE_CHARACTERS = 4_000;
const TEXT_CHARACTERS = 300;

interface Checked {
  found: Entry;
  values: readonly unknown[];
  rejected: readonly RejectedRecord[];
}

const previews = {
  projects: ofRecords(projectKind),
  archive: ofRecords(documentKind),
  members: ofRecords(memberKind),
  sources: ofDeclarations(sourceDeclaration),
  hackathons: ofDeclarations(hackathonDeclaration),
  resources: ofDeclarations(resourcesDeclaration),
  faqs: ofDeclarations(faqDeclaration),
};

/** Throws ImportUsageError when the file or the map cannot be used. */
export async function previewImport(
  kind: keyof typeof previews,
  file: string,
  options: PreviewOptions,
): Promise<ImportPreview> {
  const map = options.map === undefined ? null : await openRecordMap(options.map, options);
  const warnings = new Warnings();
  try {
    const preview = await collect(previews[kind](file, { ...options, map, warnings }));
    return { ...preview, warnings: warnings.list() };
  } finally {
    await map?.close();
  }
}

type Opened = Omit<PreviewOptions, "map"> & { map: RecordMap | null; warnings: Warnings };

function ofRecords<S extends z.ZodType, T>(kind: ImportKind<S, T>) {
  return async function* (file: string, options: Opened): AsyncGenerator<Checked> {
    const { source, signal } = options;
    const check = createRecordChecker(kind, options);
    for (const input of await resolveInputs([file], { markdown: kind.markdown })) {
      const noteEmpty = (message: string) => options.warnings.add("without records", message);
      const reading = { after: 0, meter: { bytes: 0 }, stdin: process.stdin, source, signal, noteEmpty };
      for await (const group of readRecords(input, reading))
        for (let at = 0; at < group.length; at += AT_ONCE) yield* check(group.slice(at, at + AT_ONCE));
    }
  };
}

function ofDeclarations<S extends z.ZodType>(kind: Declaration<S>) {
  return async function* (file: string, options: Opened): AsyncGenerator<Checked> {
    const found = await readDeclarations(kind, file, {});
    for await (const { rejected, ...checked } of checkDeclarations(
      kind,
      found.slice(0, CHECKED + 1),
      options,
    ))
      yield { ...checked, rejected: rejected === null ? [] : [rejected] };
  };
}

async function collect(checked: AsyncGenerator<Checked>): Promise<Omit<ImportPreview, "warnings">> {
  const startedAt = performance.now();
  const preview = {
    records: [] as PreviewedRecord[],
    checked: 0,
    isWhole: true,
    rejected: 0,
    dropped: 0,
    rejects: [] as ImportPreview["rejects"],
  };
  for await (const { found, values, rejected } of checked) {
    const isSlow = preview.checked >= SHOWN && performance.now() - startedAt > BUDGET_MS;
    if (preview.checked >= CHECKED || isSlow) {
      preview.isWhole = false;
      break;
    }
    preview.checked++;
    preview.rejected += rejected.length;
    if (values.length === 0 && rejected.length === 0) preview.dropped++;
    const { line } = found;
    const faulty = rejected.flatMap(({ record, faults }) =>
      faults.map((fault) => ({ line, record, ...fault })),
    );
    preview.rejects.push(...faulty);
    if (preview.records.length < SHOWN)
      preview.records.push({
        line,
        values: values.slice(0, VALUES_SHOWN).map(shown),
        faults: faulty.map(({ line: _, ...fault }) => fault),
      });
  }
  return preview;
}

/** Long texts are cut, so that every field is seen. */
function shown(value: unknown): string {
  const cut = (_: string, part: unknown) =>
    typeof part === "string" ? shorten(part, TEXT_CHARACTERS) : part;
  return firstCodePoints(JSON.stringify(value, cut, 2) ?? "null", VALUE_CHARACTERS);
}
