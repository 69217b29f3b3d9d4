/** Records in the console: the public API's responses for members, and the corpus for administrators. */
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./cli-harness.ts";
import { doubtAddress } from "./harness/account-rows.ts";
import { ConsoleServer, type Visitor } from "./harness/console.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

let server: ConsoleServer;
let token: string;
let demo: Visitor;
beforeAll(async () => {
  const prepared = await copyOfDemo();
  token = prepared.tokens.demo;
  server = new ConsoleServer(prepared.data);
  await server.start();
  demo = await server.member("demo@priorart.example", "--admin");
});
afterAll(() => server?.dispose());

const publicly = async (path: string): Promise<unknown> =>
  (await fetch(`${server.url}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();

describe("records in the console", () => {
  it("equal the public API's responses to the same member", async () => {
    expect(await demo.get("getMyRecords")).toEqual(await publicly("/me"));
    expect(await demo.get("findFaqs", { program: "stamp", q: "stamp" })).toEqual(
      await publicly("/faqs?program=stamp&q=stamp"),
    );
    expect(await demo.get("getHackathonResources", { q: "skill" })).toEqual(
      await publicly("/resources?q=skill"),
    );
    const refused = await demo.ask("getHackathonResources", { hackathon: "no-such-event" });
    expect([refused.status, refused.body]).toEqual([
      404,
      await publicly("/resources?hackathon=no-such-event"),
    ]);
    expect(await demo.outcome("findFaqs", { q: "x" })).toEqual([400, "INVALID_QUERY"]);
  });

  it("are the member's only: another member has none, and an unverified address is refused", async () => {
    const ada = await server.member("ada@example.org");
    expect(await ada.get("getMyRecords")).toMatchObject({ profile: { displayName: null }, projects: [] });
    doubtAddress(server.data, "ada@example.org");
    expect(await ada.outcome("getMyRecords")).toEqual([403, "FORBIDDEN"]);
    expect((await ada.get("findFaqs")).faqs.length).toBe(30);
  });

  it("name the hackathons that have resources, the current one among them", async () => {
    const { hackathons } = await demo.get("listResourceHackathons");
    expect(hackathons.length).toBe(2);
    expect(hackathons.filter(({ current }) => current).length).toBe(1);
    for (const { slug, name } of hackathons) {
      const { hackathon, query } = await demo.get("getHackathonResources", { hackathon: slug });
      expect(hackathon).toMatchObject({ slug, name });
      expect(query.matched).toBeGreaterThan(0);
    }
  });
});

describe("the corpus, as administrators see it", () => {
  it("shows the served snapshot and the catalog's counts; nothing waits after a publish", async () => {
    const corpus = await demo.get("getCorpus");
    expect(corpus).toMatchObject({ published: "000001", waiting: { projects: false, archive: false } });
    const { projects, documents } = corpus.catalog;
    expect(corpus.snapshot).toMatchObject({ id: "000001", projects, documents });
    expect(corpus.imports.every(({ rejected, finishedAt }) => rejected === 0 && finishedAt !== null)).toBe(
      true,
    );
  });

  it("shows the first rejects of an import, without the folders of the machine", async () => {
    const file = join(server.data, "letters.jsonl");
    await writeFile(file, `${'{"title": 7}\n'.repeat(8)}no JSON at all\n`);
    expect((await run(["import", "archive", file, "--data", server.data])).code).toBe(1);
    const corpus = await demo.get("getCorpus");
    const [newest] = corpus.imports;
    expect(newest).toMatchObject({ kind: "archive", file: "letters.jsonl", lines: 9, rejected: 9 });
    expect(newest!.rejects.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(newest!.rejectsFile).toMatch(/^\d{8}T\d{6}Z-archive(-\d+)?\.jsonl$/);
    expect(JSON.stringify(corpus)).not.toContain(server.data);
    // A half-written rejects file, as while an import runs.
    await appendFile(join(server.data, "rejects", newest!.rejectsFile!), '{"line": 99, "mess');
    expect((await demo.get("getCorpus")).imports[0]).toEqual(newest);
  });

  it("shows changes that wait for a publish, until they are published", async () => {
    const file = join(server.data, "late.jsonl");
    const project = { slug: "late-arrival", name: "Late Arrival", description: "Came after the publish." };
    await writeFile(file, `${JSON.stringify(project)}\n`);
    await priorart(server.data, "import", "projects", file);
    const before = await demo.get("getCorpus");
    expect(before.waiting).toEqual({ projects: true, archive: false });
    expect(before.catalog.projects).toBe(before.snapshot!.projects + 1);
    await priorart(server.data, "publish");
    await expect.poll(async () => (await demo.get("getCorpus")).snapshot!.id).toBe("000002");
    expect(await demo.get("getCorpus")).toMatchObject({
      published: "000002",
      waiting: { projects: false, archive: false },
      snapshot: { projects: before.catalog.projects },
    });
  });
});
