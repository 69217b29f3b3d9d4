import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ImportKind } from "../cli/services.ts";
import { loadConfig } from "../config/config.ts";
import { openPlainAccounts } from "./accounts.ts";
import {
  backupCommand,
  importCommand,
  publishCommand,
  removeCommand,
  renameSourceCommand,
} from "./commands.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-commands-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const configOf = (name: string) => loadConfig({ PRIORART_DATA: join(folder, name) });
const { signal } = new AbortController();

function importText(
  config: ReturnType<typeof configOf>,
  [kind, text]: readonly [ImportKind, string],
  dryRun = false,
) {
  const file = join(folder, `${kind}.${kind === "sources" ? "yaml" : "jsonl"}`);
  writeFileSync(file, text);
  return importCommand(config, { kind, inputs: [file], options: { dryRun, signal } });
}

const soil = { source: "notes", title: "Soil", content: "On farms and soil." };
const documents = [
  "archive",
  JSON.stringify({ documentId: "00000000-0000-4000-8000-000000000001", ...soil }),
] as const;
const sources = ["sources", "sources: [{ key: notes, label: Notes, kind: other, access: open }]"] as const;

async function recorded(config: ReturnType<typeof configOf>) {
  const accounts = await openPlainAccounts(config);
  try {
    const { entries } = await accounts.audit.list({ offset: 0, limit: 50 });
    return entries.map(({ via, action, target, detail }) => [via, action, target, detail]).reverse();
  } finally {
    await accounts.close();
  }
}

it("what a command does is recorded from the first one on, in a directory that has no accounts yet", async () => {
  const config = configOf("all");
  await importText(config, sources);
  expect(await recorded(config)).toEqual([["command", "import", "sources.yaml", "sources"]]);
});

it.each(["import", "publish", "rename", "remove", "backup"] as const)(
  "%s creates the accounts that contain the audit log, as a first action",
  async (first) => {
    const config = configOf(first);
    const accounts = ["", "-wal", "-shm"].map((end) => join(config.dataDir, `accounts.db${end}`));
    await importText(config, sources);
    await importText(config, documents);
    for (const path of accounts) rmSync(path, { force: true });
    const actions = {
      import: async () => void (await importText(config, sources)),
      publish: async () => void (await publishCommand(config, { onFailure: () => {} })),
      rename: () => renameSourceCommand(config, { from: "notes", to: "letters" }),
      remove: async () => void (await removeCommand(config, { kind: "source", keys: ["notes", "none"] })),
      backup: async () => {
        const file = join(folder, "b.tar");
        await backupCommand(config, { file, snapshot: false, signal, onProgress: () => {} });
      },
    };
    await actions[first]();
    const entries = {
      import: ["import", "sources.yaml", "sources"],
      publish: ["publish", "000001", null],
      rename: ["rename-source", "letters", "was notes"],
      remove: ["remove-records", "notes", "source"],
      backup: ["back-up", "b.tar", null],
    };
    expect(await recorded(config)).toEqual([["command", ...entries[first]]]);
  },
);

it("a command that changes nothing creates no accounts", async () => {
  const config = configOf("dry");
  await importText(config, sources, true);
  expect(readdirSync(config.dataDir)).not.toContain("accounts.db");
  await importText(config, sources);
  rmSync(join(config.dataDir, "accounts.db"));
  expect(await removeCommand(config, { kind: "source", keys: ["none"] })).toEqual([]);
  expect(existsSync(join(config.dataDir, "accounts.db"))).toBe(false);
});
