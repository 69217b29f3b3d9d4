/** The analysis operations in this process: random cohorts, and everything as one cohort; all dimensions counted. */
import type { OperationOutput } from "../../../src/contract/api/operations.ts";
import { type Latency, latencyOf } from "../measure/latency.ts";
import { pick, seededRandom } from "../measure/random.ts";
import { type AnalysisOperation, type InProcess, openInProcess } from "../product/research.ts";

export interface AnalysisInput {
  data: string;
  /** Random requests per operation. */
  requests: number;
  rounds: number;
}

export interface AnalysisResult {
  projects: number;
  operations: Record<AnalysisOperation, { random: Latency; whole: Latency }>;
  /** Distinct values of each dimension in the answers to the whole corpus, at most 43 or 20. */
  buckets: Record<string, number>;
  /** Projects of the random cohorts of /analyze: median, and how many of the cohorts were empty. */
  cohorts: { median: number; empty: number; count: number };
}

const compared = [
  "clusters",
  "tracks",
  "problemTags",
  "solutionTags",
  "primitives",
  "techStack",
  "targetUsers",
];
const dimensions = ["categories", ...compared];

export async function measureAnalysis(input: AnalysisInput): Promise<AnalysisResult> {
  const research = await openInProcess(input.data);
  const draw = await drawer(research);
  const everything = await research.ask("analyze", { cohort: {}, dimensions, topK: 43 });
  const sizes: number[] = [];
  const operations = {} as AnalysisResult["operations"];
  for (const [id, { random, whole }] of Object.entries(draw) as [AnalysisOperation, Draw][]) {
    const requests = Array.from({ length: input.requests }, random);
    if (id === "analyze")
      for (const request of requests) sizes.push((await research.ask("analyze", request)).totals.projects);
    operations[id] = {
      random: await measure(research, { id, requests, rounds: input.rounds }),
      whole: await measure(research, {
        id,
        requests: Array.from({ length: 20 }, whole),
        rounds: input.rounds,
      }),
    };
  }
  await research.close();
  sizes.sort((x, y) => x - y);
  return {
    projects: everything.totals.projects,
    operations,
    buckets: Object.fromEntries(
      Object.entries(everything.buckets).map(([dimension, found]) => [dimension, found.length]),
    ),
    cohorts: {
      median: sizes[sizes.length >> 1] ?? 0,
      empty: sizes.filter((size) => size === 0).length,
      count: sizes.length,
    },
  };
}

async function measure(
  research: InProcess,
  { id, requests, rounds }: { id: AnalysisOperation; requests: readonly object[]; rounds: number },
): Promise<Latency> {
  const times: number[] = [];
  for (let round = -1; round < rounds; round++)
    for (const request of requests) {
      const started = performance.now();
      await research.ask(id, request);
      if (round >= 0) times.push(performance.now() - started);
    }
  return latencyOf(times);
}

interface Draw {
  /** A request over a random cohort. */
  random(): object;
  /** A request over all projects. */
  whole(): object;
}

/** Requests from the corpus's values, the same in every run. */
async function drawer(research: InProcess): Promise<Record<AnalysisOperation, Draw>> {
  const random = seededRandom(29);
  const filters = await research.ask("getFilters", {});
  const { categories } = await research.ask("getCategories", {});
  const { results } = await research.ask("listTopTechnologies", { topK: 50 });
  const cohorts = cohortDraws(random, filters, categories);
  // If no tools are known, a name without projects is requested.
  const technology = () =>
    results.length > 0 ? pick(random, results).technology : { category: "languages", name: "rust" };
  const clusters = filters.clusters.map(({ key }) => ({ key }));
  const cluster = () => (clusters.length > 0 ? pick(random, clusters) : null);
  const both = (make: (cohort: object | undefined) => object, drawn: () => object): Draw => ({
    random: () => make(drawn()),
    whole: () => make(undefined),
  });
  const { definition, cohort, technologyCohort } = cohorts;
  const analyze = (given: object = {}) => ({ cohort: given, dimensions, topK: 43, samplePerBucket: 5 });
  const compare = (a: object, b: object) => ({ cohortA: a, cohortB: b, dimensions: compared, topK: 20 });
  const draws = {
    analyze: both(analyze, cohort),
    compare: {
      random: () => compare(definition(), definition()),
      whole: () => compare({}, {}),
    },
    getCluster: { random: cluster, whole: cluster },
    countTechnology: both((given) => ({ technology: technology(), cohort: given }), technologyCohort),
    trendTechnology: both((given) => ({ technology: technology(), cohort: given }), technologyCohort),
    findCoUsage: both((given) => ({ technology: technology(), cohort: given, topK: 50 }), technologyCohort),
    listTopTechnologies: both((given) => ({ cohort: given, topK: 50 }), technologyCohort),
  };
  const { getCluster, ...rest } = draws;
  return (clusters.length > 0 ? draws : rest) as Record<AnalysisOperation, Draw>;
}

/** Cohorts of no, one or two conditions, so that they range from a handful of projects to all of them. */
function cohortDraws(
  random: () => number,
  filters: OperationOutput<"getFilters">,
  categories: OperationOutput<"getCategories">["categories"],
) {
  const some = <T>(items: readonly T[], most: number): T[] =>
    Array.from({ length: Math.min(items.length, 1 + Math.floor(random() * most)) }, () =>
      pick(random, items),
    );
  const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key);
  const slugs = filters.hackathons.filter(({ projectCount }) => projectCount > 0).map(({ slug }) => slug);
  const conditions: Record<string, () => object> = {
    hackathons: () => ({ hackathons: some(slugs, 4) }),
    trackKeys: () => ({ trackKeys: some(keys(filters.tracks), 3) }),
    winnersOnly: () => ({ winnersOnly: true }),
    prizePlacements: () => ({ prizePlacements: some(filters.prizePlacements, 2) }),
    clusterKeys: () => ({ clusterKeys: some(keys(filters.clusters), 4) }),
  };
  const ofCategories = () => ({
    categoryKeys: some(keys(categories), 5),
    includeSecondaryCategories: random() < 0.5,
  });
  const drawn = (from: Record<string, () => object>): object => {
    const names = Object.keys(from);
    const wanted = Array.from({ length: Math.floor(random() * 3) }, () => pick(random, names));
    return Object.assign({}, ...wanted.map((name) => from[name]!()));
  };
  const technologyConditions = {
    hackathonSlugs: () => ({ hackathonSlugs: some(slugs, 6) }),
    winnersOnly: () => ({ winnersOnly: true, includeHonorableMentions: random() < 0.5 }),
    ofCategories,
  };
  return {
    definition: () => drawn(conditions),
    cohort: () => drawn({ ...conditions, ofCategories }),
    technologyCohort: () => drawn(technologyConditions),
  };
}
