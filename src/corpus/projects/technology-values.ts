/** Every tool once by name, across kinds: the values that the technology operations count. */
import { type BuiltWithKind, builtWithKinds } from "../../contract/api/built-with.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import type { ColumnValue } from "../../search/columns/column.ts";
import { toolKey } from "./project-built-with.ts";

type WithTools = Pick<ProjectRecord, "builtWith">;

/**
 * Column values of one project out of the given ones. A name that projects list under several kinds gets
 * the most common one; ties are resolved in the order of the contract.
 */
export function technologyValues(
  projects: readonly { record: WithTools }[],
): (record: WithTools) => ColumnValue[] {
  const kindsOf = new Map<string, Map<BuiltWithKind, number>>();
  for (const { record } of projects)
    for (const kind of builtWithKinds)
      for (const name of namesOf(record, kind)) {
        const counts = kindsOf.get(name) ?? new Map<BuiltWithKind, number>();
        kindsOf.set(name, counts.set(kind, (counts.get(kind) ?? 0) + 1));
      }
  const labels = new Map([...kindsOf].map(([name, counts]) => [name, mostCommon(counts)]));
  return (record) =>
    [...new Set(builtWithKinds.flatMap((kind) => [...namesOf(record, kind)]))].map((key) => ({
      key,
      label: labels.get(key)!,
    }));
}

function namesOf({ builtWith }: WithTools, kind: BuiltWithKind): Set<string> {
  return new Set(builtWith?.[kind].map(({ name }) => toolKey(name)));
}

function mostCommon(counts: ReadonlyMap<BuiltWithKind, number>): BuiltWithKind {
  const count = (kind: BuiltWithKind) => counts.get(kind) ?? 0;
  return builtWithKinds.reduce((best, kind) => (count(kind) > count(best) ? kind : best));
}
