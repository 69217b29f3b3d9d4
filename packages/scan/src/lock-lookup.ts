import type { LockedVersions } from "./locks/lock.ts";
import { lockedVersion } from "./locks/lock.ts";
import { canonicalSignal } from "./recognisers/pattern.ts";
import type { SignalKind } from "./recognisers/recogniser.ts";
import type { Signal } from "./signal.ts";

interface Lock {
  kind: SignalKind;
  folder: string;
  file: string;
  versions: LockedVersions;
}

/** The lock files of a tree. */
export class LockLookup {
  readonly #locks = new Map<string, Lock[]>();

  add(lock: Lock): void {
    const key = `${lock.kind} ${lock.folder}`;
    this.#locks.set(key, [...(this.#locks.get(key) ?? []), lock]);
  }

  /**
   * The exact version of a dependency that a manifest in `folder` states: from the lock files in that folder, else from
   * the nearest parent folder whose lock file has the package.
   */
  versionOf(signal: Signal, folder: string): { version: string; file: string } | undefined {
    if (signal.ownVersion) return undefined;
    const name = signal.kind === "pypi" ? canonicalSignal("pypi", signal.name) : signal.name;
    for (let around: string | null = folder; around !== null; around = parentOf(around)) {
      const member = around === "" ? folder : folder.slice(around.length + 1);
      for (const { versions, file } of this.#locks.get(`${signal.kind} ${around}`) ?? []) {
        const version = lockedVersion(versions, { name, range: signal.version, member });
        if (version !== undefined) return { version, file: file.slice(file.lastIndexOf("/") + 1) };
      }
    }
    return undefined;
  }
}

function parentOf(folder: string): string | null {
  if (folder === "") return null;
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
}
