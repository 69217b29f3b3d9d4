/** Tool lists as shown in results and details. */
import {
  type BuiltWithKind,
  builtWithKinds,
  type CompactBuiltWith,
  type RepositoryTags,
} from "../../contract/api/built-with.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";

const namesInResults = 10;

function perKind<T>(of: (kind: BuiltWithKind) => T): Record<BuiltWithKind, T> {
  return Object.fromEntries(builtWithKinds.map((kind) => [kind, of(kind)])) as Record<BuiltWithKind, T>;
}

/** The first ten names of each kind; null when nothing is recorded. */
export function compactBuiltWith({ builtWith }: ProjectRecord): CompactBuiltWith | null {
  if (!builtWith) return null;
  return perKind((kind) => builtWith[kind].slice(0, namesInResults).map((tag) => tag.name));
}

/** Everything recorded; only names unless the code is known to be public. */
export function fullBuiltWith({ builtWith, links }: ProjectRecord): RepositoryTags | null {
  if (!builtWith) return null;
  const isPublic = links?.repoPublic === true;
  return {
    schemaVersion: 1,
    ...perKind((kind) => (isPublic ? builtWith[kind] : builtWith[kind].map(({ name }) => ({ name })))),
  };
}

/** The form in which names match: ignoring case and surrounding spaces. */
export function toolKey(name: string): string {
  return name.trim().toLowerCase();
}
