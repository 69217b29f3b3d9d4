import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, start, temporaryDirectories } from "./cli-harness.ts";

const directories = temporaryDirectories();
let checkout: string;
let commit: string;
let data: string;
/** The program's temporary directory, which must be empty afterwards. */
let scratch: string;

const priorart = (...args: string[]) => run(args, { env: { TMPDIR: scratch } });
const scan = (...args: string[]) => priorart("scan", ...args, "--data", data);
const git = (...args: string[]) => {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  const env = {
    PATH: process.env.PATH,
    HOME: scratch,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  return execFileSync("git", [...who, ...args], { cwd: checkout, env })
    .toString()
    .trim();
};

const project = (slug: string, links: object) => ({ slug, name: `Project ${slug}`, links });

beforeAll(async () => {
  scratch = await directories.make();
  data = join(await directories.make(), "data");
  checkout = join(await directories.make(), "app");
  const files = {
    "package.json": JSON.stringify({ dependencies: { react: "18.2.0", next: "14.1.0" } }),
    "src/index.ts": "export const answer: number = 42;\n",
    "README.md":
      "# Tool shed\n\n![badge](https://x.example/b.svg)\n\nNeighbors lend tools to each other.\n\n## Features\n\n- Deposits\n",
    ".env.example": "OPENAI_API_KEY=sk-not-to-be-shown\n",
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), content);
  }
  git("init", "--quiet", ".");
  git("add", "--all");
  git("commit", "--quiet", "-m", "First");
  commit = git("rev-parse", "HEAD");
  const records = join(await directories.make(), "projects.jsonl");
  const lines = [
    project("by-hand", { github: "https://127.0.0.1/team/by-hand" }),
    project("inside", { github: "https://10.1.2.3/team/app" }),
    project("metadata", { github: "http://169.254.169.254/latest/meta-data" }),
    project("no-link", {}),
    project("not-public", { github: "https://github.com/makers/app", repoPublic: false }),
    project("profile", { github: "https://github.com/makers" }),
  ];
  await writeFile(records, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect((await priorart("import", "projects", records, "--data", data)).code).toBe(0);
});
afterAll(() => directories.removeAll());

