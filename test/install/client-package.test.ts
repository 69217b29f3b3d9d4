/** The client as others install it: packed, installed without a network, type-checked, loaded and measured. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writePackage } from "../../scripts/client/write-package.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const maxBundle = 6 * 1024;

/** Uses what the README promises of the types; each expected error is one. */
const consumer = `
import { createClient, isPriorArtError, type Client, type RequestOf, type ResponseOf } from "@prior-art/client";

export const client: Client = createClient({ baseUrl: new URL("https://a.example"), token: undefined });
export const request: RequestOf<"searchProjects"> = { query: "x", limit: undefined, filters: { winnersOnly: true } };
const slugs = ["a"] as const;
export async function use(): Promise<ResponseOf<"analyze"> | string | null> {
  const { results } = await client.searchProjects(request, { signal: undefined, timeout: 5 });
  const name: string | undefined = results[0]?.name;
  const text: string = await client.exportProjects({ hackathons: slugs });
  for await (const page of client.pages.searchArchives({ query: "x" })) if (page.hasMore) break;
  const stream: ReadableStream<Uint8Array> = await client.streams.exportProjects({});
  await stream.cancel();
  // @ts-expect-error: a field that does not exist
  await client.searchProjects({ filter: {} });
  // @ts-expect-error: the slug is required
  await client.getProject({});
  // @ts-expect-error: this operation takes no fields
  await client.getFilters({ x: 1 });
  // @ts-expect-error: not a list that can be exported
  client.streams.searchProjects;
  try {
    return await client.call("analyze", { cohort: {}, dimensions: ["tracks"] });
  } catch (error) {
    if (isPriorArtError(error, "NOT_FOUND")) {
      const code: "NOT_FOUND" = error.code;
      return code;
    }
    // @ts-expect-error: unknown
    error.code;
    return name ?? text;
  }
}
`;

let folder: string;
const project = (...path: string[]) => join(folder, "project", ...path);
const installed = (...path: string[]) => project("node_modules/@prior-art/client", ...path);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-client-"));
  await writePackage(join(folder, "package"));
  const npm = { cwd: folder, env: { ...process.env, npm_config_cache: join(folder, "cache") } };
  await run("npm", ["pack", "./package"], npm);
  const packed = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  const options = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...options, "--prefix", project(), join(folder, packed!)], npm);
  await writeFile(project("package.json"), JSON.stringify({ type: "module" }));
  await writeFile(project("consumer.ts"), consumer);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the packed client", () => {
  it("holds only its files, its README and its licence, and depends on nothing", async () => {
    const files = await readdir(installed(), { recursive: true });
    expect(files.filter((name) => !/\.(?:d\.ts|js)$/.test(name)).sort()).toEqual([
      "LICENSE",
      "README.md",
      "generated",
      "package.json",
    ]);
    expect(files.filter((name) => /\.(?:test|case)\.|transport/.test(name))).toEqual([]);
    const description = JSON.parse(await readFile(installed("package.json"), "utf8"));
    expect(description).not.toHaveProperty("dependencies");
    expect(description).not.toHaveProperty("private");
  });

  const settings = [
    ["node16", "node16"],
    ["esnext", "bundler"],
  ].flatMap(([module, moduleResolution]) =>
    [true, false].map((exactOptionalPropertyTypes) => ({
      module,
      moduleResolution,
      exactOptionalPropertyTypes,
    })),
  );
  it.each(settings)("type-checks in an empty project: %j", async (options) => {
    const compilerOptions = {
      ...options,
      strict: true,
      noEmit: true,
      target: "es2022",
      types: [],
      skipLibCheck: false,
    };
    await writeFile(project("tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
    const check = run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project()]);
    expect(
      await check.then(
        ({ stdout }) => stdout,
        ({ stdout }) => stdout,
      ),
    ).toBe("");
  });

  it("is loaded by Node", async () => {
    const code = `import("@prior-art/client").then((m) => console.log(Object.keys(m).sort().join()))`;
    const { stdout } = await run(process.execPath, ["-e", code], { cwd: project() });
    expect(stdout.trim()).toBe("PriorArtError,createClient,isPriorArtError");
  });

  it("is at most 6 KB, minified and compressed", async () => {
    const bundle = await rolldown({ input: installed("index.js") });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    await bundle.close();
    expect(output).toHaveLength(1);
    const bytes = gzipSync(output[0].code, { level: 9 }).length;
    expect(bytes).toBeLessThanOrEqual(maxBundle);
    // So that a test that measures nothing is noticed.
    expect(bytes).toBeGreaterThan(1024);
  });
});
