import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { databaseAt } from "../database/database-at.case.ts";
import { type Catalog, openCatalog } from "./catalog.ts";
import type { PublishedSnapshots } from "./published-snapshots.ts";

let folder: string;
let catalogs: Catalog[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "priorart-published-"));
  // As two servers have it.
  catalogs = [await openAgain(), await openAgain()];
});
afterEach(async () => {
  for (const catalog of catalogs) await catalog.close();
  rmSync(folder, { recursive: true });
});

const openAgain = () => openCatalog(databaseAt(join(folder, "catalog.db")));

const published = (...ids: string[]): PublishedSnapshots => ({
  owner: "owner",
  current: ids.at(-1)!,
  kept: ids.map((id) => ({ id, manifest: `digest-${id}`, publishedAt: "2026-01-02T03:04:05.000Z" })),
});

it("snapshots are replaced only by those who know the present ones", async () => {
  const [one, other] = catalogs as [Catalog, Catalog];
  expect(await one.publishedSnapshots()).toBeNull();
  expect(await one.swapPublishedSnapshots(published("000001"), published("000002"))).toBe(false);
  expect(await one.swapPublishedSnapshots(null, published("000001"))).toBe(true);
  expect(await other.publishedSnapshots()).toEqual(published("000001"));
  expect(await other.swapPublishedSnapshots(null, published("000009"))).toBe(false);
  const present = await other.publishedSnapshots();
  expect(await other.swapPublishedSnapshots(present, published("000001", "000002"))).toBe(true);
  expect(await one.swapPublishedSnapshots(present, published("000001", "000003"))).toBe(false);
  expect(await one.publishedSnapshots()).toEqual(published("000001", "000002"));
});

it("of many swaps from the same snapshots, one succeeds", async () => {
  const swaps = Array.from({ length: 12 }, (_, i) =>
    catalogs[i % 2]!.swapPublishedSnapshots(null, published(String(i).padStart(6, "0"))),
  );
  expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1);
});

it("publishing leaves the change counter as it is: records did not change", async () => {
  const before = await catalogs[0]!.changeCounter();
  await catalogs[0]!.swapPublishedSnapshots(null, published("000001"));
  expect(await catalogs[0]!.changeCounter()).toBe(before);
});
