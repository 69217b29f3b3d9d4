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

describe("what a data directory holds", () => {
  it("is nothing when it does not exist, or has only hidden files and a volume's own folder", async () => {
    expect(await contentsOf(join(directory, "missing"))).toEqual({ kind: "empty" });
    await writeFile(join(directory, ".keep"), "");
    await mkdir(join(directory, "lost+found"));
    expect(await contentsOf(directory)).toEqual({ kind: "empty" });
  });

  it("is something else when there are files without the demo's mark", async () => {
    await writeFile(join(directory, "catalog.db"), "");
    expect(await contentsOf(directory)).toEqual({ kind: "other" });
  });

  it("is the demo once that is written down, in a directory made when missing", async () => {
    const nested = join(directory, "a", "b");
    await writeDemoState(nested, { digest: "abc", complete: false });
    expect(await contentsOf(nested)).toEqual({ kind: "demo", state: { digest: "abc", complete: false } });
    await writeDemoState(nested, { digest: "abc", complete: true });
    expect(await contentsOf(nested)).toEqual({ kind: "demo", state: { digest: "abc", complete: true } });
  });

  it("is a demo to be loaded again when the mark cannot be read", async () => {
    await writeFile(join(directory, "demo.json"), "{");
    expect(await contentsOf(directory)).toEqual({ kind: "demo", state: { digest: "", complete: false } });
  });
});
