import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { repositoryTagsSchema } from "../../../../src/contract/api/built-with.ts";
import { projectRecordSchema } from "../../../../src/contract/records/project-record.ts";
import { CloneFailure, GitMissingError } from "../git/clone-failure.ts";
import {
  type Answer,
  type GitServer,
  git,
  makeRepository,
  removeFolder,
  serveRepositories,
  temporaryFolder,
  thisMachine,
} from "../git/repositories.case.ts";
import { knownTechnologies } from "../scan.case.ts";
import { type EarlierScan, type LinkedProject, type PlannedScan, planScans } from "./plan.ts";
import { type ProjectScan, type ScanProjectsOptions, scanProjects } from "./scan-projects.ts";
import { scanTyped } from "./scan-typed.ts";
import type { ScanProgress } from "./tally.ts";

let root: string;
let server: GitServer | undefined;
let kept: Map<string, ProjectScan>;

beforeEach(() => {
  root = temporaryFolder();
  kept = new Map();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  removeFolder(root);
});

const now = () => new Date("2024-06-01T00:00:00Z");
const readme = "# App\n\nIt lets neighbours lend tools to each other.\n";
const manifest = JSON.stringify({ dependencies: { react: "18.2.0" } });

const serve = async (answer?: Answer) => {
  server = await serveRepositories(root, answer);
  return server.url;
};
const planned = (slug: string, repository: string, failure: CloneFailure | null = null): PlannedScan => ({
  slug,
  repository,
  failure,
});
const run = (plan: readonly PlannedScan[], options: Partial<ScanProjectsOptions> = {}) =>
  scanProjects(plan, {
    recognisers: knownTechnologies,
    network: thisMachine,
    concurrency: 3,
    now,
    earlier: async (slug) => kept.get(slug) ?? null,
    save: async (scan) => void kept.set(scan.slug, scan),
    ...options,
  });

