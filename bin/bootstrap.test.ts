import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
// @ts-expect-error plain JavaScript, without types
import { requireNode } from "./bootstrap.mjs";

let checkout: string;
let bootstrap: {
  isInstalled(packages: { development: boolean }): boolean;
  isBuilt(): boolean;
  buildInputs(): string;
  ensureReady(options: { now(): number }): Promise<void>;
};

const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), typeof content === "string" ? content : JSON.stringify(content));
};

/** A checkout with one source file, one package that runs, one for development and one for another platform. */
beforeEach(async () => {
  checkout = mkdtempSync(join(tmpdir(), "priorart-checkout-"));
  cpSync(fileURLToPath(new URL(".", import.meta.url)), join(checkout, "bin"), { recursive: true });
  for (const name of ["tsconfig.json", "scripts/build.mjs", "scripts/bundle.mjs"]) write(name, "{}");
  write("src/main.ts", "export const answer = 42;");
  write("src/search/kernels/kernels.wasm", "");
  write("package-lock.json", {
    packages: {
      "": {},
      "node_modules/runs": { version: "1.0.0" },
      "node_modules/builds": { version: "2.0.0", dev: true },
      "node_modules/elsewhere": { version: "3.0.0", optional: true },
    },
  });
  bootstrap = await import(pathToFileURL(join(checkout, "bin", "bootstrap.mjs")).href);
});
afterEach(() => rmSync(checkout, { recursive: true }));

describe("the Node version", () => {
  it("may be the oldest supported or newer", () => {
    for (const version of ["20.19.0", "20.20.1", "22.0.0", "101.0.0"])
      expect(() => requireNode(version)).not.toThrow();
  });

  it("is named, with what is needed, when too old", () => {
    for (const version of ["18.20.4", "20.18.9"])
      expect(() => requireNode(version)).toThrow(new RegExp(`20\\.19 or newer.*${version}`));
  });
});

describe("whether dependencies are installed", () => {
  const installed = (packages: Record<string, { version: string }>) =>
    write("node_modules/.package-lock.json", { packages });
  const runs = { "node_modules/runs": { version: "1.0.0" } };
  const builds = { "node_modules/builds": { version: "2.0.0" } };

  it("is decided by npm's own list, so that an install by hand counts", () => {
    expect(bootstrap.isInstalled({ development: false })).toBe(false);
    installed({ ...runs, ...builds });
    expect(bootstrap.isInstalled({ development: true })).toBe(true);
  });

  it("needs no development package to run what is built", () => {
    installed(runs);
    expect(bootstrap.isInstalled({ development: false })).toBe(true);
    expect(bootstrap.isInstalled({ development: true })).toBe(false);
  });

  it("is no where a version differs from the lock file", () => {
    installed({ ...builds, "node_modules/runs": { version: "0.9.0" } });
    expect(bootstrap.isInstalled({ development: false })).toBe(false);
  });
});

describe("whether dist is current", () => {
  it("changes with a source file and with the lock file, not with a test", () => {
    expect(bootstrap.isBuilt()).toBe(false);
    write("dist/.inputs", bootstrap.buildInputs());
    expect(bootstrap.isBuilt()).toBe(true);
    write("src/main.test.ts", "it('answers', () => {});");
    expect(bootstrap.isBuilt()).toBe(true);
    write("src/main.ts", "export const answer = 43;");
    expect(bootstrap.isBuilt()).toBe(false);
    write("dist/.inputs", bootstrap.buildInputs());
    write("package-lock.json", { packages: {} });
    expect(bootstrap.isBuilt()).toBe(false);
  });
});

describe("whether a checkout is ready to run", () => {
  const built = () => join(checkout, "built");
  /** Whether a command would build; `later` is how long after now it runs, in milliseconds. */
  const builds = async (later: number) => {
    rmSync(built(), { force: true });
    await bootstrap.ensureReady({ now: () => Date.now() + later });
    return existsSync(built());
  };
  const activate = () => write("dist/.inputs", bootstrap.buildInputs());

  beforeEach(() => {
    write("scripts/build.mjs", `import fs from "node:fs"; fs.writeFileSync(${JSON.stringify(built())}, "");`);
    write("node_modules/.package-lock.json", {
      packages: { "node_modules/runs": { version: "1.0.0" }, "node_modules/builds": { version: "2.0.0" } },
    });
    activate();
  });

  it("is remembered by the times of changes once contents were compared", async () => {
    expect(await builds(60_000)).toBe(false);
    expect(existsSync(join(checkout, "dist/.change-times"))).toBe(true);
    expect(await builds(60_000)).toBe(false);
  });

  it("is compared by contents while a change is recent, even when sizes agree", async () => {
    expect(await builds(0)).toBe(false);
    expect(existsSync(join(checkout, "dist/.change-times"))).toBe(false);
    write("src/main.ts", "export const answer = 43;");
    expect(await builds(0)).toBe(true);
  });

  it("is no after a source file, the lock file or the build has changed", async () => {
    for (const [path, content] of [
      ["src/main.ts", "export const answer = 43;"],
      ["src/new.ts", ""],
      ["package-lock.json", { packages: {} }],
      ["dist/.inputs", "of another build"],
    ] as const) {
      activate();
      expect(await builds(60_000)).toBe(false);
      write(path, content);
      expect([path, await builds(120_000)]).toEqual([path, true]);
    }
  });
});
