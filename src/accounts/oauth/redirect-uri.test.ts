import { expect, test } from "vitest";
import { matchesRedirect, redirectKind } from "./redirect-uri.ts";

const kinds: [string, ReturnType<typeof redirectKind>][] = [
  ["https://a.example/callback?x=1", "web"],
  ["https://127.0.0.1/", "web"],
  [`https://a.example/${"x".repeat(1_982)}`, "web"],
  ["http://127.0.0.1:8080/callback", "local"],
  ["http://[::1]/", "local"],
  ["http://localhost", "local"],
  ["cursor://callback", "app"],
  ["vscode://x", "app"],
  ["vscode-insiders://x", "app"],
  ["windsurf://x", "app"],
  ["zed://x", "app"],
  ["org.example.app:/callback", "app"],
  ["org.example-2.app+x:/callback", "app"],
  [`https://a.example/${"x".repeat(1_983)}`, null],
  ["http://a.example/", null],
  ["http://localhost.a.example/", null],
  ["ftp://127.0.0.1/", null],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["file:///etc/passwd", null],
  ["org:/callback", null],
  ["https://u@a.example/", null],
  ["https://:p@a.example/", null],
  ["https://a.example/#", null],
  ["https://a.example/a b", null],
  ["https://a.example/\n", null],
  ["https://a.example/\u200b", null],
  ["https:\\\\a.example", null],
  ["a.example/callback", null],
  ["//a.example/", null],
  ["", null],
];

test.each(kinds)("%s is of kind %s", (uri, kind) => {
  expect(redirectKind(uri)).toBe(kind);
});

const registered = [
  "https://a.example/callback",
  "http://127.0.0.1:1/callback?x=1",
  "org.example.app:/callback",
];

test.each(registered)("%s matches itself", (uri) => {
  expect(matchesRedirect(uri, registered)).toBe(true);
});

test("on this machine any port matches", () => {
  for (const uri of ["http://127.0.0.1:49152/callback?x=1", "http://127.0.0.1/callback?x=1"])
    expect([uri, matchesRedirect(uri, registered)]).toEqual([uri, true]);
});

test.each([
  "https://a.example/callback/",
  "https://a.example:8443/callback",
  "https://b.example/callback",
  "http://127.0.0.1:49152/callback",
  "http://127.0.0.1:49152/other?x=1",
  "http://localhost:1/callback?x=1",
  "http://u@127.0.0.1:1/callback?x=1",
  "org.example.app:/other",
  "not a URL",
])("%s matches none", (uri) => {
  expect(matchesRedirect(uri, registered)).toBe(false);
});

test("an https URL of this machine's address keeps its port", () => {
  expect(matchesRedirect("https://127.0.0.1:2/", ["https://127.0.0.1:1/"])).toBe(false);
  expect(matchesRedirect("http://127.0.0.1:2/", ["https://127.0.0.1:1/"])).toBe(false);
});
