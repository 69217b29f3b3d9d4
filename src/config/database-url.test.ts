import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

const databaseOf = (url: string, more: Record<string, string> = {}) =>
  loadConfig({ PRIORART_DATABASE_URL: url, ...more }).database;

const refusal = (url: string): string => {
  try {
    databaseOf(url);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "accepted";
};

test("the address of a database is read with its parts, and elsewhere TLS is verified by default", () => {
  expect(databaseOf("postgres://ada:p%40ss@db.example.org/priorart")).toEqual({
    host: "db.example.org",
    port: 5432,
    database: "priorart",
    user: "ada",
    password: "p@ss",
    tls: { verify: true, ca: null },
    pool: 8,
  });
  expect(databaseOf("postgresql://ada@[::1]:6432/priorart", { PRIORART_DATABASE_POOL: "20" })).toMatchObject({
    host: "::1",
    port: 6432,
    password: null,
    tls: null,
    pool: 20,
  });
  expect(databaseOf("postgres://ada@localhost/a?host=/run/postgresql")).toMatchObject({
    host: "/run/postgresql",
    tls: null,
  });
});

test("sslmode and sslrootcert say how the connection is encrypted", () => {
  const folder = mkdtempSync(join(tmpdir(), "ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, "PEM");
  const tlsOf = (parameters: string) => databaseOf(`postgres://ada@db.example.org/a?${parameters}`)!.tls;
  expect(tlsOf("sslmode=disable")).toBeNull();
  expect(tlsOf("sslmode=require")).toEqual({ verify: false, ca: null });
  expect(tlsOf(`sslmode=verify-full&sslrootcert=${ca}`)).toEqual({ verify: true, ca: "PEM" });
});

test.each([
  ["mysql://ada:hunter2@h/a", "must be the address of a PostgreSQL database"],
  ["not an address hunter2", "must be the address of a PostgreSQL database"],
  ["postgres://ada:100%hunter2@h/a", "a password with a % that begins no code; write it as %25"],
  ["postgres://h/a", "must name a user, a host and a database"],
  ["postgres://ada:hunter2@h/", "must name a user, a host and a database"],
  ["postgres://ada:hunter2@h/a/b", "must name a user, a host and a database"],
  ["postgres://ada:hunter2@h/a?sslmode=prefer", "unknown sslmode; give one of disable, require, verify-full"],
  ["postgres://ada:hunter2@h/a?options=-cx", 'has the parameter "options"'],
  ["postgres://ada:hunter2@h/a?sslrootcert=/no/such/ca.pem", "not a file: /no/such/ca.pem"],
])("%s is refused in one line that does not repeat it", (url, told) => {
  expect(refusal(url)).toMatch(/^PRIORART_DATABASE_URL [^\n]*$/);
  expect(refusal(url)).toContain(told);
  expect(refusal(url)).not.toContain("hunter2");
});
