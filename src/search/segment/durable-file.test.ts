import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DurableWriter, naming, writeDurably } from "./durable-file.ts";
import { tempFolder } from "./temp-folder.case.ts";

describe("DurableWriter", () => {
  it("shows the file under its name only once it is committed, readable only by its owner", () => {
    const folder = tempFolder();
    const path = join(folder, "f");
    const writer = new DurableWriter(path);
    writer.write(Buffer.from("abc"));
    writer.pad(8);
    expect(writer.written).toBe(8);
    expect(readdirSync(folder)).not.toContain("f");
    writer.commit();
    expect(readdirSync(folder)).toEqual(["f"]);
    expect(readFileSync(path)).toEqual(Buffer.from("abc\0\0\0\0\0"));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("leaves nothing behind when a commit fails, and names the file", () => {
    const folder = tempFolder();
    const path = join(folder, "f");
    mkdirSync(join(path, "in the way"), { recursive: true });
    const writer = new DurableWriter(path);
    writer.write(Buffer.from("abc"));
    expect(() => writer.commit()).toThrow(`${path} cannot be written`);
    writer.abandon();
    writer.abandon();
    expect(readdirSync(folder)).toEqual(["f"]);
  });
});

it("an error names the file and keeps its code; of a full disk it says what to do", () => {
  const failing = (code: string) => () =>
    naming("/data/f", () => {
      throw Object.assign(new Error("i/o error"), { code });
    });
  for (const code of ["ENOSPC", "EDQUOT"])
    expect(failing(code)).toThrow(
      expect.objectContaining({
        code,
        message: "/data/f cannot be written: the disk is full; free some space and run this again",
      }),
    );
  expect(failing("EIO")).toThrow(
    expect.objectContaining({ code: "EIO", message: "/data/f cannot be written: i/o error" }),
  );
  expect(naming("/data/f", () => 7)).toBe(7);
});

describe("writeDurably", () => {
  it("replaces a file atomically, or leaves it unchanged", () => {
    const folder = tempFolder();
    const path = join(folder, "f");
    writeDurably(path, "one");
    writeDurably(path, "two");
    expect(readFileSync(path, "utf8")).toBe("two");
    mkdirSync(join(folder, "taken", "x"), { recursive: true });
    expect(() => writeDurably(join(folder, "taken"), "no")).toThrow("taken cannot be written");
    expect(readdirSync(folder)).toEqual(["f", "taken"]);
  });
});
