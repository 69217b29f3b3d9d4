/** The README's examples work when pasted in order, and its list of operations is complete. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationList } from "../../src/contract/api/operations.ts";
import { useService } from "./harness/service.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const program = fileURLToPath(new URL("../../bin/priorart.mjs", import.meta.url));

/** The shell blocks of one section, in order. */
function shellBlocks(heading: string): string[] {
  const section = readme.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
}

describe("the README's examples", () => {
  const service = useService();
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "priorart-readme-"));
    await symlink(service().data, join(directory, "data"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  /** Output of each block; one shell runs them all, like a reader's terminal. */
  async function paste(blocks: readonly string[]): Promise<string[]> {
    const separator = "--- end of block ---";
    const npm = `npm() { shift 4; "${process.execPath}" "${program}" "$@"; }`;
    const script = [
      "set -euo pipefail",
      npm,
      ...blocks.map((block) => `${block}\necho; echo "${separator}"`),
    ];
    const text = script.join("\n").replaceAll("http://127.0.0.1:8787", service().url);
    const { stdout } = await promisify(execFile)("bash", ["-c", text], {
      cwd: directory,
      env: { ...process.env, PRIORART_DATA: service().data },
    });
    return stdout.split(separator).map((output) => output.trim());
  }

  it("answer over HTTP, each with results", async () => {
    const [, projects, documents, analysis] = await paste(shellBlocks("Use the API"));
    expect(JSON.parse(projects!).results.length).toBeGreaterThan(0);
    expect(JSON.parse(documents!).content.length).toBeGreaterThan(0);
    expect(JSON.parse(analysis!).buckets).toHaveProperty("primitives");
  });

  it("answer on the command line", async () => {
    const [output] = await paste(shellBlocks("Use the command line"));
    expect(output).toMatch(/\S/);
  });
});

it("the README's commands load and publish a user's own records", async () => {
  const directory = await mkdtemp(join(tmpdir(), "priorart-own-"));
  try {
    const write = (name: string, content: string | Uint8Array) => writeFile(join(directory, name), content);
    await mkdir(join(directory, "notes"));
    await write("hackathons.yaml", "- slug: harbor-jam\n  name: Harbor Jam\n  startDate: 2025-03-01\n");
    const project = { slug: "tidewatch", name: "Tidewatch", hackathon: { slug: "harbor-jam" } };
    await write("projects.jsonl.gz", gzipSync(`${JSON.stringify(project)}\n`));
    await write("sources.yaml", "- key: essays\n  label: Essays\n");
    const essay = { source: "essays", title: "On tides", content: "Tides repeat." };
    await write("essays.jsonl", `${JSON.stringify(essay)}\n`);
    await write("notes/one.md", "---\nsource: notes\ntitle: A note\n---\n\nA harbor at night.\n");
    const [block] = shellBlocks("Load your own records");
    const lines = block!.replace("/srv/priorart", join(directory, "data")).trimEnd().split("\n");
    expect(lines.at(-1)).toBe("npm run priorart -- serve");
    const npm = `npm() { shift 3; "${process.execPath}" "${program}" "$@"; }`;
    const script = ["set -euo pipefail", npm, ...lines.slice(0, -1)].join("\n");
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: directory });
    expect(stdout).toMatch(/^Token: pa_\w+$/m);
    const { stdout: found } = await promisify(execFile)(process.execPath, [
      program,
      ...["search", "archive", "harbor", "--json", "--data", join(directory, "data")],
    ]);
    expect(JSON.parse(found).results[0]).toMatchObject({ title: "A note" });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

describe("the README's list of operations", () => {
  it.each(operationList.map(({ id, method, path }) => ({ id, method, path })))(
    "names $method $path and links to it",
    ({ id, method, path }) => {
      const link = `[\`${path.replaceAll(/:(\w+)/g, "{$1}")}\`](http://127.0.0.1:8787/docs#${id})`;
      expect(readme).toContain(`| \`${method}\` | ${link}`);
    },
  );
});
