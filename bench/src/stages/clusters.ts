/** Quality of clusters: against the demo's intended groups and given tags, compared with raw tf-idf and chance. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SegmentProject } from "../../../src/corpus/projects/project-input.ts";
import type { ClusteredProjects } from "../../../src/publish/clusters/cluster-projects.ts";
import { seededRandom } from "../measure/random.ts";
import { loadBuilt } from "../product/dist.ts";
import { openSnapshot } from "../product/snapshot.ts";
import { coherence, type ItemLabels, normalisedMutualInformation, termItems } from "../quality/partition.ts";
import { tfIdf, tfIdfKMeans } from "../quality/tf-idf-k-means.ts";

export interface ClustersInput {
  work: string;
  /** Published data directories; null: missing. */
  data: string | null;
  demo: string | null;
}

/** Of one grouping method. */
export interface Standing {
  /** With the categories given by hand; null where there are none. */
  categories: number | null;
  /** With the tags of technologies. */
  tags: number | null;
  /** Mean NPMI of the ten most distinctive terms of each group, and of the words of its label. */
  terms: number;
  labels: number;
}

export interface Grouped {
  projects: number;
  clusters: number;
  seconds: number;
  ours: Standing;
  tfIdf: Standing;
  chance: Standing;
}

/** k-means with this many clusters, on the vectors and on the centred vectors. */
export interface CountTried {
  clusters: number;
  raw: TriedStanding;
  centred: TriedStanding;
}

export interface TriedStanding {
  silhouette: number;
  /** Agreement of two runs with different seeds. */
  stability: number;
  /** With the tags of technologies. */
  agreement: number;
  /** The greatest cluster's share. */
  greatest: number;
}

export interface ClustersResult {
  counts: CountTried[];
  corpus: Grouped | null;
  demo: Grouped | null;
}

/** Tags with fewer projects say nothing about groups. */
const minTagged = 20;
const termsPerGroup = 10;

export async function measureClusters({ work, data, demo }: ClustersInput): Promise<ClustersResult> {
  return {
    counts: data ? await tryCounts(data) : [],
    corpus: data ? await measure(data, work) : null,
    demo: demo ? await measure(demo, work) : null,
  };
}

async function measure(data: string, work: string): Promise<Grouped> {
  const { projects, vectors, terms, hackathons } = await readProjects(data);
  const enriched = await withDerivedTags(projects);
  const step = await loadBuilt<typeof import("../../../src/publish/clusters/cluster-projects.ts")>(
    "publish/clusters/cluster-projects.js",
  );
  const taxonomy = await loadBuilt<typeof import("../../../src/corpus/taxonomy/taxonomy.ts")>(
    "corpus/taxonomy/taxonomy.js",
  );
  const segments = mkdtempSync(join(work, "clusters-"));
  const started = performance.now();
  let made: ClusteredProjects;
  try {
    made = await step.clusterProjects(runIn(segments), {
      projects: enriched,
      vectors,
      embedder: "bench",
      taxonomy: taxonomy.loadTaxonomy(),
      previous: null,
      recluster: false,
      languageModel: null,
      hackathons,
    });
  } finally {
    rmSync(segments, { recursive: true, force: true });
  }
  const seconds = (performance.now() - started) / 1000;
  const { clusters, clusterOf } = made.clustering;
  const numbers = new Map(clusters.map(({ key }, number) => [key, number]));
  const inClusters = [...projects.keys()].filter((row) => clusterOf.has(projects[row]!.slug));
  const ours = Uint32Array.from(inClusters, (row) => numbers.get(clusterOf.get(projects[row]!.slug)!)!);
  const judge = await createJudge(
    inClusters.map((row) => ({ given: projects[row]!, enriched: enriched[row]! })),
  );
  const random = seededRandom(17);
  const baseline = tfIdfKMeans(tfIdf(inClusters.map((row) => terms[row]!)), {
    groups: clusters.length,
    random,
  });
  return {
    projects: inClusters.length,
    clusters: clusters.length,
    seconds,
    ours: judge(
      ours,
      clusters.map(({ label }) => label),
    ),
    tfIdf: judge(baseline, null),
    chance: judge(shuffled(ours, random), null),
  };
}

