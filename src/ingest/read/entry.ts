/** The entries that every reader yields. */
import { MAX_JSON_DEPTH } from "../../contract/values/json-depth.ts";

export interface Fault {
  /** Path of the field; null when the whole record is invalid. */
  field: string | null;
  rule: string;
  message: string;
}

export interface Entry {
  file: string;
  /** First line of the record, from 1; of a Markdown file always 1. */
  line: number;
  /** First and last position of the record in units of progress: lines, or files of a folder; from 1. */
  from: number;
  to: number;
  /** Approximate size in bytes. */
  bytes: number;
  /** The record as in the file; undefined when there is a fault. */
  value: unknown;
  /** Whether the value is a CSV row, whose cells are all text. */
  cells: boolean;
  fault: Fault | null;
}

/** Longest line or CSV record that is read, in bytes: a longer one is rejected without being held in memory. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

export const NESTED_TOO_DEEPLY: Fault = {
  field: null,
  rule: "nesting",
  message: `is nested deeper than ${MAX_JSON_DEPTH} levels of arrays and objects`,
};

export const NOT_UTF8: Fault = {
  field: null,
  rule: "utf-8",
  message: "is not UTF-8 text: convert the file, for instance with iconv -t UTF-8",
};
