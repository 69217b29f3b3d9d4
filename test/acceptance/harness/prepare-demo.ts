/** A data directory with the demo imported and published, and members with tokens. */
import { cp, mkdir } from "node:fs/promises";
import { type Finished, run } from "../cli-harness.ts";
import { changeTokens, checkpointAccounts } from "./account-rows.ts";

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

/** Fills the directory, which must not exist yet. */
export async function prepareDemo(data: string): Promise<PreparedDemo> {
  await mkdir(data);
  const demo = (await priorart(data, "demo")).stdout.trim().replace("Token: ", "");
  const tokens: string[] = [];
  // One after the other: on a busy machine each would wait too long for the others' lock.
  for (const name of ["ada", "bob", "me-only", "read-only"])
    tokens.push(await addMember(data, `${name}@example.org`));
  const [ada, bob, meOnly, readOnly] = tokens;
  changeTokens(data, "me-only@example.org", { scopes: "me" });
  changeTokens(data, "read-only@example.org", { scopes: "read" });
  checkpointAccounts(data);
  return { data, tokens: { demo, ada: ada!, bob: bob!, meOnly: meOnly!, readOnly: readOnly! } };
}

/** SQLite's -wal and -shm files are not copied: they are empty, and are removed when the last writer is closed. */
export async function copyData(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/\.db-(?:wal|shm)$/.test(path),
  });
}
