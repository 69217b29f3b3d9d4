/** Labels, themes and summaries of a generation's clusters. */
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { Digest } from "../../digest/digest.ts";
import { askModel } from "./ask-model.ts";
import { subjectsOf } from "./category-subjects.ts";
import { builtIn, type KeptCluster } from "./clusters-file.ts";
import { descriptiveTexts, isForeign } from "./descriptive-texts.ts";
import { type ClusterEvidence, type EvidenceSource, evidenceOf } from "./evidence.ts";
import type { Generation } from "./generation.ts";
import { labelClusters } from "./labels.ts";
import type { LanguageModel } from "./language-model.ts";
import { type ClusterPhrase, minePhrases } from "./mine-phrases.ts";
import { summarise } from "./summary.ts";

export interface Describing extends EvidenceSource {
  generation: Generation;
  /** Rows of each cluster, ascending; and those nearest to its centre, nearest first. */
  members: readonly (readonly number[])[];
  nearest: readonly (readonly number[])[];
  /** Digest of each project's texts. */
  words: readonly string[];
  taxonomy: Taxonomy;
  model: LanguageModel | null;
  signal: AbortSignal | undefined;
  report(done: number, total: number): void;
}

/** Describes the clusters that have members. New generations get labels; others keep theirs and get new summaries. */
export async function describeClusters(input: Describing): Promise<KeptCluster[]> {
  const { generation, model } = input;
  const named = generation.known.every((known) => known === null)
    ? nameAnew(input)
    : generation.known.map((known) => known!);
  const memberships = input.members.map((members) => membershipOf(members, input));
  const evidence = evidenceOf(
    input,
    named.map(({ themes }, cluster) => ({
      members: input.members[cluster]!,
      nearest: input.nearest[cluster]!,
      themes,
    })),
  );
  const clusters = named.map((cluster, at): KeptCluster => {
    const membership = memberships[at]!;
    if (isSettled(cluster, membership, model)) return { ...cluster, membership };
    const summary = input.members[at]!.length > 0 ? summarise(evidence[at]!) : cluster.summary;
    return { ...cluster, membership, summary, summarisedBy: builtIn };
  });
  if (model) await improve(clusters, { input, model, evidence, named });
  return clusters;
}

/** A model's summary of the same members is kept; a built-in one is cheap to regenerate. */
function isSettled(cluster: KeptCluster, membership: string, model: LanguageModel | null): boolean {
  return cluster.membership === membership && model !== null && cluster.summarisedBy === model.version;
}

type Named = Omit<KeptCluster, "membership"> & { membership: string };

/** Projects whose texts are mined for labels, at most. */
const maxMined = 16_000;

function nameAnew({ projects, generation, members, taxonomy }: Describing): Named[] {
  const clusters = generation.centroids.rows;
  // Evenly over all, so that memory stays bounded however many there are.
  const step = Math.max(1, Math.ceil(projects.length / maxMined));
  const mined = [...projects.keys()].filter((row) => row % step === 0);
  const texts = mined.map((row) => descriptiveTexts(projects[row]!.record));
  const foreign = texts.map(({ prose }) => isForeign(prose));
  // Labels are in the majority language; texts in other languages would only add function words.
  const few = foreign.filter(Boolean).length < texts.length / 2;
  const { ranked } = minePhrases({
    texts: few ? texts.map((own, i) => (foreign[i] ? { prose: [], tags: own.tags } : own)) : texts,
    clusterOf: mined.map((row) => generation.clusterOf[row]!),
    clusters,
    technologies: technologiesOf(projects),
  });
  const labels = labelClusters(ranked, subjectsOf(projects, members, taxonomy));
  return labels.map((label, cluster) => ({
    number: cluster + 1,
    label,
    labelledBy: builtIn,
    themes: themesOf(ranked[cluster]!, label),
    summary: "",
    summarisedBy: builtIn,
    membership: "",
  }));
}

function* technologiesOf(projects: readonly SegmentProject[]): Generator<string> {
  for (const { record } of projects) {
    yield* record.tags?.techStack ?? [];
    for (const { name } of record.builtWith?.frameworks ?? []) yield name;
  }
}

const themesListed = 3;
const minThemeShare = 0.02;

/** The phrases of the label, then others that share no word with them. */
function themesOf(phrases: readonly ClusterPhrase[], label: string): string[] {
  const parts = label.toLowerCase().split(" and ");
  const inLabel = (phrase: ClusterPhrase) => parts.includes(phrase.text.toLowerCase());
  const ordered = [...phrases.filter(inLabel), ...phrases.filter((phrase) => !inLabel(phrase))];
  const stems = new Set<string>();
  const themes: string[] = [];
  for (const { key, prose, share, score } of ordered) {
    const own = key.split(" ");
    if (themes.length === themesListed || share < minThemeShare || score < 0.02) continue;
    if (own.some((stem) => stems.has(stem))) continue;
    for (const stem of own) stems.add(stem);
    themes.push(prose);
  }
  return themes;
}

function membershipOf(members: readonly number[], { projects, words }: Describing): string {
  const digest = new Digest();
  for (const row of members) digest.add(projects[row]!.slug, words[row]!);
  return digest.short();
}

/** Uses a model's texts where they are valid and distinct from the others. */
async function improve(
  clusters: KeptCluster[],
  from: {
    input: Describing;
    model: LanguageModel;
    evidence: readonly ClusterEvidence[];
    named: readonly Named[];
  },
): Promise<void> {
  const { input, model, evidence, named } = from;
  const asked = [...clusters.keys()].filter(
    (at) => input.members[at]!.length > 0 && clusters[at]!.summarisedBy !== model.version,
  );
  let done = 0;
  const answers = await askModel(
    model,
    asked.map((at) => ({ evidence: evidence[at]!, label: clusters[at]!.label })),
    { signal: input.signal, onAnswer: () => input.report(++done, asked.length) },
  );
  const labels = new Set(clusters.map(({ label }) => label.toLowerCase()));
  asked.forEach((at, i) => {
    const { label = null, summary = null } = answers[i] ?? {};
    const cluster = clusters[at]!;
    // A published key keeps its label.
    const isNew = input.generation.known[at] === null && named[at]!.labelledBy === builtIn;
    if (
      label &&
      isNew &&
      (!labels.has(label.toLowerCase()) || label.toLowerCase() === cluster.label.toLowerCase())
    ) {
      labels.add(label.toLowerCase());
      clusters[at] = { ...clusters[at]!, label, labelledBy: model.version };
    }
    if (summary) clusters[at] = { ...clusters[at]!, summary, summarisedBy: model.version };
  });
}
