/** For tests: projects of three subjects with distinct vectors, and a publish run that stores nothing. */
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import { loadTaxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { toUnitLength } from "../../search/clustering/vectors.ts";
import { seededGaussian } from "../../search/random.ts";
import type { PublishRun } from "../types.ts";
import type { ClusterProjectsInput } from "./cluster-projects.ts";

const subjects = [
  {
    words: ["carbon credits", "soil sensors", "crop insurance", "water rights"],
    users: "smallholder farmers",
    tool: "LoRaWAN",
  },
  {
    words: ["prediction markets", "limit orders", "liquidity pools", "yield vaults"],
    users: "DeFi traders",
    tool: "Solidity",
  },
  {
    words: ["sign language", "speech therapy", "screen readers", "hearing aids"],
    users: "deaf students",
    tool: "PyTorch",
  },
];

/** Project `number`, of subject `number % 3`; its text names two of the four things of its subject. */
export function projectOf(number: number, fields: Partial<ProjectRecord> = {}): SegmentProject {
  const { words, users, tool } = subjects[number % 3]!;
  const [one, two] = [words[Math.floor(number / 3) % 4]!, words[(Math.floor(number / 3) + 1) % 4]!];
  const slug = `project-${number}`;
  return {
    slug,
    hackathonSlug: "jam",
    createdAt: "2025-03-01T00:00:00.000Z",
    record: {
      slug,
      name: `Project ${number}`,
      oneLiner: `Number ${number}: ${one} and ${two}, done by hand`,
      description: `We wanted ${two} with ${one} for our town, entry ${number}.`,
      tags: { problemTags: [], solutionTags: [], primitives: [], techStack: [tool], targetUsers: [users] },
      ...(number % 9 === 0 && { award: "winner" as const }),
      ...fields,
    } as ProjectRecord,
  };
}

/** A vector near the subject's own axis. Another `embedder` has other axes. */
export function vectorOf(number: number, embedder = 0): Float32Array {
  const random = seededGaussian(number + 1);
  const vector = Float32Array.from(
    { length: 12 },
    (_, d) => (d === (number % 3) * 2 + embedder ? 1 : 0) + 0.08 * random(),
  );
  toUnitLength(vector);
  return vector;
}

export const hackathons = [
  { slug: "jam", name: "Spring Jam", startDate: "2024-04-12", tracks: [], labels: [] },
];

export function inputOf(
  numbers: readonly number[],
  fields: Partial<ClusterProjectsInput> = {},
): ClusterProjectsInput {
  return {
    projects: numbers.map((number) => projectOf(number)),
    vectors: numbers.map((number) => vectorOf(number)),
    embedder: "fitted:one",
    previous: null,
    recluster: false,
    languageModel: null,
    hackathons,
    taxonomy: loadTaxonomy(),
    ...fields,
  };
}

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

export function runIn(segments: string, fields: Partial<PublishRun> = {}): PublishRun {
  return { catalog: null as never, segments, archive: null, signal: undefined, report: () => {}, ...fields };
}
