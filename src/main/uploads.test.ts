/** What a server that starts deletes of uploads. */
import { existsSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Config } from "../config/config.ts";
import { createUploadFile, type UploadFile } from "./upload-file.ts";
import { createUploads } from "./uploads.ts";

const postgres = { url: "postgres://db.example/priorart" } as unknown as Config["database"];

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "uploads-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function uploadOf(text: string): Promise<UploadFile> {
  const file = await createUploadFile(dataDir, "a.jsonl");
  await file.append(Buffer.from(text));
  await file.close();
  return file;
}
const start = (database: Config["database"]) => createUploads({ dataDir, database, uploadBytes: 100 });
const setAge = ({ folder, name }: UploadFile, hours: number) => {
  const at = Date.now() / 1000 - hours * 3_600;
  for (const path of [join(folder, name), folder]) utimesSync(path, at, at);
};

test("the only server of a data directory deletes all of an earlier one", async () => {
  const left = await uploadOf("{}");
  await start(null);
  expect(existsSync(left.folder)).toBe(false);
});

test("one of several deletes what has not grown for over a day, and leaves the others' uploads", async () => {
  const [waiting, abandoned] = [await uploadOf("{}"), await uploadOf("{}")];
  setAge(waiting, 23);
  setAge(abandoned, 25);
  await start(postgres);
  expect([existsSync(waiting.folder), existsSync(abandoned.folder)]).toEqual([true, false]);
});

test("a data directory without uploads is fine", async () => {
  expect((await start(null)).state()).toBeNull();
});
