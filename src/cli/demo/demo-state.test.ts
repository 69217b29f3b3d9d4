import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contentsOf, writeDemoState } from "./demo-state.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "priorart-demo-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("contents of a data directory", () => {
  it("are nothing when it does not exist, or has only hidden files and lost+found", async () => {
    expect(await contentsOf(join(directory, "missing"))).toEqual({ kind: "empty" });
    await writeFile(join(directory, ".keep"), "");
    await mkdir(join(directory, "lost+found"));
    expect(await contentsOf(directory)).toEqual({ kind: "empty" });
  });

  it("are something else when there are files but no demo state", async () => {
    await writeFile(join(directory, "catalog.db"), "");
    expect(await contentsOf(directory)).toEqual({ kind: "other" });
  });

  it("are the demo once the state is written, in a directory created when missing", async () => {
    const nested = join(directory, "a", "b");
    await writeDemoState(nested, { digest: "abc", complete: false });
    expect(await contentsOf(nested)).toEqual({ kind: "demo", state: { digest: "abc", complete: false } });
    await writeDemoState(nested, { digest: "abc", complete: true });
    expect(await contentsOf(nested)).toEqual({ kind: "demo", state: { digest: "abc", complete: true } });
  });

  it("are a demo to be reloaded when the state cannot be read", async () => {
    await writeFile(join(directory, "demo.json"), "{");
    expect(await contentsOf(directory)).toEqual({ kind: "demo", state: { digest: "", complete: false } });
  });
});
