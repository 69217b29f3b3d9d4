import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeConnector, idsWith, readAll } from "../conformance.case.ts";
import { openLocalFiles } from "../files/local-files.ts";
import { folderConnector } from "./folder.ts";

let folder: string;
const write = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};

function makeFolder(): string {
  folder = mkdtempSync(join(tmpdir(), "priorart-folder-"));
  write("a.md", "# A\n\nText.");
  write("deep/er/b.txt", "Text.");
  write("été 100%/c d.md", "# C\n\nText.");
  return folder;
}
const removeFolder = () => rmSync(folder, { recursive: true, force: true });

describeConnector(folderConnector, async () => ({
  record: { kind: "folder", path: makeFolder() },
  change: () => {
    write("deep/er/b.txt", "Test.");
    // As a clock set back would leave it.
    utimesSync(join(folder, "deep/er/b.txt"), 0, 0);
    return "deep/er/b.txt";
  },
  remove: () => {
    rmSync(join(folder, "a.md"));
    return "a.md";
  },
  breakIt: removeFolder,
  close: removeFolder,
}));

describe("a folder", () => {
  beforeEach(() => void makeFolder());
  afterEach(removeFolder);
  const read = async (record = {}) =>
    (await readAll(folderConnector, { record: { kind: "folder", path: folder, ...record } }))!;

  it("is read as far as extensions and patterns say; hidden files are not", async () => {
    for (const path of ["photo.jpg", "LICENSE", ".hidden.md", ".git/x.md", "old/d.md"]) write(path, "x");
    const reading = await read({ include: ["*.md"], exclude: ["old"] });
    expect(idsWith(reading, "read")).toEqual(["a.md", "été 100%/c d.md"]);
  });

  it("has links from its template", async () => {
    const { fetched } = await read({ link: "https://example.org/x/{path}?raw" });
    expect([...fetched.values()].map((found) => found.outcome === "read" && found.content.hints.url)).toEqual(
      [
        "https://example.org/x/a.md?raw",
        "https://example.org/x/deep/er/b.txt?raw",
        "https://example.org/x/%C3%A9t%C3%A9%20100%25/c%20d.md?raw",
      ],
    );
  });

  it("follows no symbolic link, of a file or of a folder, but may be named by one", async () => {
    symlinkSync("/etc/passwd", join(folder, "passwd.txt"));
    symlinkSync("/etc", join(folder, "etc"));
    symlinkSync(folder, join(folder, "loop"));
    const { items, notes, listsAll } = await read();
    expect(items).toHaveLength(3);
    expect({ notes, listsAll }).toEqual({ notes: ["3 symbolic links were not followed"], listsAll: true });
    expect((await read({ path: join(folder, "loop") })).items).toHaveLength(3);
  });

  it("does not read a folder that became a symbolic link after it was listed", async () => {
    const source = (await folderConnector.open({ kind: "folder", path: folder }, {
      signal: new AbortController().signal,
    } as never))!;
    rmSync(join(folder, "deep"), { recursive: true });
    mkdirSync(join(folder, "..", "outside-folder-test", "er"), { recursive: true });
    try {
      writeFileSync(join(folder, "..", "outside-folder-test", "er", "b.txt"), "secret");
      symlinkSync("../outside-folder-test", join(folder, "deep"));
      await expect(source.fetch({ id: "deep/er/b.txt", version: null }, null)).rejects.toThrow(
        "outside the folder",
      );
    } finally {
      rmSync(join(folder, "..", "outside-folder-test"), { recursive: true });
    }
  });

  it("may be a single file", async () => {
    const { items, fetched } = await read({ path: join(folder, "a.md") });
    expect(items.map(({ id }) => id)).toEqual(["a.md"]);
    expect(fetched.get("a.md")).toMatchObject({
      outcome: "read",
      content: { name: "a.md", format: "markdown" },
    });
  });

  it("detects a change of a large file by its times", async () => {
    write("large.txt", "a".repeat(5 * 2 ** 20));
    const first = await read();
    write("large.txt", "b".repeat(5 * 2 ** 20));
    utimesSync(join(folder, "large.txt"), 0, 0);
    const second = (await readAll(folderConnector, { record: { kind: "folder", path: folder } }, first))!;
    expect(idsWith(second, "read")).toEqual(["large.txt"]);
  });

  it("is listed up to a limit, and then not taken to be complete", async () => {
    const source = await openLocalFiles(
      { path: folder, formatOf: () => "text", maxFiles: 2 },
      { signal: new AbortController().signal },
    );
    let count = 0;
    for await (const _item of source.items()) count++;
    expect([count, source.listsAll(), source.notes!()]).toEqual([
      2,
      false,
      ["only the first 2 files were listed: narrow include"],
    ]);
  });

  it.skipIf(process.getuid?.() === 0)(
    "with a folder that cannot be read is not taken to be complete",
    async () => {
      chmodSync(join(folder, "deep"), 0);
      const { items, listsAll, notes } = await read();
      chmodSync(join(folder, "deep"), 0o700);
      expect([items.length, listsAll, notes]).toEqual([2, false, ["1 folders could not be read"]]);
    },
  );

  it("that does not exist, or is neither folder nor file, is a failure that says what to do", async () => {
    await expect(read({ path: join(folder, "none") })).rejects.toThrow(
      "the path does not exist: check it, and whether its disk is mounted",
    );
    await expect(read({ path: "/dev/null" })).rejects.toThrow("neither a folder nor a file");
  });
});