describe("scanning projects", () => {
  it("stores tags and summary of each repository, with its URL and scan time", async () => {
    const revision = makeRepository(join(root, "app"), { "package.json": manifest, "README.md": readme });
    const repository = `${await serve()}/app`;
    const report = await run([planned("one", repository)]);
    expect(report).toMatchObject({
      outcomes: { scanned: 1 },
      summaries: 1,
      failures: [],
      interrupted: false,
    });
    const capturedAt = now().toISOString();
    expect(kept.get("one")).toEqual({
      slug: "one",
      repository,
      revision,
      capturedAt,
      extractorVersion: "scan-1",
      outcome: "scanned",
      builtWith: expect.objectContaining({
        frameworks: [expect.objectContaining({ name: "React", version: "18.2.0" })],
      }),
      repoSummary: {
        text: readme.trim(),
        truncated: false,
        sourceUrl: repository,
        sourceRevision: revision,
        sourceCapturedAt: capturedAt,
        generatedAt: capturedAt,
        sourceInferred: false,
        extractorVersion: "scan-1",
      },
    });
  });

  it("stores records that pass the import's validation", async () => {
    makeRepository(join(root, "app"), { "package.json": manifest, "README.md": readme });
    await run([planned("one", `${await serve()}/app`)]);
    const { builtWith, repoSummary } = kept.get("one")!;
    expect(repositoryTagsSchema.parse(builtWith)).toEqual(builtWith);
    const record = projectRecordSchema.parse({
      slug: "one",
      name: "One",
      builtWith,
      evidenceSummaries: { repoSummary },
    });
    expect(record.evidenceSummaries?.repoSummary).toEqual(repoSummary);
    expect(record.builtWith).toEqual(builtWith);
  });

  it("continues after unreadable repositories, and reports the outcome of each", async () => {
    makeRepository(join(root, "app"), { a: "1" });
    const url = await serve();
    const plan = [
      planned("a", `${url}/app`),
      planned("b", `${url}/gone`),
      planned("c", "https://10.0.0.1/x/y"),
      planned("d", "nowhere", new CloneFailure("not-a-repository", "the link is not a web address")),
      planned("e", `${url}/app`),
    ];
    const progress: ScanProgress[] = [];
    const report = await run(plan, { onProgress: (state) => void progress.push(state) });
    expect(report.outcomes).toEqual({ scanned: 2, private: 1, refused: 1, "not-a-repository": 1 });
    expect(report.failures.map(({ slug, outcome }) => [slug, outcome])).toEqual([
      ["b", "private"],
      ["c", "refused"],
      ["d", "not-a-repository"],
    ]);
    expect(kept.get("b")).toMatchObject({
      outcome: "private",
      revision: null,
      builtWith: null,
      repoSummary: null,
    });
    expect([...kept.keys()].sort()).toEqual(["a", "b", "c", "d", "e"]);
    expect(progress.at(-1)).toEqual({ done: 5, total: 5, failed: 3 });
  });

  it("reads a repository once that several projects name", async () => {
    makeRepository(join(root, "app"), { a: "1" });
    const repository = `${await serve()}/app`;
    await run(["a", "b", "c", "d"].map((slug) => planned(slug, repository)));
    expect(kept.size).toBe(4);
    expect(server!.requests.filter((path) => path.includes("info/refs"))).toHaveLength(1);
  });

  it("yields the same record for the same commit, whatever else is read concurrently", async () => {
    for (const name of ["a", "b", "c"])
      makeRepository(join(root, name), { "package.json": manifest, "README.md": readme });
    const url = await serve();
    const plan = ["a", "b", "c"].map((name) => planned(name, `${url}/${name}`));
    await run(plan, { concurrency: 3 });
    const first = plan.map(({ slug }) => kept.get(slug));
    kept.clear();
    await run([...plan].reverse(), { concurrency: 1 });
    expect(plan.map(({ slug }) => kept.get(slug))).toEqual(first);
  });

  it("keeps the previous result of the same repository; of a private one only names", async () => {
    makeRepository(join(root, "app"), { "package.json": manifest, "README.md": readme });
    let status = 200;
    const url = await serve((_request, response) => {
      if (status === 200) return false;
      response.writeHead(status).end();
      return true;
    });
    const plan = [planned("one", `${url}/app`)];
    await run(plan);
    const scanned = kept.get("one");
    status = 503;
    expect((await run(plan)).outcomes).toEqual({ unreachable: 1 });
    expect(kept.get("one")).toEqual(scanned);
    status = 404;
    for (const _ of ["first", "again"]) {
      await run(plan);
      expect(kept.get("one")).toMatchObject({ outcome: "private", repoSummary: null, revision: null });
      expect(kept.get("one")?.builtWith?.frameworks).toEqual([{ name: "React" }]);
    }
    status = 503;
    await run([planned("one", `${url}/other`)]);
    expect(kept.get("one")).toMatchObject({ outcome: "unreachable", builtWith: null });
  });

  it("stops immediately when interrupted, keeps finished results, and records nothing for the rest", async () => {
    makeRepository(join(root, "app"), { a: "1" });
    const controller = new AbortController();
    const url = await serve((request) => {
      if (!request.url?.startsWith("/slow")) return false;
      if (kept.has("a")) controller.abort(new Error("stopped"));
      return true;
    });
    const plan = [planned("a", `${url}/app`), planned("b", `${url}/slow`), planned("c", `${url}/app2`)];
    const report = await run(plan, { concurrency: 1, signal: controller.signal });
    expect(report).toMatchObject({ interrupted: true, outcomes: { scanned: 1 }, failures: [] });
    expect([...kept.keys()]).toEqual(["a"]);
  });

  it("ends with the error of `save`", async () => {
    makeRepository(join(root, "app"), { a: "1" });
    const url = await serve();
    const save = async () => {
      throw new Error("the disk is full");
    };
    await expect(run([planned("a", `${url}/app`), planned("b", `${url}/b`)], { save })).rejects.toThrow(
      "the disk is full",
    );
  });

  it("without git says what to install, and records nothing", async () => {
    const { PATH } = process.env;
    process.env.PATH = root;
    try {
      const scanning = run([planned("a", "http://127.0.0.1:1/app")]);
      await expect(scanning).rejects.toThrow(GitMissingError);
      await expect(scanning).rejects.toThrow(/install/);
    } finally {
      process.env.PATH = PATH;
    }
    expect(kept.size).toBe(0);
  });
});

