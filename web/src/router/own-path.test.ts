import { expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

it("accepts only paths of this service", () => {
  expect(ownPath("/projects?query=a%20b&offset=10#x")).toBe("/projects?query=a%20b&offset=10#x");
  expect(ownPath("/console/token")).toBe("/console/token");
  for (const next of [
    null,
    undefined,
    "",
    "projects",
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "/\t/evil.example/",
    "/\n/evil.example",
    "javascript:alert(1)",
    "/console/sign-in?next=/console/sign-in",
    "/console/invitation/abc",
    "/console/?problem=expired",
  ])
    expect(ownPath(next), String(next)).toBeUndefined();
});

it("resolves dots before it looks", () => {
  expect(ownPath("/x/../console/sign-in")).toBeUndefined();
  expect(ownPath("/x/..//evil.example")).toBeUndefined();
});
