/** The built program's threads of a publish, whatever machine runs the tests. */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { run, temporaryDirectories } from "./cli-harness.ts";

const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

const words = "wallet harvest ballot sensor invoice proof garden signal harbor lantern orchard ferry".split(
  " ",
);
/** As many as are worth threads. */
const notes = Array.from({ length: 5_000 }, (_, number) => ({
  source: "notes",
  title: `Note ${number}`,
  content: Array.from({ length: 15 }, (_, i) => words[(number * (i + 3) + i * i) % words.length]).join(" "),
}));

/** Name and digest of each file that a publish writes on a machine that seems to have so many cores. */
async function publishedOn(cores: number): Promise<string[]> {
  const folder = await directories.make();
  const data = join(folder, "data");
  const file = join(folder, "notes.jsonl");
  await writeFile(file, notes.map((note) => `${JSON.stringify(note)}\n`).join(""));
  expect(await run(["import", "archive", file, "--data", data])).toMatchObject({ code: 0 });
  const machine = join(folder, "machine.mjs");
  await writeFile(
    machine,
    `import os from "node:os";
    import { syncBuiltinESMExports } from "node:module";
    os.availableParallelism = () => ${cores};
    syncBuiltinESMExports();`,
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(machine).href}` };
  expect(await run(["publish", "--data", data], { env })).toMatchObject({ code: 0 });
  const segments = join(data, "segments");
  const digest = async (name: string) =>
    createHash("sha256")
      .update(await readFile(join(segments, name)))
      .digest("hex");
  const names = (await readdir(segments)).sort();
  return Promise.all(names.map(async (name) => `${name} ${await digest(name)}`));
}

it("writes the same files with the threads of four cores as with one", async () => {
  expect(await publishedOn(4)).toEqual(await publishedOn(1));
});
