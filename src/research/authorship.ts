/** Whose words a text is: those of a machine are never given as an author's. */
import type { MachineSummary } from "../contract/api/archive.ts";
import type { ArchiveContext } from "./archive-context.ts";

interface Written {
  source: string;
  author: string | null;
  machineSummary?: true;
}

/** As the document, or its source, declares it. */
export function authorshipOf(
  { snapshot }: Pick<ArchiveContext, "snapshot">,
  { source, author, machineSummary }: Written,
): { author: string | null; machineSummary?: MachineSummary } {
  const isSummary = machineSummary ?? snapshot.hasMachineSummaries(source);
  return isSummary ? { author: null, machineSummary: { of: author } } : { author };
}
