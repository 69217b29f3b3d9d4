import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, start, temporaryDirectories } from "./cli-harness.ts";

const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

const project = (slug: string, extra: object = {}) => ({
  slug,
  name: `Project ${slug}`,
  oneLiner: "Splits restaurant bills between friends",
  description: "A pocket application that splits bills at the table and settles them before anyone leaves.",
  hackathon: { slug: "test-2024", name: "Test 2024", startDate: "2024-05-01" },
  ...extra,
});
const document = (title: string) => ({
  source: "notes",
  title,
  content: "Fraud proofs let a light client reject an invalid block without running the whole chain again.",
});
const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("import, publish, search, remove", () => {
  let data: string;
  let projectsFile: string;
  const priorart = (...args: string[]) => run([...args, "--data", data]);

  beforeAll(async () => {
    data = join(await directories.make(), "data");
    projectsFile = join(await directories.make(), "projects.jsonl");
    await writeFile(projectsFile, lines([project("bill-split"), project("tab-keeper"), project("lantern")]));
  });

  it("status reports an empty directory, and creates nothing", async () => {
    const { code, stdout } = await priorart("status");
    expect(code).toBe(0);
    expect(stdout).toContain("contains no records yet");
    expect(JSON.parse((await priorart("status", "--json")).stdout)).toMatchObject({
      catalog: null,
      snapshot: null,
    });
    await expect(readFile(join(data, "catalog.db"))).rejects.toThrow("ENOENT");
  });

  it("search before the first publish says what to do", async () => {
    const { code, stderr } = await priorart("search", "projects", "bills");
    expect(code).toBe(3);
    expect(stderr).toContain("publish");
  });

  it("a dry run counts and changes nothing", async () => {
    const { code, stdout } = await priorart("import", "projects", projectsFile, "--dry-run", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ read: 3, inserted: 3, rejected: 0 });
    const after = await priorart("import", "projects", projectsFile, "--dry-run", "--json");
    expect(JSON.parse(after.stdout)).toMatchObject({ inserted: 3 });
  });

  it("imports, and importing again changes nothing", async () => {
    const first = await priorart("import", "projects", projectsFile);
    expect(first.stdout).toMatch(/3 projects read .*3 new/);
    const again = await priorart("import", "projects", projectsFile, "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ inserted: 0, updated: 0, unchanged: 3 });
    expect(again.code).toBe(0);
  });

  it("reads standard input", async () => {
    const stdin = lines([document("On fraud proofs"), document("On data availability")]);
    const { code, stdout } = await run(["import", "archive", "-", "--json", "--data", data], { stdin });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ read: 2, inserted: 2 });
  });

  it("uses the singular for one", async () => {
    const own = await directories.make();
    const file = join(own, "one.jsonl");
    await writeFile(file, lines([document("On fraud proofs")]));
    const told = async (...args: string[]) => (await run([...args, "--data", join(own, "data")])).stdout;
    expect(await told("import", "archive", file)).toMatch(/^1 document read in .*: 1 new,/);
    expect(await told("publish")).toMatch(/: 0 projects, 1 document, 1 passage\.\n$/);
    const status = await told("status");
    expect(status).toContain("0 projects of 0 hackathons, 1 document of 1 source\n");
    expect(status).toContain(": 0 projects, 1 document, 1 passage\n");
    await writeFile(file, lines(Array.from({ length: 6 }, (_, place) => document(`Essay ${place}`))));
    expect(await told("import", "archive", file)).toMatch(/^6 documents read in /);
  });

  it("lists a bad record with its line and exits with 1; the others are imported", async () => {
    const file = join(await directories.make(), "mixed.jsonl");
    await writeFile(file, `${lines([project("good-one")])}{"slug": 7}\nnot json\n`);
    const { code, stdout } = await priorart("import", "projects", file, "--json");
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ inserted: 1, rejected: 2 });
    expect(code).toBe(1);
    const rejects = (await readFile(report.rejectsFile, "utf8")).trim().split("\n");
    expect(rejects.map((line) => JSON.parse(line).line)).toEqual([2, 3]);
  });

  it("publishes, then has nothing to publish", async () => {
    const first = await priorart("publish", "--json");
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({
      changed: true,
      projects: 4,
      documents: 2,
      missingVectors: 0,
    });
    const again = await priorart("publish", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ changed: false });
  });

  it("status counts records", async () => {
    const holdings = JSON.parse((await priorart("status", "--json")).stdout);
    expect(holdings).toMatchObject({
      catalog: { projects: 4, documents: 2 },
      snapshot: { projects: 4, documents: 2 },
    });
    expect((await priorart("status")).stdout).toContain("4 projects");
  });

  it("searches projects as a table and as JSON", async () => {
    const table = await priorart("search", "projects", "splitting a restaurant bill", "--limit", "2");
    expect(table.code).toBe(0);
    expect(table.stdout).toContain("Test 2024");
    const json = await priorart("search", "projects", "bills", "--hackathon", "test-2024", "--json");
    expect(JSON.parse(json.stdout).results).toHaveLength(4);
  });

  it("searches the archive as a table and as JSON", async () => {
    expect((await priorart("search", "archive", "light client fraud proofs")).stdout).toContain(
      "On fraud proofs",
    );
    const json = await priorart("search", "archive", "fraud proofs", "--source", "notes", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ filtersApplied: { sources: ["notes"] } });
  });

  it("answers a query that is too long as the service would", async () => {
    const { code, stderr } = await priorart("search", "archive", "a".repeat(501));
    expect(code).toBe(2);
    expect(stderr).toContain("500");
  });

  it("removes a project immediately, and names unknown ones", async () => {
    const { code, stdout, stderr } = await priorart("remove", "project", "lantern", "never-was");
    expect(stdout).toContain("lantern");
    expect(stderr).toContain("never-was");
    expect(code).toBe(1);
    const json = await priorart("search", "projects", "bills", "--json");
    expect(json.stdout).not.toContain('"lantern"');
  });

  it("rolls back to the previous snapshot, without restoring the removed project", async () => {
    const before = JSON.parse((await priorart("status", "--json")).stdout).snapshot.id;
    expect((await priorart("publish")).code).toBe(0);
    const { code, stdout } = await priorart("publish", "--rollback", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).snapshot).toBe(before);
    expect((await priorart("search", "projects", "bills", "--json")).stdout).not.toContain('"lantern"');
  });
});

