import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../run-command.case.ts";
import type { Services } from "../services.ts";

let folder: string;
let dataDir: string;
const at = (...names: string[]) => join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outside-"));
  dataDir = at("real");
  mkdirSync(join(dataDir, "segments"), { recursive: true });
  writeFileSync(join(dataDir, "catalog.db"), "records");
  symlinkSync(dataDir, at("link"));
  symlinkSync(join(dataDir, "catalog.db"), at("catalog"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (words: string[], { data = dataDir, remote = null as object | null } = {}) =>
  runCommand(
    words,
    { exportProjects: ["slug\r\n"], exportAnalysis: ["slug\r\n"] },
    {
      services: {
        loadConfig: async () => ({ remote, publicUrl: null, dataDir: data }),
        backup: async () => {
          throw new Error("it backed up");
        },
      } as unknown as Partial<Services>,
    },
  );

const inside = () => [
  join(dataDir, "catalog.db"),
  join(dataDir, "new.csv"),
  join(dataDir, "segments", "new.csv"),
  join(dataDir, "none", "new.csv"),
  at("link", "catalog.db"),
  at("link", "new.csv"),
  at("catalog"),
  dataDir,
];

describe("a file in the data directory", () => {
  it.each([["export", "projects", "--output"], ["export", "analysis", "--output"], ["backup"]])(
    "is refused as wrong usage, also through a symbolic link: %s %s",
    async (...words) => {
      for (const data of [dataDir, at("link")])
        for (const path of inside()) {
          const { code, stderr, asked } = await run([...words, path], { data });
          expect({ code, asked }).toEqual({ code: 2, asked: [] });
          expect(stderr).toMatch(/^error: .* is in the data directory .*give a path outside it\n$/);
        }
      expect(readFileSync(join(dataDir, "catalog.db"), "utf8")).toBe("records");
      expect(readdirSync(dataDir).sort()).toEqual(["catalog.db", "segments"]);
    },
  );

  it("is refused with a server too; a folder without a catalog is not a data directory then", async () => {
    const remote = { url: "https://research.example.org" };
    const words = (path: string) => ["export", "projects", "--output", path];
    expect((await run(words(join(dataDir, "new.csv")), { remote })).code).toBe(2);
    expect((await run(words(at("new.csv")), { remote, data: folder })).code).toBe(0);
  });
});

it("a file beside the data directory, whatever its name begins with, is written", async () => {
  expect((await run(["export", "projects", "--output", `${dataDir}.csv`])).code).toBe(0);
  expect((await run(["export", "projects", "--output", at("..real")])).code).toBe(0);
});
