/** The demo's projects, read from its files, with every filter and count as a plain loop. */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

const demo = new URL("../../../demo/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, demo), "utf8");
export const readLines = <T>(path: string): T[] =>
  read(path)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

interface Choice {
  slug: string;
  name: string;
}
export interface DemoHackathon extends Choice {
  startDate: string;
  tracks?: Choice[];
  labels?: Choice[];
}
export interface DemoPrize {
  type: string;
  name: string | null;
  placement: number | null;
  amount: number | null;
  trackName: string | null;
}
type Tool = { name: string; network?: string };
export const tagKinds = ["problemTags", "solutionTags", "primitives", "techStack", "targetUsers"] as const;
export const toolKinds = [
  "languages",
  "frameworks",
  "chains",
  "protocols",
  "services",
  "tooling",
  "standards",
] as const;

export interface DemoRecord extends Choice {
  oneLiner: string;
  description: string;
  hackathon: { slug: string; name: string; startDate: string };
  createdAt: string;
  tracks?: string[];
  labels?: string[];
  award?: "winner" | "honorable_mention";
  prize?: DemoPrize;
  prizes?: DemoPrize[];
  links: Record<string, string | boolean | null>;
  team: { count: number; members: object[] };
  tags: Record<(typeof tagKinds)[number], string[]>;
  categories: { primaryKey: string; secondaryKey: string | null; confidence: string };
  builtWith?: Record<(typeof toolKinds)[number], Tool[]>;
  evidenceSummaries?: Record<string, object | null>;
  accelerator?: { companySlug: string; companyName: string; batchKey: string; batchName: string };
  metrics: { updatesCount: number; likesCount?: number; commentsCount?: number };
  isUniversityProject?: boolean;
  isSolanaMobile?: boolean;
}

export interface DemoProject {
  slug: string;
  record: DemoRecord;
  hackathon: DemoHackathon;
  trackClassification: "prize_tracks" | "submission_labels" | "ambiguous";
  tracks: { key: string; name: string }[];
  labels: { key: string; name: string }[];
  award: "winner" | "honorable_mention" | null;
  prize: DemoPrize | null;
}

export const demoHackathons: DemoHackathon[] = (parse(read("hackathons.yaml")) as DemoHackathon[]).map(
  (hackathon) => ({ ...hackathon, startDate: String(hackathon.startDate) }),
);

/** Of several, the first by: win before mention, placement (none last), amount descending, order of input. */
function shownPrize({ prize, prizes = [] }: DemoRecord): DemoPrize | null {
  let best: DemoPrize | null = null;
  for (const next of prize ? [prize, ...prizes] : prizes) {
    if (best === null || standsBefore(next, best)) best = next;
  }
  return best;
}

function standsBefore(a: DemoPrize, b: DemoPrize): boolean {
  const mention = (one: DemoPrize) => one.type === "HONORABLE_MENTION";
  if (mention(a) !== mention(b)) return mention(b);
  const placement = (one: DemoPrize) => one.placement ?? Number.POSITIVE_INFINITY;
  if (placement(a) !== placement(b)) return placement(a) < placement(b);
  return (a.amount ?? -1) > (b.amount ?? -1);
}

function settle(record: DemoRecord): DemoProject {
  const hackathon = demoHackathons.find(({ slug }) => slug === record.hackathon.slug)!;
  const { tracks = [], labels = [] } = record;
  const trackClassification =
    labels.length === 0 ? "prize_tracks" : tracks.length === 0 ? "submission_labels" : "ambiguous";
  const keyed = (names: string[], declared: Choice[] = [], start = "") =>
    names.map((name) => {
      const { slug } = declared.find((choice) => choice.name === name)!;
      return { name, key: `${start}${hackathon.slug}/${slug}` };
    });
  const prize = shownPrize(record);
  const byPrize = prize && (prize.type === "HONORABLE_MENTION" ? "honorable_mention" : "winner");
  return {
    slug: record.slug,
    record,
    hackathon,
    trackClassification,
    tracks: trackClassification === "prize_tracks" ? keyed(tracks, hackathon.tracks) : [],
    labels: trackClassification === "submission_labels" ? keyed(labels, hackathon.labels, "label:") : [],
    award: record.award ?? byPrize,
    prize,
  };
}

export const demoProjects: DemoProject[] = readdirSync(new URL("projects/", demo))
  .sort()
  .flatMap((name) => readLines<DemoRecord>(`projects/${name}`))
  .map(settle);

const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Start date, then createdAt, both descending; then slug. */
export function newestFirst(projects: readonly DemoProject[]): DemoProject[] {
  return projects.toSorted(
    (a, b) =>
      Date.parse(b.hackathon.startDate) - Date.parse(a.hackathon.startDate) ||
      Date.parse(b.record.createdAt) - Date.parse(a.record.createdAt) ||
      byCodeUnits(a.slug, b.slug),
  );
}

export const slugsOf = (projects: readonly { slug: string }[]): string[] => projects.map(({ slug }) => slug);

export interface Bucket {
  key: string;
  label: string;
  count: number;
}

/** One bucket per value, by count descending, then key. */
export function countValues(
  projects: readonly DemoProject[],
  valuesOf: (project: DemoProject) => { key: string; label: string }[],
): Bucket[] {
  const buckets = new Map<string, Bucket>();
  for (const project of projects) {
    for (const { key, label } of valuesOf(project)) {
      const bucket = buckets.get(key) ?? { key, label, count: 0 };
      bucket.count++;
      buckets.set(key, bucket);
    }
  }
  return [...buckets.values()].sort((a, b) => b.count - a.count || byCodeUnits(a.key, b.key));
}
