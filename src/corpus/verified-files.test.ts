import {
  appendFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { tempFolder } from "../search/segment/temp-folder.case.ts";
import { createDataDirectory, type DataDirectory } from "./data-directory.ts";
import { forgetVerified, rememberVerified, unverifiedOf } from "./verified-files.ts";

const names = ["a.seg", "a.txt", "b.seg"];
let directory: DataDirectory;
let path: (name: string) => string;

beforeEach(() => {
  directory = createDataDirectory(tempFolder());
  path = (name) => join(directory.segments, name);
  for (const name of names) writeFileSync(path(name), `content of ${name}`);
});

it("nothing is verified before it is remembered, and nothing after damage was found", () => {
  expect(unverifiedOf(directory, names)).toEqual(names);
  rememberVerified(directory, names);
  expect(unverifiedOf(directory, names)).toEqual([]);
  forgetVerified(directory);
  expect(unverifiedOf(directory, names)).toEqual(names);
  forgetVerified(directory);
});

it("files that were not remembered last are not verified", () => {
  rememberVerified(directory, names);
  rememberVerified(directory, ["a.seg", "missing.seg"]);
  expect(unverifiedOf(directory, [...names, "missing.seg"])).toEqual(["a.txt", "b.seg", "missing.seg"]);
});

it.each<[string, (file: string) => void]>([
  ["longer", (file) => appendFileSync(file, "x")],
  [
    "overwritten, with its old time",
    (file) => {
      writeFileSync(file, "CONTENT OF A.TXT");
      utimesSync(file, 1, 1);
    },
  ],
  [
    "replaced",
    (file) => {
      writeFileSync(`${file}.new`, "content of a.txt");
      renameSync(`${file}.new`, file);
    },
  ],
  ["missing", (file) => rmSync(file)],
])("a file that is %s is verified again", (_, change) => {
  rememberVerified(directory, names);
  change(path("a.txt"));
  expect(unverifiedOf(directory, names)).toEqual(["a.txt"]);
});

it.each(["", "null", "[1]", "{", '{"a.seg":{}}'])("a record that reads %j verifies nothing", (record) => {
  rememberVerified(directory, names);
  const written = readdirSync(directory.root, { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(written).toHaveLength(1);
  writeFileSync(join(directory.root, written[0]!.name), record);
  expect(unverifiedOf(directory, names)).toEqual(names);
  expect(existsSync(path("a.seg"))).toBe(true);
});
