/** The packages of an installation, and their install scripts. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface LockedPackage {
  version: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

const root = new URL("../../", import.meta.url);
const lock = JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8"));
/** Without the workspaces, which are links. */
const packages = Object.entries(lock.packages as Record<string, LockedPackage>).filter(
  ([path, { version }]) => path.includes("node_modules/") && version !== undefined,
);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("npm ci --omit=dev", () => {
  const running = packages.filter(([, { dev }]) => !dev);

  /** After a change of dependencies: read the difference, then `npx vitest run --project unit test/install -u`. */
  it("installs the listed packages, on every platform", async () => {
    const names = running.filter(([, { optional }]) => !optional).map(([path]) => nameOf(path));
    await expect(`${[...new Set(names)].sort().join("\n")}\n`).toMatchFileSnapshot("packages-that-run.txt");
  });

  it("adds prebuilt packages of one platform only for SQLite, thread priorities, and elsewhere PostgreSQL", () => {
    const optional = running.filter(([, one]) => one.optional).map(([path]) => nameOf(path));
    expect(optional.filter((name) => !/^@(?:libsql|napi-rs)\/|^pg-cloudflare$/.test(name))).toEqual([]);
  });

  it("installs no build or test tool as a peer dependency", () => {
    expect(packages.filter(([, { devOptional }]) => devOptional)).toEqual([]);
    const tools = ["vite", "vitest", "esbuild", "rolldown", "react", "react-dom"];
    expect(running.map(([path]) => nameOf(path)).filter((name) => tools.includes(name))).toEqual([]);
  });
});

describe("install scripts", () => {
  it("are off in the project's npm settings, whatever npm's version", () => {
    const settings = readFileSync(new URL(".npmrc", root), "utf8").split("\n");
    expect(settings).toContain("ignore-scripts=true");
  });

  it("occur in development packages only, which work without them", () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([path, { dev }]) => [nameOf(path), dev])).toEqual([
      ["@swc/core", true],
      ["esbuild", true],
    ]);
  });
});