const countsTried = [10, 20, 30, 40, 60, 90];

/** Compares numbers of clusters, and vectors with and without centring. */
async function tryCounts(data: string): Promise<CountTried[]> {
  const { projects, vectors: given } = await readProjects(data);
  const module = "search/clustering";
  const { packVectors } = await loadBuilt<typeof import("../../../src/search/clustering/vectors.ts")>(
    `${module}/vectors.js`,
  );
  const { centre, meanOf } = await loadBuilt<typeof import("../../../src/search/clustering/centring.ts")>(
    `${module}/centring.js`,
  );
  const { sphericalKMeans } = await loadBuilt<
    typeof import("../../../src/search/clustering/spherical-k-means.ts")
  >(`${module}/spherical-k-means.js`);
  const { silhouetteOf } = await loadBuilt<typeof import("../../../src/search/clustering/group.ts")>(
    `${module}/group.js`,
  );
  const rows = [...projects.keys()].filter((row) => given[row]);
  const raw = packVectors(
    rows.map((row) => given[row]!),
    given[rows[0]!]!.length,
  );
  const tags = frequent(rows.map((row) => projects[row]!.record.tags?.techStack ?? []));
  const standing = (vectors: typeof raw, clusters: number): TriedStanding => {
    const one = sphericalKMeans(vectors, { clusters, seed: 1, restarts: 2 });
    const other = sphericalKMeans(vectors, { clusters, seed: 77, restarts: 2 });
    const sizes = new Uint32Array(clusters);
    for (const group of one.nearest) sizes[group]!++;
    return {
      silhouette: silhouetteOf(vectors, one.centroids),
      stability: normalisedMutualInformation(
        one.nearest,
        Array.from(other.nearest, (group) => [String(group)]),
      ),
      agreement: normalisedMutualInformation(one.nearest, tags),
      greatest: Math.max(...sizes) / rows.length,
    };
  };
  const centred = centre(raw, meanOf(raw));
  return countsTried.map((clusters) => ({
    clusters,
    raw: standing(raw, clusters),
    centred: standing(centred, clusters),
  }));
}

/**
 * The catalog's projects with the vectors of the snapshot's own embedder, and their index terms; only of their words,
 * without tags, since tags are used to judge the result.
 */
async function readProjects(data: string) {
  const { openCatalog } =
    await loadBuilt<typeof import("../../../src/catalog/catalog.ts")>("catalog/catalog.js");
  const { projectText } = await loadBuilt<typeof import("../../../src/corpus/projects/project-texts.ts")>(
    "corpus/projects/project-texts.js",
  );
  const opened = await openSnapshot(data);
  const catalog = await openCatalog(join(data, "catalog.db"));
  try {
    const projects: SegmentProject[] = [];
    for await (const batch of catalog.projects()) projects.push(...batch);
    const texts = projects.map(({ record }) => projectText({ ...record, tags: null }));
    const terms = texts.map(opened.analyze);
    const vectors = texts.map((text) => opened.model.embedText(text));
    return { projects, terms, vectors, hackathons: await catalog.hackathons() };
  } finally {
    await catalog.close();
    opened.close();
  }
}

const runIn = (segments: string) => ({
  catalog: null as never,
  segments,
  archive: null,
  signal: undefined,
  report: () => {},
});

/** As publish passes them to the cluster step. */
async function withDerivedTags(projects: readonly SegmentProject[]): Promise<SegmentProject[]> {
  const { deriveTags } = await loadBuilt<typeof import("../../../src/publish/tags/derive-tags.ts")>(
    "publish/tags/derive-tags.js",
  );
  const derived = [...deriveTags(runIn(""), projects)];
  return projects.map((project, i) => {
    const tags = derived[i] ?? project.record.tags;
    return { ...project, record: { ...project.record, tags } };
  });
}

