/** Entry of a stage's process: name, input file, output file. */
import { readFileSync, writeFileSync } from "node:fs";

type Run = (input: never) => Promise<unknown>;

const stages: Record<string, () => Promise<Run>> = {
  operate: async () => (await import("./operate.ts")).operate,
  extract: async () => (await import("./extract.ts")).extract,
  "build-contender": async () => (await import("./build-contender.ts")).buildContender,
  "serve-contender": async () => (await import("./serve-contender.ts")).serveContender,
  contest: async () => (await import("./contest.ts")).contest,
  archive: async () => (await import("./archive.ts")).measureArchive,
  projects: async () => (await import("./projects.ts")).measureProjects,
  "operate-projects": async () => (await import("./operate-projects.ts")).operateProjects,
  peers: async () => (await import("./peers.ts")).comparePeers,
  analysis: async () => (await import("./analysis.ts")).measureAnalysis,
  http: async () => (await import("./http.ts")).measureHttp,
  opensearch: async () => (await import("./opensearch.ts")).measureOpenSearch,
  recall: async () => (await import("./recall.ts")).measureRecall,
  collection: async () => (await import("./collection.ts")).measureCollection,
  clusters: async () => (await import("./clusters.ts")).measureClusters,
  categories: async () => (await import("./categories.ts")).measureCategories,
  tags: async () => (await import("./tags.ts")).measureTags,
  demo: async () => (await import("./demo.ts")).measureDemo,
};

const [name, inputPath, outputPath] = process.argv.slice(2) as [string, string, string];
// Lets child processes of this one end.
process.once("SIGTERM", () => process.exit(143));
const run = await stages[name]!();
const output = await run(JSON.parse(readFileSync(inputPath, "utf8")) as never);
writeFileSync(outputPath, JSON.stringify(output));
process.exit(0);
