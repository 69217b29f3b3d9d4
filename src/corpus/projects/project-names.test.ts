/** Projects by name, and those without a vector. */
import { describe, expect, it, onTestFinished } from "vitest";
import { bitsetBytes, hasBit, setRange } from "../../search/bitset.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { layScratch } from "../../search/kernels/scratch.ts";
import { nameKey } from "../../search/lookup/name-key.ts";
import { readSections } from "../../search/segment/section-file.ts";
import { fakeEmbed, type OpenIndex, openIndex, projectOf } from "./project-index.case.ts";
import { ProjectIndex } from "./project-index.ts";
import { type ProjectSegmentMeta, projectSegmentKind } from "./project-layout.ts";

function open(...given: Parameters<typeof openIndex>): OpenIndex {
  const opened = openIndex(...given);
  onTestFinished(() => opened.dispose());
  return opened;
}

/** As if the segment had been written before it had these sections. */
function openWithout({ path, meta }: OpenIndex, prefixes: readonly string[]): ProjectIndex {
  const arena = new Arena(1 << 20);
  const loaded = readSections<ProjectSegmentMeta>(`${path}.seg`, projectSegmentKind, arena);
  const isKept = (name: string) => !prefixes.some((prefix) => name.startsWith(`${prefix}.`));
  const arrays = Object.fromEntries(Object.entries(loaded.arrays).filter(([name]) => isKept(name)));
  const live = new Uint8Array(bitsetBytes(meta.projects));
  setRange(live, 0, meta.projects);
  const index = new ProjectIndex({ ...loaded, arrays }, `${path}.txt`, {
    arena,
    scratch: layScratch(arena),
    live,
  });
  onTestFinished(() => index.close());
  return index;
}

/** Rows are in the order of the slugs. */
const projects = [
  projectOf({ slug: "a-pay", name: "Solar Ledger" }),
  projectOf({ slug: "b-ledger", name: "solar-ledger" }),
  projectOf({ slug: "c-solar", name: "Solar Ladder" }),
  projectOf({ slug: "d-other", name: "Unrelated" }),
  projectOf({ slug: "solar-ledger", name: "Z" }),
];

describe("projects by name", () => {
  const sections = [["none"], ["nameKeys"]] as const;

  it.each(sections)("are those whose name or slug has the key, ascending (without section %s)", (without) => {
    const index = openWithout(open(projects), [without]);
    expect(index.named(nameKey("Solar Ledger"))).toEqual([0, 1, 4]);
    expect(index.named(nameKey("d-other"))).toEqual([3]);
    expect(index.named(nameKey("unknown"))).toEqual([]);
    expect(index.named("")).toEqual([]);
  });

  it("are a thousand at most, also nearly typed", () => {
    const many = Array.from({ length: 1_100 }, (_, i) => projectOf({ slug: `p-${i}`, name: "Untitled" }));
    const { index } = open(many);
    expect(index.named(nameKey("Untitled"))).toHaveLength(1_000);
    expect(index.nearlyNamed(nameKey("Untitledd"))).toHaveLength(1_000);
  });

  it("include withdrawn ones", () => {
    const { index } = open(projects);
    index.withdraw("b-ledger");
    expect(index.named(nameKey("Solar Ledger"))).toEqual([0, 1, 4]);
  });

  it.each(sections)(
    "are also found by a name nearly typed, nearest first (without section %s)",
    (without) => {
      const index = openWithout(open(projects), [without]);
      expect(index.nearlyNamed(nameKey("solar lader"))).toEqual([2, 0, 1]);
      expect(index.nearlyNamed(nameKey("Solar Ledger"))).toEqual([2]);
      expect(index.nearlyNamed(nameKey("solar lader"), 1)).toEqual([2]);
      expect(index.nearlyNamed(nameKey("Unrelaten"))).toEqual([3]);
      expect(index.nearlyNamed(nameKey("nothing like it"))).toEqual([]);
    },
  );

  it("are none in a segment that was written before names were indexed", () => {
    const index = openWithout(open(projects), ["names", "nameKeys", "nameDeletes"]);
    expect(index.named(nameKey("Solar Ledger"))).toEqual([]);
    expect(index.nearlyNamed(nameKey("solar lader"))).toEqual([]);
    expect(index.find("a-pay")).toBe(0);
  });
});

it("finds, of the given rows, the projects without a vector", () => {
  const vectors = projects.map(({ slug }, i) => (i === 1 || i === 3 ? null : fakeEmbed(slug)));
  const { index, meta } = open(projects, { vectors });
  expect(meta.missingVectors).toBe(2);
  const rows = index.liveRows();
  const bits = (set: Uint8Array) => projects.map((_, row) => hasBit(set, row));
  expect(bits(index.withoutVector(rows))).toEqual([false, true, false, true, false]);
  expect(bits(rows)).toEqual([true, true, true, true, true]);
  rows.fill(0);
  setRange(rows, 2, 5);
  expect(bits(index.withoutVector(rows))).toEqual([false, false, false, true, false]);
});

it("the index has the hackathons and clusters of the catalog, those without projects too", () => {
  const hackathon = {
    slug: "winter",
    name: "Winter",
    startDate: "2024-01-01",
    tracks: [{ slug: "t", name: "T" }],
    labels: [{ slug: "l", name: "L" }],
  };
  const cluster = { key: "v1-c1", label: "One", summary: "All of it.", representatives: ["a-pay"] };
  const { index } = open(projects, {
    hackathons: [hackathon],
    clustering: { clusters: [cluster], clusterOf: new Map() },
  });
  expect([...index.hackathons]).toEqual([["winter", hackathon]]);
  expect([...index.clusters]).toEqual([["v1-c1", cluster]]);
});
