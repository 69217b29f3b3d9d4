import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { builtWithKinds } from "../../contract/api/built-with.ts";
import { projectDetailsSchema } from "../../contract/api/project.ts";
import { builtWithRecordSchema } from "../../contract/records/built-with-record.ts";
import { bitsetBytes, hasBit } from "../../search/bitset.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { readSections } from "../../search/segment/section-file.ts";
import { projectFacet } from "./project-facets.ts";
import { type ProjectSelection, selectProjects } from "./project-filter.ts";
import {
  hackathonsOf,
  importedAt,
  type OpenIndex,
  openIndex,
  projectOf,
  taxonomy,
} from "./project-index.case.ts";
import { projectSegmentKind, tagKinds } from "./project-layout.ts";
import { randomProjects } from "./random-projects.case.ts";
import { type SettledProject, settleProject } from "./settled-project.ts";

const opened: OpenIndex[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

function open(...given: Parameters<typeof openIndex>): OpenIndex {
  const one = openIndex(...given);
  opened.push(one);
  return one;
}

const slugsOf = ({ index }: OpenIndex) => Array.from({ length: index.count }, (_, row) => index.slug(row));

describe("rows", () => {
  it("are ordered newest first: start date, unknown last, then creation, then slug", () => {
    const at = (slug: string, startDate: string | null, createdAt: string) =>
      projectOf({ slug, hackathon: { slug: `h-${startDate?.slice(0, 4) ?? "none"}`, startDate }, createdAt });
    const one = open([
      at("undated", null, "2026-01-01"),
      at("old", "2023-01-01", "2023-01-02"),
      at("b", "2024-01-01", "2024-01-03"),
      at("a", "2024-01-01", "2024-01-03"),
      at("first", "2024-01-01", "2024-01-03T00:00:01Z"),
    ]);
    expect(slugsOf(one)).toEqual(["first", "a", "b", "old", "undated"]);
  });

  it("are found by slug with any characters, and not once withdrawn", () => {
    const slugs = ["plain", "a.b~c'd!e:f(g)_h", "区块链", "-"];
    const { index } = open(slugs.map((slug) => projectOf({ slug })));
    for (const slug of slugs) expect(index.slug(index.find(slug))).toBe(slug);
    expect(index.find("unknown")).toBe(-1);
    expect(index.find("")).toBe(-1);
    index.withdraw("plain");
    index.withdraw("unknown");
    expect(index.find("plain")).toBe(-1);
    expect(index.find("-")).toBeGreaterThanOrEqual(0);
  });
});

describe("records", () => {
  const evidenceSummaries = {
    repoSummary: {
      text: "What the code does.",
      truncated: false,
      sourceRevision: "abc",
      sourceCapturedAt: "2025-03-04",
      sourceInferred: false,
      extractorVersion: "1",
    },
  };
  const languages = Array.from({ length: 12 }, (_, i) => ({
    name: `Tool${i}`,
    version: "1.0",
    confidence: 0.9,
    evidence: "a file",
  }));
  const builtWith = builtWithRecordSchema.parse({
    languages,
    chains: [{ name: "Base", network: "testnet" }],
  });
  const record = {
    name: "Öl 😀",
    description: "Text 文.",
    builtWith,
    evidenceSummaries,
    createdAt: "2025-01-01",
  };

  it("yield details that fit the contract, with the dates of the evidence", () => {
    const { index } = open([projectOf({ slug: "one", ...record })]);
    const details = projectDetailsSchema.parse(index.details(0));
    expect(details).toMatchObject({ slug: "one", name: "Öl 😀", description: "Text 文.", isWinner: false });
    expect(details.evidenceSummaries).toMatchObject({
      repoSummary: {
        sourceCapturedAt: "2025-03-04T00:00:00.000Z",
        capturedAt: "2025-03-04T00:00:00.000Z",
        generatedAt: null,
        indexedAt: importedAt,
      },
      pitchSummary: null,
      demoSummary: null,
    });
  });

  it("show only tool names unless the code is known to be public", () => {
    const one = open([
      projectOf({ slug: "closed", ...record, links: { repoPublic: false } }),
      projectOf({ slug: "unknown", ...record }),
      projectOf({ slug: "public", ...record, links: { repoPublic: true } }),
    ]);
    const tools = (slug: string) => one.index.details(one.index.find(slug)).builtWith!;
    for (const slug of ["closed", "unknown"]) {
      expect(tools(slug).languages[0]).toEqual({ name: "Tool0" });
      expect(tools(slug).chains).toEqual([{ name: "Base" }]);
    }
    expect(tools("public").languages).toEqual(languages);
    expect(tools("public").chains).toEqual([{ name: "Base", network: "testnet" }]);
  });

  it("list at most ten names per kind in results", () => {
    const { index } = open([projectOf({ slug: "one", ...record })]);
    const shown = index.record(0).builtWith!;
    expect(shown.languages).toEqual(languages.slice(0, 10).map(({ name }) => name));
    expect(shown.standards).toEqual([]);
  });

  it("come with the text to quote from: description, then summaries", () => {
    const { index } = open([projectOf({ slug: "one", ...record })]);
    expect(index.result(0).text).toBe("Text 文.\n\nWhat the code does.");
    expect(index.result(0).record).toEqual(index.record(0));
  });
});

describe("the segment", () => {
  it("is byte-for-byte reproducible", () => {
    const [one, two] = [1, 2].map(() => open(randomProjects(300, 5)).path);
    for (const ending of ["seg", "txt"]) {
      const bytes = readFileSync(`${one}.${ending}`);
      expect(bytes.length).toBeGreaterThan(0);
      expect(bytes.equals(readFileSync(`${two}.${ending}`))).toBe(true);
    }
  });

  it("works when empty, and without an embedder", () => {
    const empty = open([]);
    expect(empty.index.count).toBe(0);
    expect(projectFacet(empty.index, empty.index.liveRows(), { column: "hackathons" })).toEqual([]);
    const plain = open([projectOf({ slug: "one" })], { vectors: [null], dimensions: 0 });
    expect(plain.meta.missingVectors).toBe(1);
  });

  it("counts categories that are not in the taxonomy", () => {
    const categories = { primaryKey: "never-was", confidence: "high" as const };
    const { meta, index } = open([projectOf({ slug: "one", categories })]);
    expect(meta.unknownCategories).toBe(1);
    expect(index.record(0).categories).toBeNull();
  });

  it("contains the clusters passed by publish", () => {
    const cluster = { key: "v1-c7", label: "Payments" };
    const { index } = open([projectOf({ slug: "one" }), projectOf({ slug: "two" })], {
      clustering: {
        clusters: [{ ...cluster, summary: "Paying.", representatives: ["two"] }],
        clusterOf: new Map([["two", cluster.key]]),
      },
    });
    expect(index.record(index.find("two")).cluster).toEqual(cluster);
    expect(index.details(index.find("one")).cluster).toBeNull();
    expect(index.columns.clusters.rowCount("v1-c7")).toBe(1);
  });

  it("is refused by name when it is damaged", () => {
    const { path } = open(randomProjects(20, 1));
    const bytes = readFileSync(`${path}.seg`);
    const middle = bytes.length >> 1;
    for (let i = middle; i < middle + 64; i++) bytes[i]! ^= 1;
    writeFileSync(`${path}.seg`, bytes);
    expect(() => readSections(`${path}.seg`, projectSegmentKind, new Arena(1 << 20))).toThrow(`${path}.seg`);
  });
});

describe("filters and facets against loops over the records", () => {
  const projects = randomProjects(400, 9);
  const surroundings = {
    hackathons: new Map(hackathonsOf(projects).map((hackathon) => [hackathon.slug, hackathon])),
    taxonomy,
    clusters: new Map(),
  };
  const settled = new Map(projects.map((p) => [p.slug, settleProject(p, surroundings, () => {})]));

  const keysOf: Record<string, (project: SettledProject) => (string | null | undefined)[]> = {
    hackathons: (p) => [p.hackathon.slug],
    trackKeys: (p) => p.tracks.map((track) => track.key),
    labelKeys: (p) => p.labels.map((label) => label.key),
    prizeTypes: (p) => [p.prize?.type],
    acceleratorBatchKeys: (p) => [p.accelerator?.batchKey],
    ...Object.fromEntries(tagKinds.map((kind) => [kind, (p: SettledProject) => p.tags?.[kind] ?? []])),
  };

  function passes(project: SettledProject, selection: ProjectSelection): boolean {
    const any = (wanted: readonly string[] | undefined, held: readonly (string | null | undefined)[]) =>
      !wanted || wanted.some((key) => held.includes(key));
    const { categories, record, prize } = project;
    const lists = Object.entries(keysOf).every(([name, keys]) =>
      any(selection[name as keyof ProjectSelection] as string[] | undefined, keys(project)),
    );
    const second = selection.includeSecondaryCategories ? [categories?.secondaryKey] : [];
    const tools = builtWithKinds.every((kind) =>
      any(
        selection.builtWith?.[kind]?.map((name) => name.trim().toLowerCase()),
        record.builtWith?.[kind].map(({ name }) => name.trim().toLowerCase()) ?? [],
      ),
    );
    const mentions = selection.includeHonorableMentions ? ["honorable_mention"] : [];
    const awards: (string | null)[] = ["winner", ...mentions];
    return (
      lists &&
      tools &&
      any(selection.categoryKeys, [categories?.primaryKey, ...second]) &&
      (!selection.prizePlacements || selection.prizePlacements.includes(prize?.placement ?? -1)) &&
      (!selection.winnersOnly || awards.includes(project.award)) &&
      (!selection.acceleratorOnly || project.accelerator !== null) &&
      (selection.isUniversityProject === undefined ||
        selection.isUniversityProject === (record.isUniversityProject ?? false)) &&
      (selection.isSolanaMobile === undefined ||
        selection.isSolanaMobile === (record.isSolanaMobile ?? false))
    );
  }

  const some = (values: readonly string[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...values, "unknown"), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
      freq: 2,
    });
  const words = ["wallet", "escrow", "market", "grid", "relay"];
  const flag = fc.option(fc.boolean(), { nil: undefined, freq: 2 });
  const everyFilter: fc.Arbitrary<ProjectSelection> = fc.record(
    {
      hackathons: some(["spring-2023", "open-week", "unaffiliated"]),
      trackKeys: some(["spring-2023/payments", "summer-2024/open-data"]),
      labelKeys: some(["label:spring-2023/agents"]),
      prizeTypes: some(["GRAND_PRIZE", "HONORABLE_MENTION"]),
      prizePlacements: fc.constantFrom([1], [2, 3], [99]),
      acceleratorBatchKeys: some(["accelerator/one"]),
      acceleratorOnly: flag,
      winnersOnly: flag,
      includeHonorableMentions: flag,
      isUniversityProject: flag,
      isSolanaMobile: flag,
      categoryKeys: some(taxonomy.categories.map(({ key }) => key)),
      includeSecondaryCategories: flag,
      techStack: some(words),
      problemTags: some(words),
      targetUsers: some(words),
      builtWith: fc.constantFrom(
        { languages: [" RUST"] },
        { languages: ["rust"], services: ["react", "anchor"] },
      ),
    },
    { requiredKeys: [] },
  );

  /** With more than a few filters, too few projects are left to detect a fault. */
  const selection = fc
    .tuple(everyFilter, fc.uniqueArray(fc.nat(99), { maxLength: 3 }))
    .map(
      ([{ includeSecondaryCategories, includeHonorableMentions, ...filters }, places]): ProjectSelection => {
        const given = Object.entries(filters);
        const kept = given.filter((_, i) => places.some((place) => place % given.length === i));
        return { ...Object.fromEntries(kept), includeSecondaryCategories, includeHonorableMentions };
      },
    );

  it("agree for any filters, and count nothing that was withdrawn", () => {
    const { index } = open(projects);
    const withdrawn = new Set(projects.filter((_, i) => i % 11 === 0).map(({ slug }) => slug));
    for (const slug of withdrawn) index.withdraw(slug);
    fc.assert(
      fc.property(selection, (wanted) => {
        const rows = new Uint8Array(bitsetBytes(index.count));
        selectProjects(index, wanted, rows);
        const counts = new Map<string, number>();
        for (let row = 0; row < index.count; row++) {
          const project = settled.get(index.slug(row))!;
          const expected = !withdrawn.has(project.slug) && passes(project, wanted);
          expect(hasBit(rows, row)).toBe(expected);
          for (const { key } of expected ? project.tracks : []) counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        const tracks = projectFacet(index, rows, { column: "tracks", samples: 3 });
        expect(new Map(tracks.map(({ key, count }) => [key, count]))).toEqual(counts);
        for (const { key, sampleProjectSlugs } of tracks) {
          expect(sampleProjectSlugs.length).toBeGreaterThan(0);
          for (const slug of sampleProjectSlugs)
            expect(settled.get(slug)!.tracks.map((track) => track.key)).toContain(key);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("return the same counts for all projects each time, and recount once one is withdrawn", () => {
    const { index } = open(projects);
    const countTracks = (withdrawn: string | null) => {
      const counts = new Map<string, number>();
      for (const { slug } of projects)
        for (const { key } of slug === withdrawn ? [] : settled.get(slug)!.tracks)
          counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts;
    };
    const facet = (topK?: number) => projectFacet(index, index.liveRows(), { column: "tracks", topK });
    const counted = () => new Map(facet().map(({ key, count }) => [key, count]));
    expect(counted()).toEqual(countTracks(null));
    expect(counted()).toEqual(countTracks(null));
    expect(facet(2)).toEqual(facet().slice(0, 2));
    const gone = projects.find(({ slug }) => settled.get(slug)!.tracks.length > 0)!.slug;
    index.withdraw(gone);
    expect(counted()).toEqual(countTracks(gone));
  });
});
