import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaticPages } from "./static-pages.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-pages-"));
  await mkdir(join(folder, "web", "assets"), { recursive: true });
  await writeFile(join(folder, "web", "index.html"), "<!doctype html>first");
  await writeFile(join(folder, "web", "favicon.svg"), "<svg/>");
  await writeFile(join(folder, "web", "assets", "index-1a2b.js"), "script");
  await writeFile(join(folder, "web", "assets", "index-1a2b.css"), "style");
  await writeFile(join(folder, "web", "assets", "font.woff2"), "font");
  await writeFile(join(folder, "secret"), "none of theirs");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = async (path: string) => {
  const page = await openStaticPages(join(folder, "web"))!.read(path);
  return page && { ...page, bytes: new TextDecoder().decode(page.bytes) };
};

describe("the built pages", () => {
  it("are null when nothing was built", () => {
    expect(openStaticPages(folder)).toBeNull();
    expect(openStaticPages(join(folder, "nowhere"))).toBeNull();
  });

  it("are cached by browsers if their name contains a digest, and revalidated otherwise", async () => {
    expect(await text("assets/index-1a2b.js")).toEqual({
      bytes: "script",
      type: "text/javascript; charset=utf-8",
      cacheControl: "public, max-age=31536000, immutable",
    });
    for (const [name, type] of [
      ["assets/index-1a2b.css", "text/css; charset=utf-8"],
      ["assets/font.woff2", "application/octet-stream"],
    ] as const)
      expect(await text(name)).toMatchObject({ type, cacheControl: expect.stringContaining("immutable") });
    expect(await text("favicon.svg")).toMatchObject({ type: "image/svg+xml", cacheControl: "no-cache" });
  });

  it("return the first page for every client-side route", async () => {
    for (const path of ["", "token", "invitation/abc-DEF_0", "index.html"])
      expect(await text(path)).toEqual({
        bytes: "<!doctype html>first",
        type: "text/html; charset=utf-8",
        cacheControl: "no-cache",
      });
  });

  it("are read once, and served from memory", async () => {
    const once = join(folder, "once");
    await mkdir(once);
    await writeFile(join(once, "index.html"), "before");
    const pages = openStaticPages(once)!;
    const first = await pages.read("index.html");
    await writeFile(join(once, "index.html"), "after");
    expect(await pages.read("index.html")).toBe(first);
    expect(await pages.read("projects")).toBe(first);
    expect(new TextDecoder().decode(first!.bytes)).toBe("before");
  });

  it("are read again after a failure", async () => {
    const again = join(folder, "again");
    await mkdir(again);
    await writeFile(join(again, "index.html"), "before");
    const pages = openStaticPages(again)!;
    await rm(join(again, "index.html"));
    await expect(pages.read("index.html")).rejects.toThrow("ENOENT");
    await writeFile(join(again, "index.html"), "after");
    expect(new TextDecoder().decode((await pages.read("index.html"))!.bytes)).toBe("after");
  });

  it("never return a file outside the folder, for any path", async () => {
    for (const path of [
      "assets/gone.js",
      "assets/gone",
      "assets/",
      "other.css",
      "../secret.txt",
      "assets/../../secret",
      "web/index.html",
    ])
      expect(await text(path), path).toBeNull();
    expect((await text("../secret"))?.bytes).toBe("<!doctype html>first");
  });
});
