import { canonicalSignal } from "../recognisers/pattern.ts";
import type { SignalKind } from "../recognisers/recogniser.ts";

/** Versions that a lock file states, by package. */
export type LockedVersions = Map<string, Set<string>>;

/** A lock file of one registry's packages. */
export interface LockReader {
  kind: SignalKind;
  reads(name: string): boolean;
  /**
   * Adds versions under the keys of `lockKeys`.
   *
   * @throws {ParseFault} when the file is not what its name says.
   */
  read(text: string, versions: LockedVersions): void;
}

/** Maximum number of packages kept of one lock file. */
const MAX_PACKAGES = 100_000;

export const lockKeys = {
  /** All versions of the package. */
  anywhere: (name: string) => name,
  anywherePython: (name: string) => canonicalSignal("pypi", name),
  /** By the requested range. */
  forRange: (name: string, range: string) => `${name}\0${range}`,
  /** For the workspace member in this folder (relative to the lock file). */
  forMember: (name: string, member: string) => `${name}\0\0${member}`,
};

export function addLocked(versions: LockedVersions, key: string, version: unknown): void {
  if (typeof version !== "string" || !/^v?\d[\w.+-]{0,59}$/.test(version)) return;
  const known = versions.get(key);
  if (known !== undefined) known.add(version);
  else if (versions.size < MAX_PACKAGES) versions.set(key, new Set([version]));
}

/**
 * The locked version of a package: for the workspace member, else for the range, else the only version, or the only
 * one that begins like the range. Undefined if ambiguous.
 */
export function lockedVersion(
  versions: LockedVersions,
  asked: { name: string; range: string | undefined; member: string },
): string | undefined {
  const { name, range, member } = asked;
  const keys = [
    lockKeys.forMember(name, member),
    ...(range === undefined ? [] : [lockKeys.forRange(name, range)]),
    lockKeys.forMember(name, ""),
    lockKeys.anywhere(name),
  ];
  for (const key of keys) {
    const found = [...(versions.get(key) ?? [])];
    if (found.length === 1) return found[0];
    if (found.length > 1) return oneBeginning(found, range);
  }
  return undefined;
}

/** Of several versions, the one that shares the most leading numbers with the range, if it is unique. */
function oneBeginning(found: readonly string[], range: string | undefined): string | undefined {
  const numbers = /\d+(?:\.\d+)*/.exec(range ?? "")?.[0].split(".") ?? [];
  for (let count = numbers.length; count > 0; count--) {
    const start = numbers.slice(0, count).join(".");
    const fitting = found.filter((version) => `${version}.`.startsWith(`${start}.`));
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
  }
  return undefined;
}
