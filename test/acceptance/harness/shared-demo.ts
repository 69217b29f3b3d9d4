/** The fixtures of the test run: see fixtures.setup.ts. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { Fixtures } from "./fixtures.setup.ts";
import { copyData, type PreparedDemo } from "./prepare-demo.ts";

export async function fixture<Name extends keyof Fixtures>(name: Name): Promise<Fixtures[Name]> {
  const answer = await fetch(`${inject("fixtures")}/${name}`);
  if (!answer.ok) throw new Error(`the fixture "${name}" could not be made: ${await answer.text()}`);
  return (await answer.json()) as Fixtures[Name];
}

/** Runs `work` while no other test file holds the turn. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const end = new AbortController();
  const turn = await fetch(`${inject("fixtures")}/turn`, { signal: end.signal });
  await turn.body?.getReader().read();
  try {
    return await work();
  } finally {
    end.abort();
  }
}

/** A copy of the demo for the caller to change and to remove. */
export async function copyOfDemo(): Promise<PreparedDemo> {
  const { data: original, tokens } = await fixture("demo");
  const data = await mkdtemp(join(tmpdir(), "priorart-acceptance-"));
  await copyData(original, data);
  return { data, tokens };
}
