import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openCatalog } from "../catalog/catalog.ts";
import { loadConfig } from "../config/config.ts";
import { copyStateOf } from "./copy-state.ts";

it("does not copy files that a command has open, as it may write what the copy would lack", async () => {
  const folder = mkdtempSync(join(tmpdir(), "priorart-copy-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const importing = await openCatalog(join(folder, "catalog.db"));
  onTestFinished(() => importing.close());
  const config = loadConfig({
    PRIORART_DATA: folder,
    PRIORART_DATABASE_URL: "postgres://ada@127.0.0.1:1/none?sslmode=disable",
  });
  const { signal } = new AbortController();
  const copy = copyStateOf(config, { to: "postgres", signal, onProgress: () => {} });
  await expect(copy).rejects.toThrow(/catalog\.db is in use by another command: wait until it has ended/);
});
