/** How a summary that a machine wrote is labelled. */
import type { MachineSummary } from "../contract/api/archive.ts";

export function summaryLabel({ of }: MachineSummary): string {
  return of === null ? "machine-written summary" : `machine-written summary of ${of}`;
}