describe("members and tokens", () => {
  it("are added, issued and revoked", async () => {
    const data = await directories.make();
    const priorart = (...args: string[]) => run([...args, "--data", data]);
    expect(await priorart("member", "add", "ada@example.org")).toMatchObject({ code: 0 });
    expect((await priorart("member", "add", "ada@example.org")).stdout).toContain("already");
    const issued = await priorart("token", "issue", "ada@example.org");
    expect(issued.stdout).toMatch(/^Token: pa_[0-9A-Za-z]{46}\n$/);
    expect((await priorart("token", "revoke", "ada@example.org")).stdout).toContain("Revoked");
    expect((await priorart("token", "revoke", "ada@example.org")).stdout).toContain("no active token");
  });
});

describe("an interrupted import", () => {
  it("ends with 130, and the same command resumes where it left off", async () => {
    const data = await directories.make();
    const file = join(await directories.make(), "many.jsonl");
    const total = 60_000;
    await writeFile(file, lines(Array.from({ length: total }, (_, index) => project(`project-${index}`))));
    const args = ["import", "projects", file, "--json", "--data", data];
    const first = start(args);
    await first.line(/Importing projects/);
    first.child.kill("SIGINT");
    const { code, stdout, stderr } = await first.finished;
    expect(stderr).toContain("Interrupted");
    expect(code).toBe(130);
    const { inserted } = JSON.parse(stdout);
    expect(inserted).toBeLessThan(total);
    const rest = JSON.parse((await run(args)).stdout);
    expect(rest.resumed + rest.read).toBe(total);
    expect(JSON.parse((await run(["status", "--json", "--data", data])).stdout).catalog.projects).toBe(total);
  });
});

describe("an interrupted publish", () => {
  it("ends with 130 and leaves no snapshot; the next one succeeds", async () => {
    const data = await directories.make();
    const file = join(await directories.make(), "many.jsonl");
    await writeFile(file, lines(Array.from({ length: 4_000 }, (_, index) => project(`project-${index}`))));
    await run(["import", "projects", file, "--data", data]);
    const first = start(["publish", "--data", data]);
    await first.line(/Reading the catalog/);
    first.child.kill("SIGINT");
    const { code, stderr } = await first.finished;
    expect(code).toBe(130);
    expect(stderr).toContain("Interrupted. What was built so far is kept; publish again to resume.\n");
    expect(JSON.parse((await run(["status", "--json", "--data", data])).stdout).snapshot).toBeNull();
    expect((await run(["publish", "--data", data])).code).toBe(0);
  });
});
