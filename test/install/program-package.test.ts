/**
 * The program as others install it: packed and installed by the commands of the Dockerfile's build stage, from the files
 * that a build sees, without a network; started, searched.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyContext, root, stages, textsOf } from "./dockerfile.case.ts";

const run = promisify(execFile);
/** 8.3 MB, of which the table of word vectors takes 3.6: a bound against files that do not belong. */
const maxPackage = 9e6;

let folder: string;
const at = (...path: string[]) => join(folder, ...path);
const installed = (...path: string[]) => at("app/lib/node_modules/prior-art", ...path);
const program = () => at("app/bin/priorart");

/** Without the settings of the user and of npm, which names a checkout. */
const environment = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PRIORART_|npm_|VITEST)/i.test(name)),
  ),
  npm_config_cache: at("cache"),
  ...more,
});
const npm = (...args: string[]) => run("npm", args, { cwd: folder, env: environment() });

/** What the package depends on, from this checkout, as the registry would give it. */
async function packDependencies(): Promise<void> {
  const native = (await readdir(join(root, "node_modules/@libsql"))).map((name) => `@libsql/${name}`);
  const paths = ["libsql", "@neon-rs/load", "detect-libc", ...native].map((name) =>
    join(root, "node_modules", name),
  );
  await mkdir(at("package"));
  await npm("pack", "--ignore-scripts", "--pack-destination", at("package"), ...paths);
}

/** The checkout as a build sees it, with the installed packages: hard links where the disk is the same. */
async function prepareContext(): Promise<void> {
  copyContext(at("source"));
  const packages = join(root, "node_modules");
  await run("cp", ["-al", packages, at("source")]).catch(() => run("cp", ["-a", packages, at("source")]));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-package-"));
  await Promise.all([packDependencies(), prepareContext()]);
  // The packages are installed.
  const [install, ...commands] = textsOf(stages[0]!, "RUN");
  expect(install).toMatch(/^npm ci/);
  const env = environment({ npm_config_offline: "true" });
  for (const command of commands) {
    const here = command.replaceAll(/(?<= )\/(package|app)\b/g, (_, name: string) => at(name));
    await run("sh", ["-c", here], { cwd: at("source"), env });
  }
  const packages = (await readdir(at("package"))).map((name) => at("package", name));
  await npm("install", "--offline", "--no-audit", "--no-fund", "--prefix", at("project"), ...packages);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the packed program", () => {
  it("holds what is built, the demo and the documentation; no source, no script, and one dependency", async () => {
    expect((await readdir(installed())).sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "NOTICE",
      "README.md",
      "THIRD-PARTY-LICENSES",
      "bin",
      "demo",
      "deploy",
      "dist",
      "docs",
      "examples",
      "package.json",
    ]);
    const description = JSON.parse(await readFile(installed("package.json"), "utf8"));
    expect(Object.keys(description.dependencies)).toEqual(["libsql"]);
    for (const field of ["private", "scripts", "workspaces", "devDependencies"])
      expect(description).not.toHaveProperty(field);
    const files = await readdir(installed(), { recursive: true });
    expect(files.filter((name) => /\.tsx?$|(?:^|\/)\.|^bin\/bootstrap/.test(name))).toEqual([]);
    await access(installed("dist/web/index.html"));
    const archive = (await readdir(at("package"))).find((name) => name.startsWith("prior-art-"));
    expect((await readFile(at("package", archive!))).length).toBeLessThan(maxPackage);
  });

  it("names the licence of every package whose code it contains", async () => {
    const text = await readFile(installed("THIRD-PARTY-LICENSES"), "utf8");
    const packages = text.split(/^-{80}\n\n/m);
    const names = packages.map((one) => one.split(" ", 1)[0]);
    for (const name of ["better-auth", "hono", "react", "react-aria-components", "zod"])
      expect(names).toContain(name);
    for (const name of ["vitest", "typescript"]) expect(names).not.toContain(name);
  });

  it("says its version, also through npx", async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const global = await run(program(), ["--version"], { cwd: folder, env: environment() });
    expect(global.stdout.trim()).toBe(version);
    const npx = await run("npx", ["--offline", "--", "priorart", "--version"], {
      cwd: at("project"),
      env: environment(),
    });
    expect(npx.stdout.trim()).toBe(version);
  });

  it("starts with the demo in ./data, answers a search, serves its pages, and writes nothing into itself", async () => {
    const before = await readdir(at("app"), { recursive: true });
    await mkdir(at("work"));
    const child = spawn(program(), ["start"], {
      cwd: at("work"),
      env: environment({ PRIORART_PORT: "0" }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    try {
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const next = async (start: string) => {
        const { value } = await lines.next();
        expect(value).toContain(start);
        return String(value).slice(start.length);
      };
      const url = await next("Listening on ");
      const token = await next("Token: ");
      const response = await fetch(`${url}/api/v1/search/projects`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ query: "invoices for freelancers" }),
      });
      const { results } = (await response.json()) as { results: unknown[] };
      expect(results.length).toBeGreaterThan(0);
      expect(await (await fetch(url)).text()).toContain("<!doctype html>");
    } finally {
      child.kill();
    }
    expect(await exited).toEqual([0, null]);
    await access(at("work/data/catalog.db"));
    expect(await readdir(at("app"), { recursive: true })).toEqual(before);
  });
});
