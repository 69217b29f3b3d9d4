/**
 * A data directory with the demo imported and published, and members with tokens: prepared once
 * per test run by the first file that needs it, copied by each.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
// @ts-expect-error plain JavaScript, without types
import { withLock } from "../../../bin/lock.mjs";
import { type Finished, run } from "../cli-harness.ts";
import { changeTokens } from "./account-rows.ts";

export interface DemoTokens {
  /** Of the demo's own member, both scopes. */
  demo: string;
  /** Of other members. */
  ada: string;
  bob: string;
  meOnly: string;
  readOnly: string;
}

export interface PreparedDemo {
  /** A copy of its own, for the caller to change and to remove. */
  data: string;
  tokens: DemoTokens;
}

/** Runs a command of the program on a data directory; fails the test when it exits with anything but 0. */
export async function priorart(data: string, ...args: string[]): Promise<Finished> {
  const finished = await run([...args, "--data", data]);
  if (finished.code !== 0)
    throw new Error(`priorart ${args.join(" ")} ended with ${finished.code}:\n${finished.stderr}`);
  return finished;
}

export async function issueToken(data: string, email: string): Promise<string> {
  const { stdout } = await priorart(data, "token", "issue", email);
  return stdout.trim().replace("Token: ", "");
}

/** The new member's token. */
export async function addMember(data: string, email: string): Promise<string> {
  await priorart(data, "member", "add", email);
  return issueToken(data, email);
}

async function prepare(data: string): Promise<DemoTokens> {
  const demo = (await priorart(data, "demo")).stdout.trim().replace("Token: ", "");
  const [ada, bob, meOnly, readOnly] = await Promise.all(
    ["ada", "bob", "me-only", "read-only"].map((name) => addMember(data, `${name}@example.org`)),
  );
  changeTokens(data, "me-only@example.org", { scopes: "me" });
  changeTokens(data, "read-only@example.org", { scopes: "read" });
  return { demo, ada: ada!, bob: bob!, meOnly: meOnly!, readOnly: readOnly! };
}

export async function copyOfDemo(): Promise<PreparedDemo> {
  const shared = inject("sharedDirectory");
  const finished = join(shared, "demo");
  await withLock(join(shared, "lock"), async () => {
    if (existsSync(finished)) return;
    const draft = await mkdtemp(join(shared, "draft-"));
    await mkdir(join(draft, "data"));
    const tokens = await prepare(join(draft, "data"));
    await writeFile(join(draft, "tokens.json"), JSON.stringify(tokens));
    await rename(draft, finished);
  });
  const data = await mkdtemp(join(tmpdir(), "priorart-acceptance-"));
  await cp(join(finished, "data"), data, { recursive: true, preserveTimestamps: true });
  return { data, tokens: JSON.parse(await readFile(join(finished, "tokens.json"), "utf8")) };
}
