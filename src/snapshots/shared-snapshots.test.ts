/** What servers with data directories of their own see of each other's snapshots, over every kind of store. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canStartS3 } from "../../scripts/test-s3.ts";
import { createDataDirectory } from "../corpus/data-directory.ts";
import { listSnapshots, type Manifest, readManifest } from "../corpus/manifest.ts";
import { manifestOf, openServers, type TestServers, type TestSharing } from "./server.case.ts";
import { createSharedSnapshots } from "./shared-snapshots.ts";
import type { StoredName } from "./store.ts";
import { storeKinds, type TestStore } from "./stores.case.ts";

const hasS3 = await canStartS3();
const hour = 3_600_000;

describe.each(storeKinds)("servers that share a store: $kind", (stores) => {
  describe.skipIf(stores.kind === "s3" && !hasS3)("that is started", () => {
    let at: TestStore;
    let servers: TestServers;
    let [a, b]: TestSharing[] = [];
    /** Ahead of the store's clock. */
    let ahead = 0;

    beforeAll(() => stores.start());
    afterAll(() => stores.stop());
    beforeEach(async () => {
      ahead = 0;
      at = await stores.open();
      servers = await openServers();
      const now = () => Date.now() + ahead;
      [a, b] = [servers.add(at.store, { now }), servers.add(at.store, { now })];
    });
    afterEach(async () => {
      await servers.close();
      await at.store.close();
    });

    const stored = async (kind: "files" | "manifests" | "uploads" | "damaged") =>
      (await at.store.list(kind)).map(({ name }) => name);
    const fileOf = (server: TestSharing, id: string, name: string): StoredName =>
      `files/${readManifest(server.directory, id).files![name]!.sha256}`;

    it("get each other's current snapshot, bit by bit", async () => {
      expect(await b!.shared.install()).toBeNull();
      await a!.publish("000001");
      expect(b!.current()).toBeNull();
      await b!.shared.install();
      expect(b!.current()).toBe("000001");
      for (const name of ["projects-000001.seg", "projects-000001.txt", "embedder-all.seg"])
        expect(readFileSync(join(b!.directory.segments, name))).toEqual(
          readFileSync(join(a!.directory.segments, name)),
        );
      expect(await stored("uploads")).toEqual([]);
      expect(readdirSync(b!.directory.root).sort()).toEqual(["segments", "snapshots", "transfer-lock.db"]);
    });

    it("store each file once", async () => {
      await a!.publish("000001");
      // Two of the projects and one of the embedder.
      expect(await stored("files")).toHaveLength(3);
      const written = await at.store.list("files");
      await a!.publish("000002", { embedder: readManifest(a!.directory, "000001").embedder });
      const again = await at.store.list("files");
      expect(again).toHaveLength(5);
      for (const file of written) expect(again).toContainEqual(file);
    });

    it("publish on from what another one published, and keep two to return to", async () => {
      await a!.publish("000001");
      await b!.shared.install();
      await b!.publish("000002");
      await a!.shared.install();
      await a!.publish("000003");
      await a!.publish("000004");
      await b!.shared.install();
      for (const server of [a!, b!]) {
        expect(server.current()).toBe("000004");
        expect(listSnapshots(server.directory)).toEqual(["000002", "000003", "000004"]);
      }
      // What is not current is copied when it becomes so, and what is not kept is deleted.
      expect(existsSync(join(b!.directory.segments, "projects-000003.seg"))).toBe(false);
      expect(existsSync(join(b!.directory.segments, "projects-000001.seg"))).toBe(false);
      expect((await servers.catalog.publishedSnapshots())?.kept.map(({ id }) => id)).toEqual([
        "000002",
        "000003",
        "000004",
      ]);
    });

    it("all return to the snapshot before, which need not be where it is asked for", async () => {
      await a!.publish("000001");
      await a!.publish("000002");
      expect(await b!.shared.rollBack()).toBe("000001");
      expect(b!.current()).toBe("000001");
      await a!.shared.install();
      expect(a!.current()).toBe("000001");
      await expect(b!.shared.rollBack()).rejects.toThrow("there is no previous snapshot to return to");
    });

    it("after a rollback keep what they returned to, and not what they left", async () => {
      for (const id of ["000001", "000002", "000003"]) await a!.publish(id);
      await a!.shared.rollBack();
      await a!.publish("000004");
      expect((await servers.catalog.publishedSnapshots())?.kept.map(({ id }) => id)).toEqual([
        "000001",
        "000002",
        "000004",
      ]);
      expect(await a!.shared.rollBack()).toBe("000002");
    });

    it("report to a publish that another one was first, and keep the other one's snapshot", async () => {
      await a!.publish("000001");
      await b!.shared.install();
      await a!.publish("000002");
      await expect(b!.publish("000002", { inputs: "other" })).rejects.toThrow(
        "another publish or rollback made another snapshot current meanwhile; 000002 was not activated: publish again",
      );
      expect(b!.current()).toBe("000001");
      await b!.shared.install();
      expect(readManifest(b!.directory, "000002").inputs).toBe("000002");
      expect(await stored("uploads")).toEqual([]);
    });

    it("report to a publish that a rollback happened meanwhile", async () => {
      await a!.publish("000001");
      await a!.publish("000002");
      await b!.shared.rollBack();
      await expect(a!.publish("000003")).rejects.toThrow(/^another publish or rollback/);
    });

    it("of two concurrent first publishes, one wins", async () => {
      const outcomes = await Promise.allSettled([
        a!.publish("000001"),
        b!.publish("000001", { inputs: "b" }),
      ]);
      const won = outcomes.filter(({ status }) => status === "fulfilled");
      expect(won.length).toBeLessThanOrEqual(1);
    });

    it("of one data directory keep each other's temporary files, also when one stops waiting", async () => {
      let isUploading = () => {};
      const uploading = new Promise<void>((resolve) => {
        isUploading = resolve;
      });
      let goOn = () => {};
      const going = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const put: typeof at.store.put = async (...given) => {
        isUploading();
        await going;
        await at.store.put(...given);
      };
      const slow = servers.add({ ...at.store, put });
      const publishing = slow.publish("000001");
      await uploading;
      const dataDir = slow.directory.root;
      const { catalog } = servers;
      const other = createSharedSnapshots({ dataDir, store: at.store, catalog });
      const signal = AbortSignal.abort(new Error("stopped"));
      await expect(other.publish(manifestOf("000001") as Manifest, { keep: 2, signal })).rejects.toThrow();
      expect(readdirSync(join(dataDir, "transfers"))).not.toEqual([]);
      goOn();
      await publishing;
      expect(slow.current()).toBe("000001");
      expect(existsSync(join(dataDir, "transfers"))).toBe(false);
    });

    it("do not mix with the snapshots of another database", async () => {
      await a!.publish("000001");
      const others = await openServers();
      const stranger = others.add(at.store);
      await expect(stranger.publish("000001")).rejects.toThrow(/holds snapshots of another database/);
      expect(await stored("manifests")).toHaveLength(1);
      await others.close();
    });

    it("keep what they have, and name the file, when one in the store is damaged or missing", async () => {
      await a!.publish("000001");
      await b!.shared.install();
      await a!.publish("000002");
      const name = fileOf(a!, "000002", "projects-000002.seg");
      await at.overwrite(name, Buffer.from("cut"));
      await expect(b!.shared.install()).rejects.toThrow(name);
      expect(b!.current()).toBe("000001");
      expect(listSnapshots(b!.directory)).toEqual(["000001"]);
      await at.store.remove([name]);
      await expect(b!.shared.install()).rejects.toThrow(/does not exist; publish again/);
      expect(b!.current()).toBe("000001");
      // The next publish, which has nothing else to do, stores it again.
      await a!.shared.publish(readManifest(a!.directory, "000002"), { keep: 2 });
      await b!.shared.install();
      expect(b!.current()).toBe("000002");
    });

    it("report a file of the right size and other bytes, which the next publish of any of them replaces", async () => {
      await a!.publish("000001");
      await a!.publish("000002");
      const name = fileOf(a!, "000002", "projects-000002.txt");
      for (const publisher of ["who has it", "who never had it"]) {
        await at.overwrite(name, Buffer.from("text 0f projects-000002.txt"));
        await expect(b!.shared.install()).rejects.toThrow(
          /is damaged or cut short .*publish again to replace it$/,
        );
        await expect(b!.shared.install()).rejects.toThrow(name);
        expect(b!.current()).toBeNull();
        expect(await stored("damaged")).toHaveLength(1);
        if (publisher === "who has it") {
          await a!.shared.publish(readManifest(a!.directory, "000002"), { keep: 2 });
          await b!.shared.install();
          expect(b!.current()).toBe("000002");
          for (const folder of ["segments", "snapshots"])
            rmSync(join(b!.directory.root, folder), { recursive: true });
          createDataDirectory(b!.directory.root);
        } else {
          expect(await b!.shared.prepare()).toMatchObject({ current: "000002", isInstalled: false });
          // Built from the same records, it has the same bytes, and so the same name.
          await b!.publish("000003", manifestOf("000002"));
        }
        expect(await stored("damaged")).toEqual([]);
      }
      const c = servers.add(at.store);
      await c.shared.install();
      expect(readFileSync(join(c.directory.segments, "projects-000002.txt"), "utf8")).toBe(
        "text of projects-000002.txt",
      );
    });

    it("report nothing that is only missing, and forget a report after a day", async () => {
      await a!.publish("000001");
      const name = fileOf(a!, "000001", "projects-000001.txt");
      await at.store.remove([name]);
      await expect(b!.shared.install()).rejects.toThrow(/does not exist/);
      expect(await stored("damaged")).toEqual([]);
      await a!.publish("000002");
      await at.overwrite(fileOf(a!, "000002", "projects-000002.txt"), Buffer.from("other"));
      await expect(b!.shared.install()).rejects.toThrow(/damaged/);
      ahead = 23 * hour;
      await a!.publish("000003");
      expect(await stored("damaged")).toHaveLength(1);
      ahead = 25 * hour;
      await a!.publish("000004");
      expect(await stored("damaged")).toEqual([]);
    });

    it("copy again only what an attempt that failed had not copied", async () => {
      await a!.publish("000001");
      const name = fileOf(a!, "000001", "embedder-all.seg");
      const read: string[] = [];
      const fetch: typeof at.store.fetch = (from, ...rest) => {
        read.push(from);
        return at.store.fetch(from, ...rest);
      };
      const counting = servers.add({ ...at.store, fetch });
      const transfers = join(counting.directory.root, "transfers");
      await at.overwrite(name, Buffer.from("cut"));
      await expect(counting.shared.install()).rejects.toThrow(name);
      const copied = readdirSync(transfers).filter((one) => one.includes("projects"));
      expect(copied).toHaveLength(2);
      // What was copied may have been damaged meanwhile.
      writeFileSync(join(transfers, copied[0]!), "damaged");
      writeFileSync(join(transfers, `${copied[1]}.begun.part`), "begun");
      await a!.shared.publish(readManifest(a!.directory, "000001"), { keep: 2 });
      read.length = 0;
      await counting.shared.install();
      expect(read.map((one) => one.split("/")[0]).sort()).toEqual(["files", "files", "manifests"]);
      expect(counting.current()).toBe("000001");
      for (const file of ["projects-000001.seg", "projects-000001.txt", "embedder-all.seg"])
        expect(readFileSync(join(counting.directory.segments, file))).toEqual(
          readFileSync(join(a!.directory.segments, file)),
        );
      expect(existsSync(transfers)).toBe(false);
    });

    it("publish again what the store has lost, also from another one", async () => {
      await a!.publish("000001");
      await at.store.remove([...(await stored("files")), ...(await stored("manifests"))]);
      expect(await b!.shared.prepare()).toMatchObject({ current: "000001", isInstalled: false });
      await b!.publish("000002");
      await a!.shared.install();
      expect(a!.current()).toBe("000002");
      expect(await a!.shared.prepare()).toMatchObject({ isInstalled: true });
    });

    it("replace a file of their own that is missing or cut short", async () => {
      await a!.publish("000001");
      await b!.shared.install();
      const path = join(b!.directory.segments, "projects-000001.txt");
      for (const harm of [() => rmSync(path), () => writeFileSync(path, "t")]) {
        harm();
        await b!.shared.install();
        expect(readFileSync(path, "utf8")).toBe("text of projects-000001.txt");
      }
    });

    it("of an older version keep their snapshot when a newer version publishes", async () => {
      await a!.publish("000001");
      await b!.shared.install();
      await a!.publish("000002", { format: 9 as 4 });
      await expect(b!.shared.install()).rejects.toThrow(
        "snapshot 000002 is in format 9, and this version of Prior Art serves 4 and 5: upgrade this server; until then it serves the snapshot before",
      );
      expect(b!.current()).toBe("000001");
    });

    it("of a newer version copy a snapshot of an earlier one for the next publish, and do not return to it", async () => {
      await a!.publish("000001", { format: 2 });
      await expect(b!.shared.install()).rejects.toThrow("snapshot 000001 is in format 2");
      expect(b!.current()).toBeNull();
      expect(await b!.shared.prepare()).toMatchObject({ current: "000001", isInstalled: true });
      await b!.publish("000002");
      await expect(b!.shared.rollBack()).rejects.toThrow(
        "snapshot 000001 is in format 2, and this version of Prior Art serves 4 and 5: publish again with this version",
      );
      expect(await a!.shared.published()).toMatchObject({ current: "000002" });
    });

    it("of an older version keep their snapshot when files of a newer format come under the same manifest", async () => {
      await a!.publish("000001");
      await b!.shared.install();
      const newer = { ...readManifest(a!.directory, "000001"), id: "000002", files: undefined };
      newer.projects = { ...newer.projects, file: "projects-newer" };
      const bytes = readFileSync(join(a!.directory.segments, "projects-000001.seg"));
      bytes.writeUInt32LE(9, 8);
      writeFileSync(join(a!.directory.segments, "projects-newer.seg"), bytes);
      writeFileSync(join(a!.directory.segments, "projects-newer.txt"), "");
      await a!.shared.publish(newer as Manifest, { keep: 2 });
      await expect(b!.shared.install()).rejects.toThrow(/cannot read .*format 9.*: upgrade this server/);
      expect(b!.current()).toBe("000001");
    });

    it("refuse to take another snapshot of the same number for their own", async () => {
      await b!.publish("000001").catch(() => {});
      const own = readManifest(b!.directory, "000001");
      await a!.shared.install();
      await a!.publish("000002");
      writeFileSync(join(b!.directory.snapshots, "000002.json"), JSON.stringify({ ...own, id: "000002" }));
      writeFileSync(b!.directory.current, "000002\n");
      await expect(b!.shared.install()).rejects.toThrow(
        /has a snapshot 000002 of its own.*delete the folders/,
      );
    });

    it("delete from the store what no kept snapshot needs, after an hour", async () => {
      await a!.publish("000001");
      const old = fileOf(a!, "000001", "projects-000001.seg");
      const common = fileOf(a!, "000001", "embedder-all.seg");
      for (const id of ["000002", "000003", "000004"]) await a!.publish(id);
      expect(await stored("files")).toContain(old);
      ahead = 2 * hour;
      await a!.publish("000005");
      const left = await stored("files");
      expect(left).not.toContain(old);
      expect(left).toContain(common);
      expect(await stored("manifests")).toHaveLength(3);
      await b!.shared.install();
      expect(b!.current()).toBe("000005");
      expect(a!.problems).toEqual([]);
    });

    it("delete nothing that a running upload names, and everything of one that ended a day ago", async () => {
      await a!.publish("000001");
      const orphan = join(a!.directory.root, "orphan");
      const digest = async (content: string) =>
        (await import("node:crypto")).createHash("sha256").update(content).digest("hex");
      writeFileSync(orphan, "uploaded, and not yet named by a manifest");
      const file: StoredName = `files/${await digest("uploaded, and not yet named by a manifest")}`;
      await at.store.put(file, orphan);
      const intent = JSON.stringify([file.slice(6)]);
      writeFileSync(orphan, intent);
      const upload: StoredName = `uploads/${await digest(intent)}`;
      await at.store.put(upload, orphan);
      ahead = 2 * hour;
      await a!.publish("000002");
      expect(await stored("files")).toContain(file);
      expect(await stored("uploads")).toEqual([upload]);
      ahead = 26 * hour;
      await a!.publish("000003");
      expect(await stored("files")).not.toContain(file);
      expect(await stored("uploads")).toEqual([]);
    });

    it("delete nothing when a manifest in the store cannot be read, and say so", async () => {
      await a!.publish("000001");
      await a!.publish("000002");
      const [other] = (await stored("manifests")).filter(
        (name) => !name.endsWith(String(readManifest(a!.directory, "000002").id)),
      );
      await at.overwrite(other!, Buffer.from("{}"));
      ahead = 2 * hour;
      const before = await stored("files");
      await a!.publish("000003");
      for (const name of before) expect(await stored("files")).toContain(name);
      expect(a!.problems.join()).toMatch(/is damaged or cut short/);
      expect(a!.current()).toBe("000003");
    });
  });
});
