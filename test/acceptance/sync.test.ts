/** Sources that are read from where they are published: by the command, and by a running server. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Finished, run, start, temporaryDirectories } from "./cli-harness.ts";
import { addMember, type DemoTokens } from "./harness/prepare-demo.ts";
import { Service } from "./harness/service.ts";

const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

let folder: string;
let data: string;
let notes: string;

beforeEach(async () => {
  folder = await directories.make();
  data = join(folder, "data");
  notes = join(folder, "notes");
  await mkdir(notes);
  for (let n = 0; n < 6; n++) await put(`note-${n}`, `Barnacles grow on hull number ${n}.`);
});

const put = (name: string, text: string) =>
  writeFile(join(notes, `${name}.md`), `# Note ${name}\n\n${text}\n`);
const priorart = (...args: string[]) => run([...args, "--data", data]);
const outcome = ({ code, stdout, stderr }: Finished) => ({ code, stdout, stderr });

async function declare(refresh: string): Promise<void> {
  const file = join(folder, "sources.yaml");
  const connector = { kind: "folder", path: notes };
  await writeFile(
    file,
    JSON.stringify([
      { key: "notes", label: "Notes", connector, refresh },
      { key: "letters", label: "Letters" },
    ]),
  );
  expect((await priorart("import", "sources", file)).code).toBe(0);
}

describe("priorart sync", () => {
  beforeEach(() => declare("never"));

  it("reads a source, and says what to do next", async () => {
    expect(outcome(await priorart("sync"))).toEqual({
      code: 0,
      stdout: "notes: 6 items listed, 6 read: 6 new, 0 changed.\n",
      stderr: "Reading notes …\nPublish to make the changes searchable: priorart publish\n",
    });
    await put("note-1", "Barnacles were scraped off.");
    const second = await priorart("sync", "notes", "--publish");
    expect(second.stdout).toMatch(
      /^notes: 6 items listed, 1 read: 0 new, 1 changed\.\nPublished 000001\.\n$/,
    );
    const status = JSON.parse((await priorart("status", "--json")).stdout);
    expect(status).toMatchObject({ catalog: { documents: 6 }, snapshot: { documents: 6 } });
  });

  it("keeps documents of which more than a fifth are gone, until that is confirmed", async () => {
    await priorart("sync");
    for (const n of [0, 1]) await rm(join(notes, `note-${n}.md`));
    expect((await priorart("sync")).code).toBe(0);
    const held = await priorart("sync");
    expect(held.code).toBe(1);
    expect(held.stderr).toContain(
      "notes: 2 of its 6 documents are gone, more than a fifth; they were kept. If that is right, run: priorart sync notes --allow-withdrawals\n",
    );
    const confirmed = await priorart("sync", "notes", "--allow-withdrawals", "--json");
    expect(confirmed.code).toBe(0);
    expect(JSON.parse(confirmed.stdout)).toMatchObject([
      { source: "notes", outcome: "complete", counts: { withdrawn: 2 } },
    ]);
  });

  it("keeps the documents of a source that cannot be read, and says why", async () => {
    await priorart("sync");
    await rm(notes, { recursive: true });
    const failed = await priorart("sync");
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/^notes: failed: .+\. Its documents stay\.\n$/);
    const [source] = JSON.parse((await priorart("sources", "--json")).stdout).filter(
      ({ source }: { source: { key: string } }) => source.key === "notes",
    );
    expect(source).toMatchObject({ documents: 6, runs: [{ outcome: "failed" }] });
  });

  it.each([
    [["sync", "nothing"], "error: there is no source nothing; priorart sources lists them\n"],
    [
      ["sync", "letters"],
      "error: the source letters has no connector; declare where it is read from with priorart import sources\n",
    ],
    [
      ["sync", "--allow-withdrawals"],
      "error: --allow-withdrawals is for the sources that you name; give their keys\n",
    ],
    [["sources", "nothing"], "error: there is no source nothing; priorart sources lists them\n"],
  ])("%j is wrong usage", async (args, stderr) => {
    expect(outcome(await priorart(...args))).toEqual({ code: 2, stdout: "", stderr });
  });

  it("lists sources and the readings of one", async () => {
    expect((await priorart("sources")).stdout).toMatch(
      /^Source +Label +Documents +Languages +Read from +Last read +Outcome +Next\nletters +Letters +0 +– +imports +– +– +–\nnotes +Notes +0 +– +folder +never +– +–\n$/,
    );
    expect((await priorart("sources", "notes")).stdout).toBe("notes has not been read yet.\n");
    await priorart("sync");
    expect((await priorart("sources", "notes")).stdout).toMatch(/complete +6 +6 +0 +0 +0\n$/);
    expect((await priorart("sync", "--due")).stdout).toBe("No source is due.\n");
  });
});

it("a malformed connector is rejected, naming the field", async () => {
  const cases: [connector: object, message: string][] = [
    [{ kind: "ftp", path: "/x" }, "connector.kind"],
    [{ kind: "folder" }, "connector.path"],
    [{ kind: "folder", path: "notes" }, "connector.path must be an absolute path"],
    [
      { kind: "git", url: "git@example.org:docs.git" },
      "connector.url must be an https address of a repository",
    ],
    [
      { kind: "feed", url: "https://user:pass@example.org/" },
      "connector.url must be an http or https address",
    ],
    [{ kind: "folder", path: "/x", incldue: [] }, "incldue"],
  ];
  const file = join(folder, "sources.yaml");
  const records = cases.map(([connector], n) => ({ key: `notes-${n}`, label: "Notes", connector }));
  await writeFile(file, JSON.stringify(records));
  const report = await priorart("import", "sources", file, "--json");
  expect(report.code).toBe(1);
  const rejects = await readFile(JSON.parse(report.stdout).rejectsFile, "utf8");
  const messages = rejects
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const [n, [, message]] of cases.entries())
    expect(`${messages[n].field} ${messages[n].message}`).toContain(message);
});

describe("a running server", () => {
  let service: Service | undefined;
  afterEach(() => service?.dispose());

  async function serve(env: Record<string, string> = {}): Promise<Service> {
    const demo = await addMember(data, "first@example.org");
    service = new Service({ data, tokens: { demo } as DemoTokens }, env);
    await service.start();
    return service;
  }

  const found = async (query: string) => {
    const answer = await service!.ask("searchArchives", { json: { query, limit: 10, maxDocsPerSource: 0 } });
    return answer.status === 200
      ? (answer.body as { results: { title: string }[] }).results.map(({ title }) => title)
      : [];
  };

  it("reads what is due, and publishes what changed", async () => {
    await declare("daily");
    await serve();
    await expect.poll(() => found("barnacles on the hull")).toContain("Note note-3");
    const [notes] = JSON.parse((await priorart("sources", "notes", "--json")).stdout).runs;
    expect(notes).toMatchObject({ outcome: "complete", counts: { added: 6 } });
    // Nothing is due any more, and everything is published: another server has nothing to do.
    await service!.restart();
    const { runs } = JSON.parse((await priorart("sources", "notes", "--json")).stdout);
    expect(runs).toHaveLength(1);
  });

  it("leaves the publish to the operator with PRIORART_PUBLISH=manual", async () => {
    await declare("daily");
    await serve({ PRIORART_PUBLISH: "manual" });
    await expect
      .poll(async () => JSON.parse((await priorart("status", "--json")).stdout).catalog.documents)
      .toBe(6);
    expect(await found("barnacles on the hull")).toEqual([]);
    await service!.restart({ PRIORART_PUBLISH: "auto" });
    await expect.poll(() => found("barnacles on the hull")).toContain("Note note-3");
  });

  it("resumes where it was killed", async () => {
    for (let n = 0; n < 400; n++)
      await put(`page-${n}`, `Page ${n} tells of lobsters and their traps. `.repeat(200));
    await declare("daily");
    await serve({ PRIORART_PUBLISH: "manual" });
    const documents = async () => JSON.parse((await priorart("status", "--json")).stdout).catalog.documents;
    await expect.poll(documents).toBeGreaterThan(0);
    await service!.stop("SIGKILL");
    const command = start(["sync", "--data", data], {});
    const { code } = await command.finished;
    // The process that the server started ends with it; until then it holds the lock.
    if (code === 3) await expect.poll(async () => (await priorart("sync")).code).toBe(0);
    else expect(code).toBe(0);
    expect(await documents()).toBe(406);
  });
});
