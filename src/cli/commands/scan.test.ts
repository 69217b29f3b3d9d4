/** The requests of `scan`, and how it prints the results. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RepositoryTags } from "../../contract/api/built-with.ts";
import { runProgram } from "../program.ts";
import type { CodeScanned, ProjectsScanned, Services } from "../services.ts";

const stdoutColumns = process.stdout.columns;
afterEach(() => {
  vi.restoreAllMocks();
  process.stdout.columns = stdoutColumns;
});

async function priorart(command: readonly string[], answer: CodeScanned | ProjectsScanned) {
  const asked: Record<string, unknown>[] = [];
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    });
  process.stdout.columns = 90;
  const answering = async (
    _config: unknown,
    { signal: _, onProgress: __, ...request }: Record<string, unknown>,
  ) => {
    asked.push(request);
    return answer;
  };
  const services = {
    version: "0.0.0",
    loadConfig: async () => ({}),
    scan: answering,
    scanProjects: answering,
  } as unknown as Services;
  return { code: await runProgram(command, services), asked, ...said };
}

const nothing: RepositoryTags = {
  schemaVersion: 1,
  languages: [],
  frameworks: [],
  chains: [],
  protocols: [],
  services: [],
  tooling: [],
  standards: [],
};
const code: CodeScanned = {
  revision: "0".repeat(40),
  capturedAt: "2024-06-01T00:00:00.000Z",
  builtWith: {
    ...nothing,
    languages: [
      { name: "TypeScript", confidence: 0.95, evidence: "62 % of the code, 41 files" },
      { name: "Rust" },
    ],
    chains: [
      { name: "Solana", network: "devnet" },
      { name: "Base", network: "unknown" },
    ],
  },
  repoSummary: null,
  files: 42,
  bytes: 1_000,
  truncated: ["3 symbolic links"],
};
const projects: ProjectsScanned = {
  tried: 5,
  outcomes: { scanned: 3, private: 1, unreachable: 1 },
  summaries: 2,
  failures: [
    { slug: "a", repository: "https://github.com/o/a", outcome: "private", reason: "gone" },
    { slug: "b", repository: "https://x.example/\u001b[2Jb", outcome: "unreachable", reason: "no answer" },
  ],
  interrupted: false,
  seconds: 12,
  withoutLink: 1_200,
  doneBefore: 0,
  left: 7,
};

describe("scan of one source", () => {
  it("shows a table by kind, networks of chains, and omissions", async () => {
    const { stdout, stderr, asked, code: exit } = await priorart(["scan", "."], code);
    expect(exit).toBe(0);
    expect(asked).toEqual([{ source: ".", slug: undefined, recognisers: [] }]);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "Kind       Name             Version  Confidence  Evidence",
      "languages  TypeScript                      0.95  62 % of the code, 41 files",
      "           Rust",
      "chains     Solana (devnet)",
      "           Base",
    ]);
    expect(stderr).toContain("left out: 3 symbolic links");
    expect(stderr).toContain("No README");
  });

  it("shows the first lines of the summary and the number of further lines", async () => {
    const text = Array.from({ length: 15 }, (_, index) => `Line ${index + 1}`).join("\n\n");
    const repoSummary = {
      text,
      truncated: false,
      sourceUrl: null,
      sourceRevision: "",
      sourceCapturedAt: code.capturedAt,
      generatedAt: code.capturedAt,
      sourceInferred: false,
      extractorVersion: "x",
    };
    const { stdout, stderr } = await priorart(["scan", "."], { ...code, builtWith: nothing, repoSummary });
    expect(stdout).toContain("Nothing was recognised.");
    expect(stdout).toContain("Summary\nLine 1\nLine 2\n");
    expect(stdout.trimEnd()).toMatch(/Line 12$/);
    expect(stderr).toContain("… and 3 more lines");
  });

  it("passes on the slug and custom recognisers", async () => {
    const { asked, stderr } = await priorart(
      ["scan", ".", "--slug", "app", "--recognisers", "a", "--recognisers", "b"],
      code,
    );
    expect(asked).toEqual([{ source: ".", slug: "app", recognisers: ["a", "b"] }]);
    expect(stderr).toContain("Stored for app");
  });
});

describe("scan --projects", () => {
  it("scans four at a time by default", async () => {
    expect((await priorart(["scan", "--projects"], projects)).asked).toEqual([
      { limit: undefined, concurrency: 4, force: false, recognisers: [] },
    ]);
    expect(
      (await priorart(["scan", "--projects", "--limit", "9", "--concurrency", "2", "--force"], projects))
        .asked,
    ).toEqual([{ limit: 9, concurrency: 2, force: true, recognisers: [] }]);
  });

  it("reports the outcome, and exits with 1 when some could not be read", async () => {
    const { stdout, stderr, code: exit } = await priorart(["scan", "--projects"], projects);
    expect(stdout).toBe(
      "5 projects tried in 12 s: 3 scanned (2 with a summary), 1 private or gone, 1 unreachable.\n",
    );
    expect(stderr).toContain("Of the others, 1,200 have no link to code, 7 remain.");
    expect(stderr).toContain("a: https://github.com/o/a: gone");
    expect(stderr).toContain("b: https://x.example/ [2Jb: no answer");
    expect(stderr).toContain("priorart publish");
    expect(exit).toBe(1);
  });

  it("exits with 0 when all were read, and with 130 when it was interrupted", async () => {
    const well = { ...projects, outcomes: { scanned: 5 }, failures: [] };
    expect((await priorart(["scan", "--projects"], well)).code).toBe(0);
    const interrupted = await priorart(["scan", "--projects", "--json"], { ...well, interrupted: true });
    expect(interrupted.code).toBe(130);
    expect(JSON.parse(interrupted.stdout)).toMatchObject({ tried: 5, interrupted: true });
    expect(interrupted.stderr).toContain("run the same command again to resume");
  });
});
