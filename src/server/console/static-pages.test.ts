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

  it("never return a file outside the folder, for any path", async () => {
    for (const path of [
      "assets/gone.js",
      "other.css",
      "../secret.txt",
      "assets/../../secret",
      "web/index.html",
    ])
      expect(await text(path), path).toBeNull();
    expect((await text("../secret"))?.bytes).toBe("<!doctype html>first");
  });
});
