/** A source under a new key: its documents are neither doubled nor lost. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { run, temporaryDirectories } from "./cli-harness.ts";

const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

let folder: string;
const priorart = (...args: string[]) => run([...args, "--data", join(folder, "data")]);
const json = async (...args: string[]) => JSON.parse((await priorart(...args, "--json")).stdout);

async function declare(...keys: string[]): Promise<string> {
  const file = join(folder, "sources.json");
  const connector = { kind: "folder", path: join(folder, "notes") };
  await writeFile(file, JSON.stringify(keys.map((key) => ({ key, label: key, connector }))));
  const { code, stderr } = await priorart("import", "sources", file);
  expect(code).toBe(0);
  return stderr;
}
const note = (n: number, text: string) =>
  writeFile(join(folder, "notes", `${n}.md`), `# Note ${n}\n\n${text}\n`);
const found = async (source: string) => {
  const { results } = await json("search", "archive", "barnacles hull", "--source", source, "--limit", "10");
  return (results as { title: string; documentId: string }[])
    .map(({ title, documentId }) => `${title} ${documentId}`)
    .sort();
};
const counts = async () =>
  Object.fromEntries(
    ((await json("sources")) as { source: { key: string }; documents: number }[]).map(
      ({ source, documents }) => [source.key, documents],
    ),
  );

beforeEach(async () => {
  folder = await directories.make();
  await mkdir(join(folder, "notes"));
  for (let n = 0; n < 3; n++) await note(n, `Barnacles grow on the hull of ship ${n}.`);
  await declare("notes");
  expect((await priorart("sync", "--publish")).code).toBe(0);
});

it("declared under a new key, it is not read twice, and every message says how to rename it", async () => {
  expect(await declare("logbook")).toContain("the sources logbook and notes read the same address");
  const read = await priorart("sync", "logbook");
  expect(read.code).toBe(1);
  expect(read.stdout).toContain(
    "the source notes reads the same address: if logbook is its new name, run priorart rename source notes logbook",
  );
  expect(await counts()).toEqual({ notes: 3, logbook: 0 });
});

it("renamed, it keeps its documents, their ids and what was read, through readings and imports", async () => {
  const before = await found("notes");
  expect(before).toHaveLength(3);
  await declare("logbook");
  const renamed = await priorart("rename", "source", "notes", "logbook");
  expect([renamed.code, renamed.stdout]).toEqual([0, "Renamed notes to logbook.\n"]);
  expect(await counts()).toEqual({ logbook: 3 });

  await note(1, "Barnacles were scraped off the hull.");
  await rm(join(folder, "notes", "2.md"));
  await note(3, "Barnacles came back to the hull.");
  for (const _ of [1, 2]) await priorart("sync", "logbook", "--allow-withdrawals");
  expect((await priorart("publish")).code).toBe(0);
  expect(await counts()).toEqual({ logbook: 3 });
  const after = await found("logbook");
  expect(after).toHaveLength(3);
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(await found("notes")).toEqual([]);
});

it("records that name either key are its documents", async () => {
  const record = (source: string, text: string) => ({
    source,
    title: "Letter",
    url: "https://example.org/letter",
    content: text,
  });
  const file = join(folder, "letters.jsonl");
  const importOne = async (source: string, text: string) => {
    await writeFile(file, `${JSON.stringify(record(source, text))}\n`);
    return json("import", "archive", file);
  };
  expect(await importOne("notes", "Barnacles one.")).toMatchObject({ inserted: 1 });
  expect((await priorart("rename", "source", "notes", "logbook")).code).toBe(0);
  expect(await importOne("notes", "Barnacles two.")).toMatchObject({ updated: 1 });
  expect(await importOne("logbook", "Barnacles three.")).toMatchObject({ updated: 1 });
  expect(await counts()).toEqual({ logbook: 4 });
});

it.each([
  [["nothing", "other"], "there is no source nothing; priorart sources lists them"],
  [["notes", "Other Key"], "Other Key cannot be a key: it must be lower-case letters"],
  [["notes", "notes"], "the source has the key notes already"],
])("rename source %j is wrong usage", async (keys, message) => {
  const { code, stdout, stderr } = await priorart("rename", "source", ...keys);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
});
