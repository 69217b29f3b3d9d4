/**
 * The cluster step: groups projects by meaning, names the groups, and keeps keys and labels from one publish to the
 * next. Its file is named by the digest of its inputs, so that an interrupted publish can reuse it.
 */
import type { ProjectClustering, SegmentProject } from "../../corpus/projects/project-input.ts";
import type { SegmentHackathon } from "../../corpus/projects/project-layout.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { Digest } from "../../digest/digest.ts";
import { centre } from "../../search/clustering/centring.ts";
import { dot, rowOf, takeRows, type Vectors } from "../../search/clustering/vectors.ts";
import { SegmentError } from "../../search/segment/segment-error.ts";
import type { PublishRun } from "../types.ts";
import { type KeptClusters, readClusters, writeClusters } from "./clusters-file.ts";
import { describeClusters } from "./describe-clusters.ts";
import { continueGeneration, type Generation, newGeneration, type Placed, tooFew } from "./generation.ts";
import type { LanguageModel } from "./language-model.ts";
import { subjectVectors } from "./subject-vectors.ts";

/** Version of the algorithm; increment it when the same projects yield other clusters or texts. */
export const clustersVersion = 8;

export interface ClusterProjectsInput {
  /** With their tags and categories filled in, imported or derived. */
  projects: readonly SegmentProject[];
  /** Of length 1, in the order of `projects`; null where there is none. */
  vectors: readonly (Float32Array | null)[];
  /** Version of the embedder that made them, and of the texts. */
  embedder: string;
  /** Name of the previous snapshot's clusters file, without extension; null when there is none. */
  previous: string | null;
  /** Group again, under new keys. */
  recluster: boolean;
  languageModel: LanguageModel | null;
  hackathons: readonly SegmentHackathon[];
  taxonomy: Taxonomy;
}

export interface ClusteredProjects {
  /** Name of the clusters file without extension; null while there are no clusters. */
  file: string | null;
  /** 0 while there are no clusters. */
  generation: number;
  clustering: ProjectClustering;
}

/** Nearest to the centre of each cluster, kept for when some are withdrawn. */
const representatives = 8;
/** Number of these shown to a language model. */
const nearestKept = 12;

export async function clusterProjects(
  run: PublishRun,
  given: ClusterProjectsInput,
): Promise<ClusteredProjects> {
  const { taxonomy } = given;
  const { rows, vectors } = subjectVectors(given.projects, given.vectors, taxonomy);
  const input = { ...given, embedder: `${given.embedder}, categories ${taxonomy.version}` };
  const projects = rows.map((row) => input.projects[row]!);
  const previous = input.previous ? whole(run.segments, input.previous) : null;
  // An existing generation is continued even with few projects.
  if (rows.length === 0 || (tooFew(rows.length) && !previous)) return none(input, previous);
  const words = projects.map(({ record: { name, oneLiner, description } }) =>
    new Digest().add(name, oneLiner ?? "", description ?? "").short(),
  );
  const content = contentDigest(input, projects, vectors);
  if (previous && previous.content === content && !input.recluster && !isPending(previous, input))
    return result(input.previous!, previous, { projects, vectors });
  const name = new Digest().add(clustersVersion, content, input.previous ?? "", input.recluster ? 1 : 0);
  const file = `clusters-${name.add(input.languageModel?.version ?? "").short()}`;
  const made = whole(run.segments, file);
  if (made) return result(file, made, { projects, vectors });
  const kept = await build(run, input, { projects, vectors, words, content, previous });
  run.signal?.throwIfAborted();
  writeClusters(run.segments, file, kept);
  return result(file, kept, { projects, vectors });
}

/** Whether a language model is configured and some cluster with members has no text by it. */
function isPending({ clusters, members }: KeptClusters, { languageModel }: ClusterProjectsInput): boolean {
  if (!languageModel) return false;
  return members.some(({ cluster }) => clusters[cluster]!.summarisedBy !== languageModel.version);
}

interface Rows {
  projects: readonly SegmentProject[];
  vectors: Vectors;
}