describe("one folder or repository", () => {
  const options = { recognisers: knownTechnologies, now, inferred: true };

  it("is read in place, with its checked-out commit, and is not modified", async () => {
    const folder = join(root, "app");
    const revision = makeRepository(folder, { "package.json": manifest, "README.md": readme });
    const before = git(folder, ["status", "--porcelain", "--ignored"]);
    const code = await scanTyped({ kind: "folder", path: folder }, options);
    expect(code).toMatchObject({
      revision,
      repoSummary: { sourceUrl: null, sourceRevision: revision, sourceInferred: true },
    });
    expect(git(folder, ["status", "--porcelain", "--ignored"])).toBe(before);
    git(folder, ["pack-refs", "--all"]);
    expect(existsSync(join(folder, ".git/refs/heads/trunk"))).toBe(false);
    expect((await scanTyped({ kind: "folder", path: folder }, options)).revision).toBe(revision);
    git(folder, ["checkout", "--quiet", "--detach"]);
    expect((await scanTyped({ kind: "folder", path: folder }, options)).revision).toBe(revision);
  });

  it("that is not a checkout has no commit", async () => {
    makeRepository(join(root, "empty"), {});
    expect((await scanTyped({ kind: "folder", path: join(root, "empty") }, options)).revision).toBeNull();
    expect((await scanTyped({ kind: "folder", path: root }, options)).revision).toBeNull();
  });

  it("does not show local paths", async () => {
    makeRepository(join(root, "app"), { "README.md": readme });
    const code = await scanTyped(
      { kind: "repository", url: `file://${join(root, "app")}`, protocol: "file" },
      options,
    );
    expect(code.repoSummary?.sourceUrl).toBeNull();
    expect(JSON.stringify(code)).not.toContain(root);
  });
});

describe("the plan of a run", () => {
  const project = (slug: string, link: string | null, closed = false): LinkedProject => ({
    slug,
    link,
    closed,
  });
  const link = "https://github.com/o/app/tree/main";
  const repository = "https://github.com/o/app";

  it("is every project with a link that was not read before", () => {
    const projects = [
      project("new", link),
      project("done", link),
      project("moved", link),
      project("none", null),
      project("blank", " "),
    ];
    const earlier = new Map<string, EarlierScan>([
      ["done", { repository, outcome: "scanned" }],
      ["moved", { repository: "https://github.com/o/old", outcome: "scanned" }],
    ]);
    expect(planScans(projects, earlier)).toEqual({
      scans: [planned("new", repository), planned("moved", repository)],
      withoutLink: 2,
      doneBefore: 1,
    });
    expect(planScans(projects, earlier, { force: true }).scans).toHaveLength(3);
  });

  it.each([
    ["unreachable", true],
    ["timed-out", true],
    ["failed", true],
    ["private", false],
    ["too-large", false],
    ["not-a-repository", false],
    ["refused", false],
    ["scanned", false],
  ] as const)("includes one that was %s before: %s", (outcome, again) => {
    const plan = planScans([project("a", link)], new Map([["a", { repository, outcome }]]));
    expect(plan.scans.length === 1).toBe(again);
  });

  it("keeps a scan that was stored by hand, of code kept elsewhere", () => {
    const earlier = new Map<string, EarlierScan>([["a", { repository: "", outcome: "scanned" }]]);
    expect(planScans([project("a", link)], earlier).doneBefore).toBe(1);
  });

  it("fetches nothing if the link is not a repository or the code is declared private", () => {
    const { scans } = planScans([project("a", "https://github.com/o"), project("b", link, true)], new Map());
    expect(scans.map(({ failure }) => failure?.outcome)).toEqual(["not-a-repository", "private"]);
  });

  it("counts every project once, and plans nothing after a successful run", () => {
    const some = fc.array(
      fc.record({
        link: fc.option(
          fc.oneof(
            fc.string().map((text) => `https://h.example/${text}`),
            fc.string(),
            fc.constant(link),
          ),
        ),
        closed: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(some, (links) => {
        const projects = links.map(({ link, closed }, index) => project(`p${index}`, link, closed));
        const { scans, withoutLink, doneBefore } = planScans(projects, new Map());
        expect(scans.length + withoutLink + doneBefore).toBe(projects.length);
        const after = new Map(
          scans.map(({ slug, repository: at, failure }) => [
            slug,
            { repository: at, outcome: failure?.outcome ?? ("scanned" as const) },
          ]),
        );
        expect(planScans(projects, after).scans).toEqual([]);
      }),
    );
  });
});
