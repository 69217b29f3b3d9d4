/** Turns entries of a reader into records for the catalog: mapped, checked, prepared. */
import type { z } from "zod";
import { shorten } from "./clean-text.ts";
import { type CsvRow, cellFaults, csvRowReader } from "./csv-row.ts";
import type { ImportKind, Prepared } from "./import-kind.ts";
import { exceededLimit } from "./known-fields.ts";
import type { RecordMap } from "./map/record-map.ts";
import type { Entry, Fault } from "./read/entry.ts";
import { createValidator, LIMIT_FAULTS, RECORD_LIMITS } from "./validate.ts";
import type { Warnings } from "./warnings.ts";

const MAX_UNKNOWN_FIELDS = 1_000;

export interface RejectedRecord {
  /** Name of the record; null when nothing could be read. */
  record: string | null;
  faults: readonly [Fault, ...Fault[]];
}

/** The native records of one entry, and those that broke a rule. */
export interface CheckedEntry<T> {
  found: Entry;
  /** What was checked: the record itself, or what the map made of it. */
  values: readonly unknown[];
  records: Prepared<T>[];
  rejected: RejectedRecord[];
  /** Whether the map returned nothing. */
  dropped: boolean;
}

export interface CheckerOptions {
  map: RecordMap | null;
  /** Source of documents that name none. */
  source?: string;
  warnings: Warnings;
}

/** Checks entries in order; ends early when the map was stopped. */
export type RecordChecker<T> = (entries: readonly Entry[]) => AsyncGenerator<CheckedEntry<T>>;

export function createRecordChecker<S extends z.ZodType, T>(
  kind: ImportKind<S, T>,
  { map, source, warnings }: CheckerOptions,
): RecordChecker<T> {
  const fromCells = csvRowReader(kind.schema);
  const ofCell = cellFaults(kind.schema);
  const unknown = new Set<string>();
  let place = "";
  const validate = createValidator(kind.schema, {
    prepare: (record) => kind.prepare(record),
    amend: (record) =>
      kind.amend?.(record, (message) => warnings.add("values left out", `${message} (${place})`)) ?? record,
    noteUnknown(path) {
      if (unknown.has(path) || unknown.size >= MAX_UNKNOWN_FIELDS) return;
      unknown.add(path);
      warnings.add(
        "unknown fields",
        `field "${shorten(path, 100)}" is not known and was ignored (first in ${place})`,
      );
    },
  });

  const check = (found: Entry, values: readonly unknown[]): CheckedEntry<T> => {
    const dropped = values.length === 0;
    const checked: CheckedEntry<T> = { found, values, records: [], rejected: [], dropped };
    place = `line ${found.line} of ${found.file}`;
    for (const value of values) {
      const record = withSource(value, source);
      const { value: prepared, faults } = validate(record);
      if (faults === null) checked.records.push(prepared);
      else {
        const [first, ...others] = faults;
        const isRow = found.cells && map === null;
        checked.rejected.push({
          record: kind.identify(record),
          faults: isRow ? [ofCell(first), ...others.map(ofCell)] : faults,
        });
      }
    }
    return checked;
  };
  const reject = (found: Entry, fault: Fault): CheckedEntry<T> => {
    const record = found.fault === null ? kind.identify(found.value) : null;
    return { found, values: [], records: [], rejected: [{ record, faults: [fault] }], dropped: false };
  };

  return async function* (entries) {
    const faults = entries.map((found) => found.fault ?? (map === null ? null : nestingFault(found.value)));
    const results = map?.apply(
      entries.filter((_, index) => faults[index] === null).map(({ value }) => value),
    );
    for (const [index, found] of entries.entries()) {
      const fault = faults[index] ?? null;
      if (fault !== null) yield reject(found, fault);
      else if (results === undefined)
        yield check(found, [found.cells ? fromCells(found.value as CsvRow) : found.value]);
      else {
        const next = await results.next();
        if (next.done) return;
        yield next.value.fault === null ? check(found, next.value.values) : reject(found, next.value.fault);
      }
    }
  };
}

/** The map recurses into its input. */
function nestingFault(value: unknown): Fault | null {
  const exceeded = exceededLimit(value, null, { ...RECORD_LIMITS, items: Number.POSITIVE_INFINITY });
  return exceeded && LIMIT_FAULTS[exceeded];
}

function withSource(value: unknown, source: string | undefined): unknown {
  if (source === undefined || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  return ((value as { source?: unknown }).source ?? null) === null ? { ...value, source } : value;
}
