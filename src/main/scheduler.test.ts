import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { loadConfig } from "../config/config.ts";
import { openCatalogOf } from "./catalog.ts";
import type { Publisher } from "./publisher.ts";
import { openScheduler } from "./scheduler.ts";

it("sources that no longer exist or have no connector do not keep the others from being read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "priorart-scheduler-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "notes");
  mkdirSync(path);
  writeFileSync(join(path, "soil.md"), "# Soil\n\nOn farms and soil.\n");
  const config = loadConfig({ PRIORART_DATA: join(folder, "data"), PRIORART_PUBLISH: "manual" });
  const catalog = await openCatalogOf(config);
  onTestFinished(() => catalog.close());
  const letters = { key: "letters", label: "Letters", kind: "other", access: "open" } as const;
  const notes = { ...letters, key: "notes", connector: { kind: "folder", path }, refresh: "never" } as const;
  for (const source of [letters, notes]) await catalog.write((writer) => writer.declareSource(source));
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), debug: vi.fn() };
  const publisher = {} as Publisher;
  const scheduler = openScheduler(config, { catalog, logger: logger as never, publisher });
  onTestFinished(() => scheduler.close());
  scheduler.request(["removed", "letters", "notes"]);
  await expect.poll(() => logger.info.mock.calls.length + logger.error.mock.calls.length).toBe(1);
  expect(logger.error).not.toHaveBeenCalled();
  expect(logger.info.mock.calls[0]![0]).toMatchObject({ source: "notes", outcome: "complete", added: 1 });
  expect(logger.warn.mock.calls.map(([entry]) => entry)).toEqual([
    { source: "removed", problem: expect.stringMatching(/^there is no source removed/) },
    { source: "letters", problem: expect.stringMatching(/^the source letters has no connector/) },
  ]);
  await expect.poll(() => scheduler.activity()).toEqual({ syncing: false, publishing: false, requested: [] });
});
