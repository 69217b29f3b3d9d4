/** The readings of a source, with what failed in them. */
import { describe, expect, it } from "vitest";
import type { SourceStatus } from "../../sync/types.ts";
import { runCommand } from "../run-command.case.ts";

const counts = {
  listed: 3,
  read: 2,
  added: 2,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  failed: 0,
  skipped: 0,
};
const run = (id: number, items: string[], more: object = {}) => ({
  id,
  startedAt: `2026-03-0${id}T10:30:00.000Z`,
  outcome: "complete",
  message: null,
  counts: { ...counts, failed: items.length },
  problems: items.map((item) => ({ item, message: "is damaged\nor no PDF" })),
  ...more,
});
const long = `reports/${"a-long-name-".repeat(12)}of-2026.pdf`;

const show = (runs: object[], ...words: string[]) => {
  const status = { source: { key: "papers", label: "Papers" }, languages: [], documents: 2, runs };
  return runCommand(
    ["sources", "papers", ...words],
    {},
    {
      isTTY: true,
      services: { listSources: async () => [status as unknown as SourceStatus] },
    },
  );
};

describe("what failed in the readings of a source", () => {
  it("is named below the table, whole, for the newest reading; older ones name the first in their row", async () => {
    const { lines } = await show([run(2, [long, "b.pdf"]), run(1, ["c.pdf", "d.pdf"])]);
    expect(lines.filter((line) => line.startsWith("2026-"))[1]).toContain("c.pdf: is damaged");
    expect(lines.slice(-3)).toEqual([
      "Not read on 2026-03-02 10:30 (UTC):",
      `${long}: is damaged or no PDF`,
      "b.pdf: is damaged or no PDF",
    ]);
  });

  it("is counted where more failed than are kept", async () => {
    const many = run(1, ["a.pdf"], { counts: { ...counts, failed: 40 } });
    expect((await show([many])).lines.at(-1)).toBe("and 39 more");
  });

  it("is in Markdown and CSV too, and in none of them when nothing failed", async () => {
    const runs = [run(2, [long, "b.pdf"], { message: "only 3 files were listed" })];
    expect((await show(runs, "--format", "markdown")).stdout).toContain(`| ${long} | is damaged or no PDF |`);
    expect((await show(runs, "--format", "csv")).stdout).toContain("; b.pdf: is damaged or no PDF");
    expect((await show([run(1, [])])).stdout).not.toContain("Not read");
    expect((await show([run(1, [])], "--format", "markdown")).stdout).not.toContain("Not read");
  });
});
