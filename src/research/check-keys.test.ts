import { expect, it, onTestFinished } from "vitest";
import { projectOf, taxonomy } from "../corpus/projects/project-index.case.ts";
import { checkCategoryKeys, checkTrackKeys } from "./check-keys.ts";
import { contextOf } from "./demo-context.case.ts";

function open() {
  const hackathon = { name: "H", startDate: null };
  const context = contextOf([projectOf({ slug: "a", hackathon: { slug: "used" }, tracks: ["AI"] })], {
    hackathons: [
      { ...hackathon, slug: "used", tracks: [], labels: [] },
      { ...hackathon, slug: "declared", tracks: [{ slug: "ai", name: "AI" }], labels: [] },
      { ...hackathon, slug: "labelled", tracks: [], labels: [{ slug: "tools", name: "Tools" }] },
      { ...hackathon, slug: "bare", tracks: [], labels: [] },
    ],
  });
  onTestFinished(() => context.dispose());
  return context.snapshot;
}

it("a category key is refused where the taxonomy lacks it", () => {
  const snapshot = open();
  const known = taxonomy.categories[0]!.key;
  expect(() => checkCategoryKeys(undefined, "f", snapshot)).not.toThrow();
  expect(() => checkCategoryKeys([known, taxonomy.other.key], "f", snapshot)).not.toThrow();
  expect(() => checkCategoryKeys([known, "none"], "filters.categoryKeys", snapshot)).toThrow(
    `filters.categoryKeys: "none" is not a category; use the keys of GET /categories (taxonomy ${taxonomy.version})`,
  );
});

it("a track key is refused where its hackathon has no prize tracks, with what to use instead", () => {
  const snapshot = open();
  const check = (...keys: string[]) => checkTrackKeys(keys, "trackKeys", snapshot);
  expect(() => checkTrackKeys(undefined, "trackKeys", snapshot)).not.toThrow();
  expect(() => check("used/none", "declared/none", "unknown/ai")).not.toThrow();
  expect(() => check("declared/ai", "bare/ai")).toThrow(
    expect.objectContaining({
      code: "INVALID_QUERY",
      message: 'trackKeys: "bare" has no prize tracks; use hackathons instead',
    }),
  );
  expect(() => check("labelled/ai")).toThrow(
    '"labelled" has no prize tracks; use hackathons or labelKeys instead',
  );
});
