/** Counts over the members of a cluster, from which summaries are made. */
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import type { SegmentHackathon } from "../../corpus/projects/project-layout.ts";
import { standingOf } from "../../corpus/projects/shown-prize.ts";
import { wordKey } from "./candidate-phrases.ts";
import { tagInSentence } from "./word-forms.ts";

export interface ClusterEvidence {
  projects: number;
  winners: number;
  /** Distinctive phrases of the cluster, best first. */
  themes: readonly string[];
  targetUsers: string[];
  /** Tools and techniques that they are built with. */
  buildingBlocks: string[];
  /** The earliest event with a known date. */
  first: { hackathon: string; date: string } | null;
  /** Nearest to the centre first. */
  examples: { name: string; oneLiner: string }[];
}

export interface EvidenceSource {
  projects: readonly SegmentProject[];
  hackathons: ReadonlyMap<string, Pick<SegmentHackathon, "name" | "startDate">>;
}

/** Projects whose tags and tools are counted, evenly spread. */
const maxCounted = 100_000;
const listed = 3;
/** Minimum share of the members; and at least two of them. */
const minShare = 0.05;

/** Counts names over all projects once, or over a sample of many, then over the members of each cluster among these. */
export function evidenceOf(
  { projects, hackathons }: EvidenceSource,
  clusters: readonly { members: readonly number[]; nearest: readonly number[]; themes: readonly string[] }[],
): ClusterEvidence[] {
  const step = Math.ceil(projects.length / maxCounted);
  const counted = [...projects.keys()].filter((row) => row % step === 0);
  const users = counted.map((row) => projects[row]!.record.tags?.targetUsers ?? []);
  const blocks = counted.map((row) => blocksOf(projects[row]!.record));
  const frequentUsers = mostFrequentTags(users);
  const frequentBlocks = mostFrequentTags(blocks);
  const besides = (names: readonly string[], themes: readonly string[]) => {
    const said = new Set(themes.map(stemsOf));
    return names.filter((name) => !said.has(stemsOf(name))).slice(0, listed);
  };
  return clusters.map(({ members, nearest, themes }) => {
    const places = members.filter((row) => row % step === 0).map((row) => row / step);
    return {
      projects: members.length,
      winners: members.filter((member) => standingOf(projects[member]!.record).award === "winner").length,
      themes,
      targetUsers: besides(frequentUsers(places), []),
      buildingBlocks: besides(frequentBlocks(places), themes),
      first: firstEvent(
        members.map((member) => projects[member]!),
        hackathons,
      ),
      examples: nearest.map((member) => {
        const { name, oneLiner } = projects[member]!.record;
        return { name, oneLiner: oneLiner ?? "" };
      }),
    };
  });
}

/** The same for singular and plural. */
const stemsOf = (phrase: string) => phrase.split(" ").map(wordKey).join(" ");

function blocksOf({ builtWith, tags }: ProjectRecord): string[] {
  const kinds = ["frameworks", "chains", "protocols", "services", "languages"] as const;
  const tools = kinds.flatMap((kind) => builtWith?.[kind].map(({ name }) => name) ?? []);
  return [...tools, ...(tags?.techStack ?? []), ...(tags?.primitives ?? [])];
}

/** Returns a function that lists names more frequent among some projects than among all, best first. */
function mostFrequentTags(lists: readonly (readonly string[])[]): (members: readonly number[]) => string[] {
  const everywhere = countOf(lists);
  return (members) => {
    const here = countOf(members.map((member) => lists[member]!));
    const least = Math.max(2, minShare * members.length);
    const weigh = (key: string, count: number) => {
      const share = count / members.length;
      return share * Math.log(1 + share / (everywhere.get(key)!.count / lists.length));
    };
    return [...here]
      .filter(([, { count }]) => count >= least)
      .map(([key, { count }]) => ({
        key,
        weight: weigh(key, count),
        name: usual(everywhere.get(key)!.forms),
      }))
      .sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
      .slice(0, 2 * listed)
      .map(({ name }) => name);
  };
}

type Counts = Map<string, { count: number; forms: Map<string, number> }>;

/** Lists that hold a name, by its lower-cased form. */
function countOf(lists: readonly (readonly string[])[]): Counts {
  const counts: Counts = new Map();
  for (const list of lists) {
    const own = new Map(list.map((name) => [name.trim().toLowerCase(), name.trim()]));
    for (const [key, name] of own) {
      let entry = counts.get(key);
      if (!entry) {
        entry = { count: 0, forms: new Map() };
        counts.set(key, entry);
      }
      entry.count++;
      entry.forms.set(name, (entry.forms.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** The commonest spelling with a capital, if there is one: tags are lower-case regardless of spelling. */
function usual(forms: ReadonlyMap<string, number>): string {
  const ordered = [...forms].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([form]) => form);
  return tagInSentence(ordered.find((form) => form !== form.toLowerCase()) ?? ordered[0]!);
}

function firstEvent(
  members: readonly SegmentProject[],
  hackathons: EvidenceSource["hackathons"],
): ClusterEvidence["first"] {
  let first: ClusterEvidence["first"] = null;
  for (const { hackathonSlug, record } of members) {
    const declared = hackathons.get(hackathonSlug);
    const date = declared?.startDate ?? record.hackathon?.startDate ?? null;
    const hackathon = declared?.name ?? record.hackathon?.name ?? hackathonSlug;
    if (date === null) continue;
    if (!first || date < first.date || (date === first.date && hackathon < first.hackathon))
      first = { hackathon, date };
  }
  return first;
}
