/** Options of the command line. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "./product/dist.ts";

export const parts = [
  "operate",
  "contest",
  "peers",
  "speed",
  "http",
  "quality",
  "ladder",
  "opensearch",
  "project-ladder",
] as const;
export type Part = (typeof parts)[number];
/** Without those that take long. */
const usualParts: readonly Part[] = parts.filter((part) => part !== "opensearch" && !part.endsWith("ladder"));

export interface BenchOptions {
  parts: ReadonlySet<Part>;
  quick: boolean;
  json: boolean;
  documents: number | null;
  projects: number | null;
  /** Chunks of the set on which every contender takes part. */
  subset: number;
  /** Chunks of the large set; null: all. */
  chunks: number | null;
  queries: number;
  rounds: number;
  recall: number;
  requests: number;
  /** Projects of the large synthetic set. */
  manyProjects: number;
  /** Size of the ladder's second step, in sizes of the corpus. */
  copies: number;
  /** Sizes of the ladder of projects beyond the corpus itself, ascending. */
  ladderProjects: readonly number[];
  /** Scratch space: data directories, indexes, vectors. */
  work: string;
  /** Folder of RESULTS.md and results.json. */
  out: string;
  /** As typed, for the report. */
  command: string;
}

const usage = `npm run bench -- [PART…] [options]

Parts (all but the ladders and opensearch by default):
  operate   import and publish, publish again after changes, start and swap a server
  contest   side by side with SQLite, LanceDB, Orama and MiniSearch
  peers     beside tantivy, Lucene, FAISS, ScaNN, hnswlib and usearch, where Python 3, Java 21 and Maven are installed
  speed     archive and project search in process
  http      archive search over HTTP with 16 clients
  ladder    the archive once, and --copies times with three words in ten replaced: how time and memory grow; hours
  project-ladder
            the projects once, and copied up to each of --ladder-projects: how time and memory grow; hours
  opensearch  archive search over HTTP with the archive in OpenSearch, on 1, 2 and 3 nodes; needs a JDK 17 and Maven
  quality   Cranfield, the demo's judgements, recall against a full scan
"operate" makes the data directory that contest, peers, speed, http, opensearch and recall work on; without it the last one is used.

Options:
  --quick              fewer queries, rounds and requests
  --json               print results.json instead of the table
  --documents N        documents to generate, or to sample from the given corpora
  --projects N         projects to generate, or to sample
  --subset N           chunks on which every contender takes part (default 50000)
  --chunks N           chunks of the large comparison (default: all)
  --queries N          queries (default 200)
  --rounds N           passes over the queries (default 5)
  --recall R           recall@10 that vector searches are tuned to (default 0.98)
  --requests N         requests over HTTP (default 10000)
  --many-projects N    projects of the large synthetic set (default 100000)
  --copies N           size of the ladder's second step (default 10)
  --ladder-projects N,N  sizes of the ladder of projects (default 100000,1000000)
  --work DIR           scratch space (default bench/data)
  --out DIR            where the results go (default: bench for a whole run, else the scratch space)

PRIORART_CORPORA names a folder of corpora (projects.jsonl.gz, archive/, ir/cranfield/); without it a synthetic
corpus is generated.
`;

/** Null when help was requested. Throws an Error with the reason. */
export function parseOptions(args: readonly string[]): BenchOptions | null {
  const number = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      quick: { type: "boolean" },
      json: { type: "boolean" },
      documents: number,
      projects: number,
      subset: number,
      chunks: number,
      queries: number,
      rounds: number,
      recall: number,
      requests: number,
      "many-projects": number,
      copies: number,
      "ladder-projects": { type: "string" },
      work: { type: "string" },
      out: { type: "string" },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return null;
  }
  const named = positionals.filter((name) => name !== "all");
  const unknown = named.find((name) => !parts.includes(name as Part));
  if (unknown) throw new Error(`there is no part "${unknown}"; choose from ${parts.join(", ")}`);
  const whole = (name: "documents" | "projects" | "chunks"): number | null =>
    values[name] === undefined ? null : positive(name, values[name]);
  const count = (name: keyof typeof values, usual: number, quick: number): number =>
    values[name] === undefined ? (values.quick ? quick : usual) : positive(name, String(values[name]));
  const work = resolve(values.work ?? join(packageRoot, "bench/data"));
  mkdirSync(work, { recursive: true });
  const trial =
    values.quick || named.length > 0 || [values.documents, values.projects, values.chunks].some(Boolean);
  return {
    parts: new Set(named.length > 0 ? (named as Part[]) : usualParts),
    quick: values.quick ?? false,
    json: values.json ?? false,
    documents: whole("documents"),
    projects: whole("projects"),
    chunks: whole("chunks"),
    subset: count("subset", 50_000, 5_000),
    queries: count("queries", 200, 60),
    rounds: count("rounds", 5, 2),
    requests: count("requests", 10_000, 1_000),
    manyProjects: count("many-projects", 100_000, 10_000),
    copies: count("copies", 10, 2),
    ladderProjects: (values["ladder-projects"] ?? "100000,1000000")
      .split(",")
      .map((size) => positive("ladder-projects", size)),
    recall: values.recall === undefined ? 0.98 : Number(values.recall),
    work,
    out: resolve(values.out ?? (trial ? work : join(packageRoot, "bench"))),
    command: ["npm run bench", ...(args.length > 0 ? ["--", ...args] : [])].join(" "),
  };
}

function positive(name: string, given: string): number {
  const value = Number(given);
  if (!Number.isInteger(value) || value < 0)
    throw new Error(`--${name} must be a whole number, got ${given}`);
  return value;
}
