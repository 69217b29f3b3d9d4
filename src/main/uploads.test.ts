/** What is deleted of uploads, and when. */
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Config } from "../config/config.ts";
import { createUploadFile, type UploadFile } from "./upload-file.ts";
import { createUploads } from "./uploads.ts";

const postgres = { url: "postgres://db.example/priorart" } as unknown as Config["database"];

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "uploads-"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true, force: true });
});

async function uploadOf(text: string): Promise<UploadFile> {
  const file = await createUploadFile(dataDir, "a.jsonl");
  await file.append(Buffer.from(text));
  await file.close();
  return file;
}
const start = (database: Config["database"], logger = { warn: () => {} }) =>
  createUploads({ dataDir, database, uploadBytes: 100 }, logger);
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

/** Calls `write`, and returns the handle of the file that it writes to. */
async function handleOf(write: () => Promise<void>): Promise<FileHandle> {
  const probe = await open(join(dataDir, "probe"), "w");
  await probe.close();
  const writes = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, "write");
  await write();
  return writes.mock.contexts[0] as FileHandle;
}

/** The file stays open until `goOn` is called; `begun` resolves when it is to be closed. */
function holdClose(handle: FileHandle) {
  const close = handle.close.bind(handle);
  let goOn = () => {};
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    vi.spyOn(handle, "close").mockImplementationOnce(async () => {
      resolve();
      await going;
      await close();
    });
  });
  return { begun, goOn };
}

test("an upload that is discarded while its file is closed sets no timer, which would delete a later one", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const uploads = await start(null);
  await uploads.start({ name: "a.jsonl", bytes: 2 }, "ann");
  const { id } = uploads.state()!;
  const handle = await handleOf(() => uploads.add({ id, offset: 0 }, Buffer.from("{"), "ann"));
  const closing = holdClose(handle);
  const outcome = uploads.add({ id, offset: 1 }, Buffer.from("}"), "ann").then(
    () => "added",
    (error: Error) => error.message,
  );
  await closing.begun;
  await uploads.discard();
  closing.goOn();
  expect(await outcome).toMatch(/^This upload has ended/);
  expect(vi.getTimerCount()).toBe(0);
});

test("an abandoned upload that cannot be deleted is a warning", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const warn = vi.fn();
  const uploads = await start(null, { warn });
  await uploads.start({ name: "a.jsonl", bytes: 2 }, "ann");
  // A file instead of the folder: nothing below it can be deleted.
  rmSync(join(dataDir, "uploads"), { recursive: true });
  writeFileSync(join(dataDir, "uploads"), "");
  vi.runAllTimers();
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  expect(warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ code: "ENOTDIR" }) },
    "an abandoned upload could not be deleted",
  );
  expect(uploads.state()).toBeNull();
});

test("a file that an import takes is kept while it lasts, and waits again for a day afterwards", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const uploads = await start(null);
  await uploads.start({ name: "a.jsonl", bytes: 2 }, "ann");
  await uploads.add({ id: uploads.state()!.id, offset: 0 }, Buffer.from("{}"), "ann");
  const { folder } = uploads.take();
  vi.advanceTimersByTime(48 * 3_600_000);
  expect([uploads.state()?.received, vi.getTimerCount()]).toEqual([2, 0]);
  uploads.release();
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(uploads.state()?.received).toBe(2);
  vi.advanceTimersByTime(2 * 3_600_000);
  expect(uploads.state()).toBeNull();
  await expect.poll(() => existsSync(folder)).toBe(false);
  uploads.release();
  expect(vi.getTimerCount()).toBe(0);
});