async function build(
  run: PublishRun,
  input: ClusterProjectsInput,
  from: Rows & { words: readonly string[]; content: string; previous: KeptClusters | null },
): Promise<KeptClusters> {
  const { projects, vectors, words, content, previous } = from;
  const placed: Placed[] = projects.map(({ slug }, row) => ({ slug, words: words[row]! }));
  let rounds = 0;
  const onRound = () => {
    run.report("cluster", rounds++, null);
    run.signal?.throwIfAborted();
  };
  onRound();
  const carried =
    previous && !input.recluster
      ? continueGeneration(vectors, placed, { previous, embedder: input.embedder })
      : null;
  const { taxonomy } = input;
  const generation =
    carried ?? newGeneration(vectors, (previous?.generation ?? 0) + 1, { projects, taxonomy, onRound });
  const members = membersOf(generation);
  const clusters = await describeClusters({
    projects,
    hackathons: new Map(input.hackathons.map((hackathon) => [hackathon.slug, hackathon])),
    generation,
    members,
    nearest: nearestToCentre(vectors, generation, { members, count: nearestKept }),
    words,
    taxonomy,
    model: input.languageModel,
    signal: run.signal,
    report: (done, total) => run.report("cluster", done, total),
  });
  return {
    generation: generation.generation,
    content,
    embedder: input.embedder,
    clusters,
    centroids: generation.centroids,
    origin: generation.origin,
    members: placed.map((member, row) => ({ ...member, cluster: generation.clusterOf[row]! })),
  };
}

/** Rows of each cluster, ascending. */
function membersOf({ clusterOf, centroids }: Pick<Generation, "clusterOf" | "centroids">): number[][] {
  const members: number[][] = Array.from({ length: centroids.rows }, () => []);
  clusterOf.forEach((cluster, row) => {
    members[cluster]!.push(row);
  });
  return members;
}

/** Ties go by row. */
function nearestToCentre(
  vectors: Vectors,
  { centroids, origin }: Pick<Generation, "centroids" | "origin">,
  { members, count }: { members: readonly (readonly number[])[]; count: number },
): number[][] {
  return members.map((rows, cluster) => {
    const centroid = rowOf(centroids, cluster);
    const similarity = new Map(
      rows.map((row) => [row, dot(centre(takeRows(vectors, [row]), origin), 0, centroid)]),
    );
    return [...rows].sort((a, b) => similarity.get(b)! - similarity.get(a)! || a - b).slice(0, count);
  });
}

/** The clusters for the segment. Clusters without members are kept in the file but not shown. */
function result(file: string, kept: KeptClusters, { projects, vectors }: Rows): ClusteredProjects {
  const place = new Map(kept.members.map(({ slug, cluster }) => [slug, cluster]));
  const clusterOf = Uint32Array.from(projects, ({ slug }) => place.get(slug)!);
  const members = membersOf({ clusterOf, centroids: kept.centroids });
  const nearest = nearestToCentre(vectors, kept, { members, count: representatives });
  const keys = kept.clusters.map(({ number }) => `v${kept.generation}-c${number}`);
  const clusters = kept.clusters.map(({ label, summary }, at) => ({
    key: keys[at]!,
    label,
    summary,
    representatives: nearest[at]!.map((row) => projects[row]!.slug),
  }));
  return {
    file,
    generation: kept.generation,
    clustering: {
      clusters: clusters.filter(({ representatives: { length } }) => length > 0),
      clusterOf: new Map(projects.map(({ slug }, row) => [slug, keys[clusterOf[row]!]!])),
    },
  };
}

/** No clusters to show; the previous generation stays referenced, so that its keys are never reused. */
function none({ previous }: ClusterProjectsInput, kept: KeptClusters | null): ClusteredProjects {
  return {
    file: kept ? previous : null,
    generation: kept?.generation ?? 0,
    clustering: { clusters: [], clusterOf: new Map() },
  };
}

function whole(segments: string, file: string): KeptClusters | null {
  try {
    return readClusters(segments, file);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}

/** Digest of all inputs of clusters and their texts. */
function contentDigest(
  { embedder, hackathons }: ClusterProjectsInput,
  projects: readonly SegmentProject[],
  { values }: Vectors,
): string {
  const digest = new Digest().add(clustersVersion, embedder);
  digest.addBytes(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  for (const { slug, name, startDate } of hackathons) digest.add(slug, name, startDate ?? "");
  for (const { slug, hackathonSlug, record } of projects) {
    const { name, oneLiner, description, tags, categories, builtWith, award, prize, prizes, hackathon } =
      record;
    const said = [name, oneLiner, description, tags, categories, builtWith, award, prize, prizes, hackathon];
    digest.add(slug, hackathonSlug, JSON.stringify(said));
  }
  return digest.short();
}
