import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { loadWordLists } from "./word-lists.ts";

const folder = mkdtempSync(join(tmpdir(), "priorart-words-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (source: string, ...names: string[]) => {
  const path = join(folder, "words.yaml");
  writeFileSync(path, source);
  return loadWordLists(pathToFileURL(path), names);
};

it("reads the words of every list in their order", () => {
  const lists = load("verbs: >-\n  run  no\n  yes 7\nnouns: on\n", "verbs", "nouns");
  expect([...lists.verbs!]).toEqual(["run", "no", "yes", "7"]);
  expect([...lists.nouns!]).toEqual(["on"]);
});

it.each([
  ["a list is missing", "verbs: run", ["verbs", "nouns"], "nouns: is missing"],
  [
    "a list is unknown",
    "verbs: run\nadverbs: fast",
    ["verbs"],
    "words.yaml:2: adverbs: is not a field of a word list",
  ],
  ["a list is empty", 'verbs: " "', ["verbs"], "verbs: needs at least one word"],
  ["a list is not a text", "verbs: [run]", ["verbs"], "verbs: must be a text of words"],
  [
    "a word is there twice",
    "verbs: run go run",
    ["verbs"],
    'words.yaml:1: verbs: holds "run" twice: remove one',
  ],
  ["a word has capitals", "verbs: Run", ["verbs"], 'verbs: "Run" must be in lower case'],
])("refuses a file in which %s", (_, ...[source, names, message]) => {
  expect(() => load(source, ...names)).toThrow(message);
});
