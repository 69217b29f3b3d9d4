/** Scans one folder or repository that the user named. */
import { withTypedRepository } from "../git/clone.ts";
import type { CloneLimits } from "../git/clone-limits.ts";
import { headRevision } from "../git/head-revision.ts";
import type { TypedSource } from "../git/typed-source.ts";
import { type CodeReport, type ReadOptions, readCode } from "./read-code.ts";

export interface ScanTypedOptions extends ReadOptions {
  limits?: Partial<CloneLimits>;
  /** Whether someone other than the team chose this repository. */
  inferred: boolean;
}

/** Throws CloneFailure, GitMissingError, ScanError, or the signal's reason. */
export async function scanTyped(source: TypedSource, options: ScanTypedOptions): Promise<CodeReport> {
  const { inferred } = options;
  const url = publicUrl(source);
  if (source.kind === "folder") {
    const { path } = source;
    return readCode({ path, revision: headRevision(path), leftOut: [], url, inferred }, options);
  }
  return withTypedRepository(
    source,
    (checkout) => readCode({ ...checkout, url, inferred }, options),
    options,
  );
}

/** The address that a record may show to others, without local paths and ssh hosts. */
export function publicUrl(source: TypedSource): string | null {
  return source.kind === "repository" && source.protocol === "https" ? source.url : null;
}
