import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../search/segment/temp-folder.case.ts";
import { clusterProjects } from "./cluster-projects.ts";
import { inputOf, projectOf, runIn, upTo, vectorOf } from "./clusters.case.ts";
import { readClusters } from "./clusters-file.ts";

let segments: string;
beforeEach(() => {
  segments = tempFolder();
});

const cluster = (...given: Parameters<typeof inputOf>) => clusterProjects(runIn(segments), inputOf(...given));
/** Slugs that share a cluster, as sorted lists. */
const groupsOf = ({ clustering }: Awaited<ReturnType<typeof cluster>>) => {
  const groups = new Map<string, string[]>();
  for (const [slug, key] of clustering.clusterOf) groups.set(key, [...(groups.get(key) ?? []), slug]);
  return groups;
};

describe("few projects", () => {
  it.each([0, 1, 2, 3])("%i projects are in no cluster, and there is no file", async (count) => {
    const made = await cluster(upTo(count));
    expect(made).toMatchObject({ file: null, generation: 0 });
    expect(made.clustering.clusters).toEqual([]);
    expect(made.clustering.clusterOf.size).toBe(0);
    expect(readdirSync(segments)).toEqual([]);
  });

  it.each([4, 10])("%i projects are all in clusters, each with a label and a summary", async (count) => {
    const { clustering, generation } = await cluster(upTo(count));
    expect(generation).toBe(1);
    expect(clustering.clusterOf.size).toBe(count);
    for (const { key, label, summary } of clustering.clusters) {
      expect(key).toMatch(/^v1-c\d+$/);
      expect(label.split(" ").length).toBeGreaterThanOrEqual(2);
      expect(summary).toMatch(/\.$/);
    }
  });

  it("projects without any vector are in none; identical vectors are one cluster", async () => {
    const nothing = await cluster(upTo(20), { vectors: new Array(20).fill(null) });
    expect(nothing).toMatchObject({ file: null, generation: 0 });
    const same = await cluster(upTo(20), { vectors: new Array(20).fill(vectorOf(0)) });
    expect(same.clustering.clusters.map(({ key }) => key)).toEqual(["v1-c1"]);
    expect(same.clustering.clusterOf.size).toBe(20);
  });

  it("a project with a meaningless name is not an error", async () => {
    const projects = upTo(12).map((n) =>
      projectOf(n, { name: "?", oneLiner: null, description: null, tags: null }),
    );
    const { clustering } = await cluster(upTo(12), { projects });
    const labels = clustering.clusters.map(({ label }) => label);
    expect(labels[0]).toBe("Miscellaneous Projects");
    expect(new Set(labels).size).toBe(labels.length);
    expect(clustering.clusters[0]!.summary).toContain("no common theme");
  });
});

describe("a generation", () => {
  it("groups by subject, with labels and summaries that name purpose, audience, tools, winners and first event", async () => {
    const made = await cluster(upTo(60));
    const subject = (slug: string) => Number(slug.slice(8)) % 3;
    for (const slugs of groupsOf(made).values()) expect(new Set(slugs.map(subject)).size).toBe(1);
    const farming = made.clustering.clusters.find(
      ({ representatives }) => subject(representatives[0]!) === 0,
    )!;
    expect(farming.representatives.length).toBeLessThanOrEqual(8);
    expect(farming.label).toMatch(/Carbon Credits|Soil Sensors|Crop Insurance|Water Rights/);
    expect(farming.summary).toMatch(
      /Teams here work on .*(carbon credits|soil sensors|crop insurance|water rights)/,
    );
    expect(farming.summary).toContain("They build for smallholder farmers.");
    expect(farming.summary).toContain("A frequent building block is LoRaWAN.");
    expect(farming.summary).toMatch(/When published it held \d+ projects, .* prize winners?/);
    expect(farming.summary).toContain("the earliest entered Spring Jam in April 2024.");
  });

  it("is byte-for-byte reproducible", async () => {
    const one = await cluster(upTo(40));
    const first = readFileSync(join(segments, `${one.file}.seg`));
    segments = tempFolder();
    const other = await cluster(upTo(40));
    expect(other).toEqual(one);
    expect(readFileSync(join(segments, `${other.file}.seg`)).equals(first)).toBe(true);
  });

  it("reuses its complete file after an interruption, and rebuilds a damaged one", async () => {
    const { file } = await cluster(upTo(40));
    const path = join(segments, `${file}.seg`);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 300));
    expect((await cluster(upTo(40))).file).toBe(file);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it("can be stopped, and leaves no files behind", async () => {
    const stopping = new AbortController();
    const run = runIn(segments, {
      signal: stopping.signal,
      report: () => stopping.abort(new Error("stop")),
    });
    await expect(clusterProjects(run, inputOf(upTo(40)))).rejects.toThrow("stop");
    expect(readdirSync(segments)).toEqual([]);
  });
});

