import type { Reading } from "../signal.ts";

/** A file that states a project's dependencies. */
export interface Manifest {
  /** Path in the tree, with "/", safe to display. */
  path: string;
  /** Name without folders. */
  name: string;
  text: string;
}

/** Reads one kind of manifest. */
export interface ManifestReader {
  /** Whether a file of this name in this folder is such a manifest. */
  reads(name: string, folder: string): boolean;
  /**
   * Adds the signals of the file.
   *
   * @throws {ParseFault} when the file is not what its name says.
   */
  read(manifest: Manifest, reading: Reading): void;
}

export const namedExactly =
  (...names: readonly string[]) =>
  (name: string): boolean =>
    names.includes(name);

export const namedLike =
  (pattern: RegExp) =>
  (name: string): boolean =>
    pattern.test(name);
