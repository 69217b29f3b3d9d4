/** Files that no restore accepts: each is refused with one line that names it, and nothing is left behind. */
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { TarEntry } from "modern-tar";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openCatalog } from "../catalog/catalog.ts";
import { seededRandom } from "../search/random.ts";
import { backUp, type Entries, entriesOf, restoreTo, tarOf } from "./backup.case.ts";

let folder: string;
let entries: Entries;
let good: Uint8Array;
const at = (name: string) => join(folder, name);
const text = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-archive-"));
  await (await openCatalog(at("source/catalog.db"))).close();
  await writeFile(at("source/secret"), "s".repeat(40));
  await backUp(at("source"), at("good.tar"));
  entries = await entriesOf(at("good.tar"));
  good = await readFile(at("good.tar"));
  await rm(at("source"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  expect(readdirSync(folder).filter((name) => name.startsWith("data"))).toEqual([]);
});

const refusal = async (file: string, options = {}) => {
  const error = await restoreTo(at("data"), file, options).then(
    () => null,
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ name: "BackupError", message: expect.stringContaining(file) });
  expect(error!.message).not.toContain("\n");
  return error!.message;
};
const refusalOf = async (bytes: Uint8Array, options = {}) => {
  await writeFile(at("bad.tar"), bytes);
  return refusal(at("bad.tar"), options);
};
const description = (change: object) =>
  text({ ...JSON.parse(Buffer.from(entries.get("backup.json")!).toString()), ...change });
const changed = (name: string, body: Uint8Array) => tarOf(new Map([...entries, [name, body]]));

it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
  ["an empty file", () => new Uint8Array()],
  ["a text", () => text("Dear all,\n".repeat(200))],
  ["zeros", () => new Uint8Array(10_240)],
  ["a compressed text", () => gzipSync(text("Dear all,\n".repeat(200)))],
  ["broken gzip", () => new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3])],
  ["another program's tar", () => tarOf(new Map([["etc/passwd", text("root")]]))],
  [
    "a file that only begins like one",
    () => tarOf(new Map([["backup.json", text({ kind: "other", format: 1 })]])),
  ],
])("%s is not a backup", async (_, make) => {
  expect(await refusalOf(await make())).toMatch(/is not a backup of Prior Art|is damaged: kind/);
});

it("a missing file and a folder are refused", async () => {
  expect(await refusal(at("missing.tar"))).toContain("cannot be read (ENOENT)");
  expect(await refusal(folder)).toContain("is not a backup");
});

it("a later format and a later schema are refused by version, before anything is written", async () => {
  expect(
    await refusalOf(await changed("backup.json", description({ format: 2, files: "elsewhere" }))),
  ).toMatch(/in format 2, and this version restores format 1/);
  expect(await refusalOf(good, { schemas: { "catalog.db": 1, "accounts.db": 1 } })).toMatch(
    /version 1\.2\.3: its catalog\.db has schema version \d+, and this version supports 1/,
  );
});

it("a file cut off anywhere is refused", async () => {
  for (let length = 0; length < good.length - 512; length += 3_001) {
    await writeFile(at("bad.tar"), good);
    await truncate(at("bad.tar"), length);
    await refusal(at("bad.tar"));
  }
  const compressed = gzipSync(good);
  await refusalOf(compressed.subarray(0, compressed.length - 20));
});

it("a changed byte anywhere in a file's contents or its header is refused", async () => {
  const random = seededRandom(20_261_122);
  for (let round = 0; round < 40; round++) {
    const bytes = Buffer.from(good);
    // Not in the zeros that pad entries and end the archive, which mean nothing.
    let place = 0;
    do place = Math.floor(random() * (good.length - 2_048));
    while (bytes[place] === 0);
    bytes[place]! ^= 1 << Math.floor(random() * 7);
    await refusalOf(bytes);
  }
});

it("names outside the data directory, links, and files that are not listed are refused", async () => {
  const outside = [
    "../evil",
    "/tmp/evil",
    "segments/../../evil",
    "snapshots/../secret",
    "C:\\evil",
    "segments/a-1.seg/x",
  ];
  for (const name of outside) {
    const files = [{ name, bytes: 4 }];
    const lists = new Map([...entries, ["backup.json", description({ files })], [name, text("evil")]]);
    expect(await refusalOf(await tarOf(lists))).toContain("files.0.name");
    expect(await refusalOf(await withBeforeEnd({ header: { name, size: 4 }, body: "evil" }))).toContain(
      "not a file that it lists",
    );
  }
  for (const type of ["symlink", "link", "directory", "fifo", "character-device"] as const)
    expect(
      await refusalOf(
        await withBeforeEnd({ header: { name: "secret", size: 0, type, linkname: "/etc/passwd" } }),
      ),
    ).toContain(`is a ${type}`);
});

it("a file twice, a missing file, another size, and anything after the end are refused", async () => {
  const body = entries.get("secret")!;
  expect(
    await refusalOf(await withBeforeEnd({ header: { name: "secret", size: body.length }, body })),
  ).toContain("not a file that it lists");
  expect(await refusalOf(await tarOf(new Map([...entries].filter(([name]) => name !== "secret"))))).toContain(
    "secret is missing",
  );
  expect(await refusalOf(await changed("secret", text("short")))).toContain("not a file that it lists");
  expect(await refusalOf(await changed("secret", text("x".repeat(40))))).toContain(
    "the checksum of secret differs",
  );
  expect(
    await refusalOf(await tarOf(entries, [{ header: { name: "secret", size: 1 }, body: "x" }])),
  ).toContain("there is data after its checksums");
});

/** The good backup with one more entry before its checksums. */
function withBeforeEnd(entry: TarEntry): Promise<Uint8Array> {
  const all = [...entries];
  const [name, body] = all.pop()!;
  return tarOf(new Map(all), [entry, { header: { name, size: body.length }, body }]);
}
