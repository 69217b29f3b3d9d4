/**
 * Which segment files were verified, so that a publish need not read a large archive again. Remembered by size, inode and
 * time of the last change: a file that differs in one of them is verified again.
 */
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../search/segment/durable-file.ts";
import type { DataDirectory } from "./data-directory.ts";

/** File name → its state when it was verified. */
type VerifiedFiles = Readonly<Record<string, string>>;

const recordPath = ({ root }: DataDirectory) => join(root, "verified.json");

/** Those of the files that are not known to be as they were verified. */
export function unverifiedOf(directory: DataDirectory, names: readonly string[]): string[] {
  const verified = readRecord(directory);
  return names.filter((name) => {
    const known = verified[name];
    return known === undefined || known !== stateOf(directory, name);
  });
}

/** Remembers that these files, and no others, are as they were written. */
export function rememberVerified(directory: DataDirectory, names: readonly string[]): void {
  const states = names.flatMap((name) => {
    const state = stateOf(directory, name);
    return state === null ? [] : [[name, state] as const];
  });
  writeDurably(recordPath(directory), `${JSON.stringify(Object.fromEntries(states))}\n`);
}

/** After damage was found: the next publish reads every file. */
export function forgetVerified(directory: DataDirectory): void {
  rmSync(recordPath(directory), { force: true });
}

/** Nothing is verified where the record is missing or is not readable. */
function readRecord(directory: DataDirectory): VerifiedFiles {
  try {
    const record: unknown = JSON.parse(readFileSync(recordPath(directory), "utf8"));
    return typeof record === "object" && record !== null ? (record as VerifiedFiles) : {};
  } catch {
    return {};
  }
}

/** Null where there is no such file. */
function stateOf({ segments }: DataDirectory, name: string): string | null {
  const stat = statSync(join(segments, name), { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.ino} ${stat.ctimeNs}` : null;
}