describe("the next publish", () => {
  it("keeps the file when nothing about projects changed", async () => {
    const first = await cluster(upTo(40));
    const second = await cluster(upTo(40), { previous: first.file });
    expect(second).toEqual(first);
  });

  it("keeps keys, labels and assignments, and assigns new projects to the nearest cluster", async () => {
    const first = await cluster(upTo(40));
    const second = await cluster(upTo(60), { previous: first.file });
    expect(second).toMatchObject({ generation: 1 });
    expect(second.file).not.toBe(first.file);
    const labels = (made: typeof first) =>
      made.clustering.clusters.map(({ key, label }) => `${key} ${label}`);
    expect(labels(second)).toEqual(labels(first));
    for (const [slug, key] of first.clustering.clusterOf)
      expect(second.clustering.clusterOf.get(slug)).toBe(key);
    for (const slugs of groupsOf(second).values())
      expect(new Set(slugs.map((slug) => Number(slug.slice(8)) % 3)).size).toBe(1);
  });

  it("moves a project whose words and vector changed, not one whose vector alone did", async () => {
    const first = await cluster(upTo(40));
    const keyOf = (n: number) => first.clustering.clusterOf.get(`project-${n}`)!;
    const vectors = upTo(40).map((n) => vectorOf(n === 6 || n === 9 ? n + 1 : n));
    const projects = upTo(40).map((n) => projectOf(n, n === 6 ? { description: "Something else now" } : {}));
    const second = await cluster(upTo(40), { previous: first.file, vectors, projects });
    expect(second.clustering.clusterOf.get("project-6")).toBe(keyOf(7));
    expect(second.clustering.clusterOf.get("project-9")).toBe(keyOf(9));
  });

  it("with another embedder rebuilds the centres from the members and keeps keys and assignments", async () => {
    const first = await cluster(upTo(40));
    const vectors = upTo(60).map((n) => vectorOf(n, 1));
    const second = await cluster(upTo(60), { previous: first.file, embedder: "fitted:two", vectors });
    expect(second.generation).toBe(1);
    for (const [slug, key] of first.clustering.clusterOf)
      expect(second.clustering.clusterOf.get(slug)).toBe(key);
    for (const slugs of groupsOf(second).values())
      expect(new Set(slugs.map((slug) => Number(slug.slice(8)) % 3)).size).toBe(1);
    expect(readClusters(segments, second.file!).embedder).toMatch(/^fitted:two, categories /);
  });

  it("does not show a cluster without members, and never reuses its key", async () => {
    const first = await cluster(upTo(40));
    const gone = first.clustering.clusters[0]!;
    const left = upTo(40).filter((n) => first.clustering.clusterOf.get(`project-${n}`) !== gone.key);
    const second = await cluster(left, { previous: first.file });
    expect(second.clustering.clusters.map(({ key }) => key)).not.toContain(gone.key);
    const third = await cluster(upTo(40), { previous: second.file });
    expect(third.clustering.clusters.find(({ key }) => key === gone.key)).toMatchObject({
      label: gone.label,
    });
  });

  it("keeps the generation referenced while no project has a vector", async () => {
    const first = await cluster(upTo(40));
    const second = await cluster([], { previous: first.file });
    expect(second).toMatchObject({ file: first.file, generation: 1 });
    expect(second.clustering.clusters).toEqual([]);
  });

  it("creates a new generation on request, and when no former member is left", async () => {
    const first = await cluster(upTo(40));
    const asked = await cluster(upTo(40), { previous: first.file, recluster: true });
    expect(asked.generation).toBe(2);
    expect(asked.clustering.clusters.every(({ key }) => key.startsWith("v2-c"))).toBe(true);
    const others = upTo(90).slice(45);
    expect((await cluster(others, { previous: asked.file })).generation).toBe(3);
  });
});
