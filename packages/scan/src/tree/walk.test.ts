import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultScanLimits, type ScanLimits } from "../limits.ts";
import { checkout } from "../scan.case.ts";
import { shownPath } from "./byte-path.ts";
import { Omissions } from "./omissions.ts";
import { walk } from "./walk.ts";

function walked(root: string, limits: Partial<ScanLimits> = {}) {
  const omissions = new Omissions();
  const entries = [...walk(root, { ...defaultScanLimits, ...limits }, omissions)];
  return { paths: entries.map(({ path }) => shownPath(path)), entries, left: omissions.lines() };
}

describe("walk", () => {
  it("returns files nearer to the root first, each folder sorted by name", () => {
    const root = checkout({ "b/z.ts": "", "b/a.ts": "", "a/c/d.ts": "", "z.ts": "", "a.ts": "" });
    expect(walked(root).paths).toEqual(["a.ts", "z.ts", "b/a.ts", "b/z.ts", "a/c/d.ts"]);
  });

  it("skips folders of version control, installed packages and build output", () => {
    const root = checkout({
      ".git/config": "",
      "node_modules/x/package.json": "{}",
      "web/node_modules/x/package.json": "{}",
      "target/debug/x.rs": "",
      "env/pyvenv.cfg": "",
      "env/lib/x.py": "",
      "web/src/a.ts": "",
    });
    expect(walked(root)).toMatchObject({ paths: ["web/src/a.ts"], left: [] });
  });

  it("follows no symbolic link, out of the tree or in a cycle, and reports it", () => {
    const outside = checkout({ "secret.ts": "" });
    const root = checkout({ "a/b.ts": "" });
    symlinkSync(outside, join(root, "out"));
    symlinkSync(join(outside, "secret.ts"), join(root, "secret.ts"));
    symlinkSync("..", join(root, "a", "up"));
    symlinkSync("self", join(root, "self"));
    expect(walked(root)).toMatchObject({
      paths: ["a/b.ts"],
      left: ["symbolic links not followed: out, secret.ts, self and 1 more"],
    });
  });

  it("opens no pipe and no socket", async () => {
    const root = checkout({ "a.ts": "" });
    execFileSync("mkfifo", [join(root, "package.json")]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "s.sock"), resolve));
    const { paths, left } = walked(root);
    await new Promise((resolve) => server.close(resolve));
    expect(paths).toEqual(["a.ts"]);
    expect(left).toEqual(["pipes, sockets and devices not opened: package.json, s.sock"]);
  });

  it("does not enter repositories within the repository, whether submodules or not", () => {
    const root = checkout({ "sub/.git": "gitdir: ../.git/modules/sub", "sub/a.ts": "", "b.ts": "" });
    expect(walked(root)).toMatchObject({
      paths: ["b.ts"],
      left: ["repositories within the repository not entered: sub"],
    });
  });

  it("lists the libraries that Foundry installed without entering them, but enters the project's own folders there", () => {
    const root = checkout({
      "foundry.toml": "",
      "lib/forge-std/foundry.toml": "",
      "lib/forge-std/src/Test.sol": "",
      "lib/own/a.ts": "",
    });
    mkdirSync(join(root, "lib", "solmate"));
    const { entries } = walked(root);
    expect(entries.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "file foundry.toml",
      "library lib/forge-std",
      "file lib/own/a.ts",
      "library lib/solmate",
    ]);
  });

  it("handles names with invalid UTF-8 or control characters, and escapes them", () => {
    const root = checkout({});
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff, 0x2e, 0x74, 0x73])]), "x");
    writeFileSync(join(root, "new\nline\u001b[31m\u202e.ts"), "xy");
    const { entries, paths } = walked(root);
    expect(paths).toEqual(["f\uFFFD.ts", "new\uFFFDline\uFFFD[31m\uFFFD.ts"]);
    expect(entries.map(({ size }) => size)).toEqual([1, 2]);
  });

  it("stops at the limit of entries, of one folder and of all, and reports it", () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`many/${i}.ts`, ""]));
    const root = checkout({ ...files, "few/a.ts": "" });
    const folder = walked(root, { maxFolderEntries: 100 });
    expect(folder.paths).toHaveLength(101);
    expect(folder.left).toEqual(["folders with too many entries, partly read: many"]);
    const all = walked(checkout({ ...files, "z/a.ts": "" }), { maxEntries: 50 });
    expect(all.paths).toHaveLength(48);
    expect(all.left).toContain("the tree has more than 50 entries: the rest was not read");
  });

  it("stops at the depth limit and reports where", () => {
    const root = checkout({ "a/b/c/d.ts": "", "a/b/e.ts": "" });
    expect(walked(root, { maxDepth: 2 })).toMatchObject({
      paths: ["a/b/e.ts"],
      left: ["folders deeper than 2 not entered: a/b/c"],
    });
  });
});
