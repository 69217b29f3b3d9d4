/** A PostgreSQL that encrypts, with a certificate of an authority of our own. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresBinaries, startPostgres, type TestPostgres } from "../../../scripts/test-postgres.ts";
import { takeAdvisoryLock } from "../advisory-lock.ts";
import type { PostgresLocation } from "../location.ts";
import { openDatabase } from "../open-database.ts";
import { StorageError } from "../storage-error.ts";

/** Under CI their absence is a failure. */
const absent =
  process.env.CI !== "true" &&
  (postgresBinaries() === null || spawnSync("openssl", ["version"], { stdio: "ignore" }).status !== 0);

const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];

/** An authority, and a certificate for `localhost` that it signed. */
function makeCertificates(folder: string): void {
  const at = (name: string) => join(folder, name);
  for (const name of ["authority", "stranger"])
    openssl(
      "req",
      "-x509",
      ...kind,
      "-subj",
      `/CN=${name}`,
      "-keyout",
      at(`${name}.key`),
      "-out",
      at(`${name}.pem`),
    );
  openssl(
    "req",
    ...kind,
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
    "-keyout",
    at("server.key"),
    "-out",
    at("server.csr"),
  );
  writeFileSync(at("names"), "subjectAltName=DNS:localhost");
  const signer = ["-CA", at("authority.pem"), "-CAkey", at("authority.key"), "-CAcreateserial", "-days", "2"];
  openssl(
    "x509",
    "-req",
    "-in",
    at("server.csr"),
    ...signer,
    "-extfile",
    at("names"),
    "-out",
    at("server.pem"),
  );
}

describe.skipIf(absent)("a server that encrypts (skipped without PostgreSQL or openssl)", () => {
  let folder: string;
  let server: TestPostgres;
  let location: PostgresLocation;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "priorart-tls-"));
    makeCertificates(folder);
    // PostgreSQL runs as a user of its own, who must own the key.
    if (process.getuid?.() === 0) execFileSync("chown", ["-R", "postgres", folder]);
    chmodSync(join(folder, "server.key"), 0o600);
    const files = { ssl_cert_file: join(folder, "server.pem"), ssl_key_file: join(folder, "server.key") };
    server = await startPostgres({ settings: { ssl: "on", ...files } });
    location = {
      host: "localhost",
      port: server.port,
      database: "postgres",
      user: "priorart",
      password: null,
      tls: { verify: true, ca: readFileSync(join(folder, "authority.pem"), "utf8") },
      pool: 2,
      schema: "encrypted",
      migrate: true,
    };
  });
  afterAll(async () => {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (change: Partial<PostgresLocation> = {}): Promise<Kysely<object>> =>
    openDatabase<object>({ ...location, ...change }, { migrations: [async () => {}] });
  const failure = async (change: Partial<PostgresLocation>) => {
    const error = await open(change).then(
      async (db) => {
        await db.destroy();
        throw new Error("it was accepted");
      },
      (one: Error) => one,
    );
    expect(error).toBeInstanceOf(StorageError);
    return error.message;
  };

  it.each([
    ["its authority is given", {}],
    ["any certificate is accepted", { tls: { verify: false, ca: null } }],
  ])("is used when %s, and the connection is encrypted", async (_, change) => {
    const db = await open(change);
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    expect(rows).toEqual([{ ssl: true }]);
    await db.destroy();
  });

  it("is refused when its authority is not known, another one's, or its certificate is for another name", async () => {
    const stranger = readFileSync(join(folder, "stranger.pem"), "utf8");
    for (const change of [
      { tls: { verify: true, ca: null } },
      { tls: { verify: true, ca: stranger } },
      { host: "127.0.0.1" },
    ])
      expect(await failure(change)).toMatch(/certificate/);
  });

  it("is locked over an encrypted connection, too", async () => {
    const lock = await takeAdvisoryLock(location, "publish");
    expect(lock).not.toBeNull();
    expect(await takeAdvisoryLock(location, "publish")).toBeNull();
    await lock!.release();
    await expect(
      takeAdvisoryLock({ ...location, tls: { verify: true, ca: null } }, "publish"),
    ).rejects.toThrow(/certificate/);
  });
});
