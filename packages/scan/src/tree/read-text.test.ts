import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkout } from "../scan.case.ts";
import { readText } from "./read-text.ts";

describe("readText", () => {
  it("returns the text and its bytes, without a byte order mark, UTF-16 included", () => {
    const root = checkout({
      a: "né",
      b: Buffer.from("\uFEFFx", "utf8"),
      c: Buffer.from("\uFEFFyé", "utf16le"),
    });
    expect(readText(root, "a", 10)).toEqual({ text: "né", bytes: 3 });
    expect(readText(root, "b", 10)).toEqual({ text: "x", bytes: 4 });
    expect(readText(root, "c", 10)).toEqual({ text: "yé", bytes: 6 });
  });

  it("reads up to the limit and refuses one byte more, holes of sparse files included", () => {
    const root = checkout({ fits: "12345", large: "123456", sparse: "" });
    truncateSync(join(root, "sparse"), 2 ** 36);
    expect(readText(root, "fits", 5)).toEqual({ text: "12345", bytes: 5 });
    expect(readText(root, "large", 5)).toBe("too large");
    expect(readText(root, "sparse", 2 ** 20)).toBe("too large");
  });

  it("treats a file with a NUL byte as binary", () => {
    expect(readText(checkout({ a: Buffer.from([80, 75, 3, 4, 0]) }), "a", 10)).toBe("not text");
  });

  it("opens no symbolic link and does not block on a pipe put in place of a file", () => {
    const root = checkout({ real: "x" });
    symlinkSync("real", join(root, "link"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    expect(readText(root, "link", 10)).toBe("unreadable");
    expect(readText(root, "pipe", 10)).toBe("unreadable");
    expect(readText(root, "missing", 10)).toBe("unreadable");
  });

  it.skipIf(process.getuid?.() === 0)("reports a missing permission", () => {
    const root = checkout({ a: "x" });
    chmodSync(join(root, "a"), 0);
    expect(readText(root, "a", 10)).toBe("unreadable");
  });
});