describe("scanning one folder or repository", () => {
  it("shows technologies and the README's summary", async () => {
    const { code, stdout } = await scan(checkout);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Kind +Name +Version +Confidence +Evidence/);
    expect(stdout).toMatch(/languages +TypeScript/);
    expect(stdout).toMatch(/Next\.js +14\.1\.0/);
    expect(stdout).toContain("Neighbors lend tools to each other.");
    expect(stdout).not.toContain("badge");
    expect(stdout).not.toContain("sk-not-to-be-shown");
  });

  it("prints all of it as JSON, the same for a folder and for a clone except time and place", async () => {
    const folder = JSON.parse((await scan(checkout, "--json")).stdout);
    const clone = JSON.parse((await scan(`file://${checkout}`, "--json")).stdout);
    expect(clone).toMatchObject({
      revision: commit,
      builtWith: { schemaVersion: 1, languages: [{ name: "TypeScript" }] },
      repoSummary: { truncated: false, sourceUrl: null, sourceRevision: commit },
      truncated: [],
    });
    expect(folder.builtWith).toEqual(clone.builtWith);
    expect(folder.revision).toBe(commit);
    expect(folder.repoSummary.text).toBe(clone.repoSummary.text);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("needs no data directory, and creates none", async () => {
    const nowhere = join(await directories.make(), "nothing");
    expect((await priorart("scan", checkout, "--data", nowhere)).code).toBe(0);
    expect(() => readdirSync(nowhere)).toThrow("ENOENT");
  });

  it("accepts additional technologies, and names the line of a fault in them", async () => {
    const file = join(await directories.make(), "own.yaml");
    await writeFile(file, "tooling:\n  - name: Shed Kit\n    file: [src/index.ts]\n");
    const { builtWith } = JSON.parse((await scan(checkout, "--json", "--recognisers", file)).stdout);
    expect(builtWith.tooling.map(({ name }: { name: string }) => name)).toContain("Shed Kit");
    await writeFile(file, "tooling:\n  - name: Shed Kit\n    fiel: [x]\n");
    const { code, stderr } = await scan(checkout, "--recognisers", file);
    expect(stderr).toContain(`${file}:3`);
    expect(code).toBe(2);
  });

  it.each([
    ["no source", [], /name a folder or a repository/],
    ["a folder that is not there", ["/nowhere/at/all"], /no folder/],
    ["a transport that runs commands", ["ext::sh -c true"], /transport helper/],
    ["a transport without encryption", ["http://example.org/o/r"], /http:\/\/ is not supported/],
    ["a password in the address", ["https://me:secret@example.org/o/r"], /password/],
    ["options of the other form", [".", "--limit", "3"], /requires --projects/],
    ["a source besides --projects", [".", "--projects"], /leave the source out/],
    ["--slug besides --projects", ["--projects", "--slug", "x"], /exclude each other/],
    ["a concurrency out of bounds", ["--projects", "--concurrency", "17"], /1 to 16/],
    ["a project that is not there", [".", "--slug", "nobody"], /no project "nobody"/],
  ])("refuses %s in one line", async (_name, args, message) => {
    const { code, stdout, stderr } = await scan(...args);
    const said = stderr.trimEnd().split("\n");
    expect(said.at(-1)).toMatch(message);
    expect(stderr).not.toContain("secret");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("reports why a repository cannot be read", async () => {
    const { code, stderr } = await scan(`file://${scratch}/none`);
    expect(stderr).toMatch(/none: .*git repository/);
    expect(code).toBe(3);
  });

  it("reports missing git when it is needed, and works without it otherwise", async () => {
    const env = { PATH: await directories.make(), TMPDIR: scratch };
    const missing = await run(["scan", `file://${checkout}`, "--data", data], { env });
    expect(missing.stderr).toMatch(/git was not found: install it/);
    expect(missing.code).toBe(3);
    expect((await run(["scan", checkout, "--data", data], { env })).code).toBe(0);
  });
});

describe("an interrupted scan", () => {
  let server: Server;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    // Accepts connections and never answers.
    server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it("ends with 130, closes its connection and leaves nothing behind", async () => {
    const { port } = server.address() as AddressInfo;
    const running = start(["scan", `https://127.0.0.1:${port}/o/r`, "--data", data], {
      env: { TMPDIR: scratch },
    });
    await expect.poll(() => sockets.size).toBeGreaterThan(0);
    expect(readdirSync(scratch)).toHaveLength(1);
    running.child.kill("SIGINT");
    const { code, stderr } = await running.finished;
    expect(stderr).toContain("Interrupted");
    expect(code).toBe(130);
    expect(readdirSync(scratch)).toEqual([]);
    await expect
      .poll(() => [...sockets].every((socket) => socket.readableEnded || socket.destroyed))
      .toBe(true);
  });
});

describe("scanning the repositories of projects", () => {
  it("a scan stored by hand stays, and the others are tried once", async () => {
    const kept = await scan(checkout, "--slug", "by-hand");
    expect(kept.code).toBe(0);
    expect(kept.stderr).toContain("priorart publish");
    const first = await scan("--projects", "--json");
    expect(first.code).toBe(1);
    const report = JSON.parse(first.stdout);
    expect(report).toMatchObject({
      tried: 4,
      doneBefore: 1,
      withoutLink: 1,
      left: 0,
      interrupted: false,
      outcomes: { refused: 2, private: 1, "not-a-repository": 1 },
    });
    expect(report.failures.map(({ slug }: { slug: string }) => slug)).toEqual([
      "inside",
      "metadata",
      "not-public",
      "profile",
    ]);
    const again = await scan("--projects");
    expect(again).toMatchObject({ code: 0, stdout: "Nothing to scan.\n" });
  });

  it("with --force and --limit rescans that many, and reports how many remain", async () => {
    const { code, stdout, stderr } = await scan("--projects", "--force", "--limit", "2");
    expect(code).toBe(1);
    expect(stdout).toContain("2 projects tried");
    expect(stderr).toContain("3 remain");
    expect(stderr).toContain(
      "inside: https://10.1.2.3/team/app: 10.1.2.3 is not an address of the public internet",
    );
  });

  it("without a catalog says what to do first", async () => {
    const { code, stderr } = await priorart(
      "scan",
      "--projects",
      "--data",
      join(scratch, "..", "priorart-nothing-here"),
    );
    expect(stderr).toContain("import");
    expect(code).toBe(3);
  });
});
