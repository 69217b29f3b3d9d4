import { expect, it } from "vitest";
import { isPagePath, pagePaths } from "./page-paths.ts";

it("an address of a page has as many segments as its pattern, none of them empty", () => {
  for (const path of pagePaths) {
    const filled = path.replaceAll(/:\w+/g, "a.b~c%2Fd");
    expect([filled, isPagePath(filled), isPagePath(`${filled}/`)]).toEqual([filled, true, true]);
  }
  for (const path of [
    "",
    "/project",
    "/projects/a/b",
    "/projects//",
    "/console/",
    "/api/v1/status",
    "/docs/x",
  ])
    expect([path, isPagePath(path)]).toEqual([path, false]);
});
