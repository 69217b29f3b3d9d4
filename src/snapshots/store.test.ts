/** What every store guarantees. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canStartS3 } from "../../scripts/test-s3.ts";
import { partBytes } from "./s3/s3-upload.ts";
import { type StoredKind, type StoredName, StoreError } from "./store.ts";
import { bucketStores, removeFolder, storeKinds, type TestStore } from "./stores.case.ts";

const hasS3 = await canStartS3();

describe.each(storeKinds)("a store: $kind", (stores) => {
  describe.skipIf(stores.kind === "s3" && !hasS3)("that is started", () => {
    let at: TestStore;
    let folder: string;

    beforeAll(() => stores.start());
    afterAll(() => stores.stop());
    beforeEach(async () => {
      at = await stores.open();
      folder = mkdtempSync(join(tmpdir(), "priorart-files-"));
    });
    afterEach(async () => {
      await at.store.close();
      removeFolder(folder);
    });

    const nameOf = (content: Uint8Array | string, kind: StoredKind = "files"): StoredName =>
      `${kind}/${createHash("sha256").update(content).digest("hex")}`;

    async function put(content: Uint8Array | string, kind?: StoredKind): Promise<StoredName> {
      const path = join(folder, "given");
      writeFileSync(path, content);
      const name = nameOf(content, kind);
      await at.store.put(name, path);
      return name;
    }

    const target = () => join(folder, "fetched");

    const failure = (work: Promise<unknown>): Promise<StoreError> =>
      work.then(
        () => {
          throw new Error("it succeeded");
        },
        (error) => {
          expect(error).toBeInstanceOf(StoreError);
          return error;
        },
      );

    it.each([
      ["an empty file", Buffer.alloc(0)],
      ["a short one", Buffer.from("short")],
      ["one of exactly one part", Buffer.alloc(partBytes, 7)],
      ["one of several parts", Buffer.alloc(2 * partBytes + 3, "abcdefg")],
    ])("returns the bytes that it was given: %s", async (_, content) => {
      const name = await put(content);
      await at.store.fetch(name, target());
      expect(readFileSync(target()).equals(content)).toBe(true);
      expect(readdirSync(folder).sort()).toEqual(["fetched", "given"]);
    });

    it("knows what it has, by kind, with sizes and times", async () => {
      const [a, b] = [await put("first"), await put("second file")];
      const manifest = await put("first", "manifests");
      expect(await at.store.has(a)).toBe(true);
      expect(await at.store.has(nameOf("third"))).toBe(false);
      const listed = await at.store.list("files");
      expect(listed.map(({ name, bytes }) => [name, bytes]).sort()).toEqual(
        [
          [a, 5],
          [b, 11],
        ].sort(),
      );
      for (const { modifiedAt } of listed)
        expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
      expect((await at.store.list("manifests")).map(({ name }) => name)).toEqual([manifest]);
      expect(await at.store.list("uploads")).toEqual([]);
    });

    it("removes files; ignores those that are gone", async () => {
      const [a, b] = [await put("first"), await put("second")];
      await at.store.remove([a, nameOf("never there")]);
      await at.store.remove([a]);
      expect((await at.store.list("files")).map(({ name }) => name)).toEqual([b]);
      expect(await failure(at.store.fetch(a, target()))).toMatchObject({ kind: "missing" });
      expect(existsSync(target())).toBe(false);
    });

    it("may be given what it has already", async () => {
      const name = await put("again");
      await put("again");
      await at.store.fetch(name, target());
      expect(readFileSync(target(), "utf8")).toBe("again");
    });

    it.each([
      ["small", "what it is named by"],
      ["of several parts", Buffer.alloc(partBytes + 1, 1)],
    ])(
      "refuses a file whose content is not what its name says, and keeps nothing of it: %s",
      async (_, content) => {
        const path = join(folder, "given");
        writeFileSync(path, content);
        const refused = await failure(at.store.put(nameOf("other"), path));
        expect(refused).toMatchObject({ kind: "damaged" });
        expect(await at.store.list("files")).toEqual([]);
        expect(await at.unfinished()).toBe(0);
      },
    );

    it.each([
      ["cut short", "what was sto"],
      ["of other bytes", "what was stOred"],
      ["longer", "what was stored and more"],
    ])("finds out that a stored file is %s, names it, and leaves nothing", async (_, content) => {
      const name = await put("what was stored");
      await at.overwrite(name, Buffer.from(content));
      const error = await failure(at.store.fetch(name, target()));
      expect(error.kind).toBe("damaged");
      expect(error.message).toContain(name);
      expect(readdirSync(folder)).toEqual(["given"]);
    });

    it("does not list what is unfinished, and removes it when it is old", async () => {
      const name = nameOf("begun");
      await at.leaveUnfinished(name);
      expect(await at.store.has(name)).toBe(false);
      expect(await at.store.list("files")).toEqual([]);
      // The test server states the year 2010 as the beginning of every upload.
      await at.store.removeUnfinished(new Date("2009-01-01"));
      expect(await at.unfinished()).toBe(1);
      await at.store.removeUnfinished(new Date(Date.now() + 60_000));
      expect(await at.unfinished()).toBe(0);
    });

    it("says what is missing when its place does not exist, and never makes it", async () => {
      const absent = at.absent();
      const path = join(folder, "given");
      writeFileSync(path, "x");
      for (const work of [
        () => absent.put(nameOf("x"), path),
        () => absent.fetch(nameOf("x"), target()),
        () => absent.list("files"),
      ]) {
        const { message } = await failure(work());
        expect(message).toMatch(/does not exist/);
        expect(message).toContain("PRIORART_SNAPSHOTS");
      }
      await absent.close();
    });

    it("ends with the reason of the signal", async () => {
      const signal = AbortSignal.abort(new Error("stopped by the test"));
      const path = join(folder, "given");
      writeFileSync(path, "x");
      const name = await put("x");
      await expect(at.store.put(nameOf("y"), path, { signal })).rejects.toThrow("stopped by the test");
      await expect(at.store.fetch(name, target(), { signal })).rejects.toThrow("stopped by the test");
      expect(existsSync(target())).toBe(false);
    });

    it("names the file of this machine that cannot be read or written", async () => {
      expect(await failure(at.store.put(nameOf("x"), join(folder, "none")))).toBeInstanceOf(StoreError);
      const name = await put("x");
      const error = await failure(at.store.fetch(name, join(folder, "no", "folder")));
      expect(error).toMatchObject({ kind: "local" });
      expect(error.message).toContain(join(folder, "no", "folder"));
    });
  });
});

describe.skipIf(!hasS3)("a bucket", () => {
  beforeAll(() => bucketStores.start());
  afterAll(() => bucketStores.stop());

  it("refuses keys that do not exist, and the message says which settings to check", async () => {
    const { store } = await bucketStores.open();
    await bucketStores.server().requireKeys(true);
    await expect(store.list("files")).rejects.toThrow(/InvalidAccessKeyId: check AWS_ACCESS_KEY_ID/);
    await bucketStores.server().requireKeys(false);
    expect(await store.list("files")).toEqual([]);
    await store.close();
  });
});
