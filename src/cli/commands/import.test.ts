/** Exit codes of imports. */
import { expect, it } from "vitest";
import type { ImportReport } from "../../ingest/types.ts";
import { runCommand } from "../run-command.case.ts";

const report: ImportReport = {
  read: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  dropped: 0,
  empty: 0,
  resumed: 0,
  rejectsFile: null,
  warnings: [],
  interrupted: false,
  seconds: 0,
};

it.each<[Partial<ImportReport>, number]>([
  [{ read: 1, inserted: 1 }, 0],
  [{ read: 1, rejected: 1 }, 1],
  [{ empty: 1, warnings: ["a.csv is empty"] }, 1],
  [{ empty: 1, interrupted: true }, 130],
])("a report of %j ends with %i", async (change, code) => {
  const services = { importRecords: async () => ({ ...report, ...change }) };
  const ran = await runCommand(["import", "projects", "a.csv"], {}, { services });
  expect(ran.code).toBe(code);
  for (const warning of change.warnings ?? []) expect(ran.stderr).toContain(`warning: ${warning}`);
});