/** A function that judges a grouping; labels are mined by the product where none are given. */
async function createJudge(projects: readonly { given: SegmentProject; enriched: SegmentProject }[]) {
  const { minePhrases } = await loadBuilt<typeof import("../../../src/publish/clusters/mine-phrases.ts")>(
    "publish/clusters/mine-phrases.js",
  );
  const { labelClusters } = await loadBuilt<typeof import("../../../src/publish/clusters/labels.ts")>(
    "publish/clusters/labels.js",
  );
  const { descriptiveTexts } = await loadBuilt<
    typeof import("../../../src/publish/clusters/descriptive-texts.ts")
  >("publish/clusters/descriptive-texts.js");
  const { analyze } = await loadBuilt<typeof import("../../../src/search/analysis/analyzer.ts")>(
    "search/analysis/analyzer.js",
  );
  const texts = projects.map(({ enriched }) => descriptiveTexts(enriched.record));
  // Headings of submission forms, which the phrase miner omits, co-occur in any grouping.
  const sets = texts.map(({ prose }) => new Set(prose.flatMap(analyze)));
  const itemsOf = termItems(sets);
  const categories = projects.map(({ given: { record } }) =>
    record.categories ? [record.categories.primaryKey] : [],
  );
  const technologies = new Set(projects.flatMap(({ enriched }) => enriched.record.tags?.techStack ?? []));
  const tags = frequent(projects.map(({ given }) => given.record.tags?.techStack ?? []));
  const agreement = (groupOf: Uint32Array, labels: ItemLabels) =>
    labels.some((own) => own.length > 0) ? normalisedMutualInformation(groupOf, labels) : null;
  return (groupOf: Uint32Array, given: readonly string[] | null): Standing => {
    const groups = Math.max(...groupOf) + 1;
    const labels =
      given ??
      labelClusters(minePhrases({ texts, clusterOf: groupOf, clusters: groups, technologies }).ranked);
    const score = (lists: readonly (readonly string[])[]) =>
      mean(lists.flatMap((list) => coherence(list, itemsOf, projects.length) ?? []));
    return {
      categories: agreement(groupOf, categories),
      tags: agreement(groupOf, tags),
      terms: score(topTerms(sets, groupOf, { groups, itemsOf })),
      labels: score(labels.map((label) => [...new Set(analyze(label))])),
    };
  };
}

/** Per group the terms of the greatest share times log(1 + lift), in three projects at least. */
function topTerms(
  sets: readonly ReadonlySet<string>[],
  groupOf: Uint32Array,
  { groups, itemsOf }: { groups: number; itemsOf: ReadonlyMap<string, ReadonlySet<number>> },
): string[][] {
  const sizes = new Uint32Array(groups);
  const counts = Array.from({ length: groups }, () => new Map<string, number>());
  sets.forEach((terms, item) => {
    sizes[groupOf[item]!]!++;
    const own = counts[groupOf[item]!]!;
    for (const term of terms) own.set(term, (own.get(term) ?? 0) + 1);
  });
  return counts.map((own, group) => {
    const weigh = (term: string, count: number) => {
      const share = count / sizes[group]!;
      return share * Math.log(1 + (share * sets.length) / itemsOf.get(term)!.size);
    };
    return [...own]
      .filter(([, count]) => count >= 3)
      .map(([term, count]) => ({ term, weight: weigh(term, count) }))
      .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
      .slice(0, termsPerGroup)
      .map(({ term }) => term);
  });
}

function frequent(lists: readonly (readonly string[])[]): string[][] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const tag of new Set(list)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return lists.map((list) => [...new Set(list)].filter((tag) => counts.get(tag)! >= minTagged));
}

/** Random groups of the same sizes. */
function shuffled(groupOf: Uint32Array, random: () => number): Uint32Array {
  const drawn = groupOf.slice();
  for (let i = drawn.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [drawn[i], drawn[j]] = [drawn[j]!, drawn[i]!];
  }
  return drawn;
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
