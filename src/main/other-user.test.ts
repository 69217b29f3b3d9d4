/** A data directory that belongs to another user: each command says so, and whose command to run. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backup } from "../backup/backup.ts";
import { describeError } from "../cli/exit.ts";
import { type Config, loadConfig } from "../config/config.ts";
import { storageError } from "../database/storage-error.ts";
import { openAccounts } from "./accounts.ts";
import { openCatalogOf, withCatalog, withExistingCatalog } from "./catalog.ts";
import { readHoldings } from "./holdings.ts";
import { addressError } from "./listen-address.ts";
import { serve } from "./serve.ts";
import { checkUpgradeOf } from "./upgrade.ts";

let folder: string;
let config: Config;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "priorart-other-user-"));
  chmodSync(folder, 0o755);
  config = loadConfig({ PRIORART_DATA: join(folder, "data"), PRIORART_PORT: "0" });
  await withCatalog(config, async () => {});
  await (await openAccounts(config)).close();
  writeFileSync(join(config.dataDir, "server-lock.db"), "");
  chmodSync(config.dataDir, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs with the rights of a user who owns nothing, in this process. */
async function asOther<T>(work: () => Promise<T>): Promise<T> {
  process.seteuid!(54_321);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}

const setModes = (mode: number) => {
  for (const name of readdirSync(config.dataDir)) chmodSync(join(config.dataDir, name), mode);
};

const commands: Record<string, () => Promise<unknown>> = {
  status: () => readHoldings(config),
  search: () => withExistingCatalog(config, async () => {}),
  audit: () => openAccounts(config),
  serve: () => serve(config),
  // A process of its own, which passes on the message only.
  publish: () => openCatalogOf(config).catch((error) => Promise.reject(new Error(error.message))),
};

const said = (command: string) => asOther(commands[command]!).then(() => "nothing", describeError);
const advice = /belongs to another user.*run the command as the user that owns it$/;

describe.skipIf(process.getuid?.() !== 0)("another user's data directory", () => {
  it.each(["status", "search", "audit", "serve", "publish"])(
    "%s says so where files, the directory or the one above are closed",
    async (command) => {
      expect(await said(command)).toMatch(advice);
      setModes(0o644);
      expect(await said(command)).toMatch(advice);
      chmodSync(config.dataDir, 0o700);
      expect(await said(command)).toMatch(advice);
      if (command === "publish") return;
      chmodSync(folder, 0o700);
      expect(await said(command)).toMatch(advice);
    },
  );

  it("a backup does not take a closed directory for an empty one", async () => {
    chmodSync(config.dataDir, 0o700);
    const options = { dataDir: config.dataDir, file: join(folder, "b.tar"), snapshot: false, version: "1" };
    expect(await asOther(() => backup(options)).then(String, describeError)).toMatch(advice);
  });

  it("upgrade-check names every such file, and no backup to restore", async () => {
    const check = async () => {
      const { usable, checks } = await asOther(() => checkUpgradeOf(config));
      const failed = checks.filter(({ state }) => state === "failed");
      expect(usable).toBe(false);
      expect(failed.map(({ name }) => name)).toEqual(expect.arrayContaining(["catalog", "accounts"]));
      for (const { message } of failed) expect(message).toMatch(advice);
    };
    await check();
    chmodSync(config.dataDir, 0o700);
    await check();
  });
});

it.each([
  { code: "UNKNOWN_SQLITE_ERROR_1544", rawCode: 1544, message: "attempt to write a readonly database" },
  { code: "SQLITE_READONLY", rawCode: 8, message: "attempt to write a readonly database" },
  { message: 'ConnectionFailed("Unable to open connection to local database /srv/catalog.db: 14")' },
])("SQLite's own words for it are replaced: %j", ({ message, ...more }) => {
  const error = storageError(Object.assign(new Error(message), more), "/srv/catalog.db");
  expect(describeError(error)).toMatch(advice);
});

it("a file that may not be opened is not blamed on the port", () => {
  const closed = (syscall: string) =>
    Object.assign(new Error("EACCES: permission denied"), { code: "EACCES", syscall });
  expect(addressError(config, closed("open"))).toMatchObject({ syscall: "open" });
  expect(addressError(config, closed("listen"))).toMatchObject({ name: "CommandError" });
});
