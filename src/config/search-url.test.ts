import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

const searchOf = (url: string, more: NodeJS.ProcessEnv = {}) =>
  loadConfig({ PRIORART_SEARCH_URL: url, ...more }).search;

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

function fileWith(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), "priorart-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  writeFileSync(path, text, { mode });
  return path;
}

it("is off without an address", () => {
  expect(loadConfig({}).search).toBeNull();
});

it("gives every node the credentials of the first, unless it has its own", () => {
  expect(
    searchOf("https://u:p@one.example.org:9200, https://two.example.org/,https://v:q@three.example.org"),
  ).toEqual({
    nodes: [
      "https://u:p@one.example.org:9200",
      "https://u:p@two.example.org",
      "https://v:q@three.example.org",
    ],
    ca: null,
    prefix: "priorart",
    timeoutMs: 1_500,
  });
});

it("takes the password from its own variable or file", () => {
  const expected = ["https://u:s%40cret@one.example.org"];
  const url = "https://u@one.example.org";
  expect(searchOf(url, { PRIORART_SEARCH_PASSWORD: "s@cret" })?.nodes).toEqual(expected);
  expect(searchOf(url, { PRIORART_SEARCH_PASSWORD_FILE: fileWith("s@cret\n") })?.nodes).toEqual(expected);
  const [node] = searchOf(url, { PRIORART_SEARCH_PASSWORD: "100%a%41b" })!.nodes;
  expect(decodeURIComponent(new URL(node!).password)).toBe("100%a%41b");
  expect(
    messageOf({ PRIORART_SEARCH_URL: url, PRIORART_SEARCH_PASSWORD_FILE: fileWith("x", 0o644) }),
  ).toContain("must be readable only by its owner");
  expect(
    messageOf({ PRIORART_SEARCH_URL: "https://one.example.org", PRIORART_SEARCH_PASSWORD: "s" }),
  ).toContain("PRIORART_SEARCH_URL must name a user");
});

it("reads the authority's certificate", () => {
  const path = fileWith("-----BEGIN CERTIFICATE-----\n");
  expect(searchOf("https://one.example.org", { PRIORART_SEARCH_CA: path })?.ca).toContain("BEGIN");
  expect(
    messageOf({ PRIORART_SEARCH_URL: "https://one.example.org", PRIORART_SEARCH_CA: "/none" }),
  ).toContain("PRIORART_SEARCH_CA must be the path of a file");
});

it.each([
  "one.example.org:9200",
  "https://u:hidden@one.example.org/path",
  "https://a, ,ftp://u:hidden@b",
  "https://u:100%hidden@one.example.org",
  ",",
])("refuses %s without repeating it", (url) => {
  const message = messageOf({ PRIORART_SEARCH_URL: url });
  expect(message).toContain("PRIORART_SEARCH_URL must be http or https addresses");
  expect(message).not.toContain("hidden");
});

it.each([
  ["PRIORART_SEARCH_PREFIX", "A", "archive-2"],
  ["PRIORART_SEARCH_TIMEOUT", "99", "100"],
  ["PRIORART_SEARCH_TIMEOUT", "60001", "60000"],
])("%s cannot be %s, but %s", (name, refused, accepted) => {
  const url = "http://127.0.0.1:9200";
  expect(messageOf({ PRIORART_SEARCH_URL: url, [name]: refused })).toContain(name);
  expect(messageOf({ PRIORART_SEARCH_URL: url, [name]: accepted })).toBe("");
});
