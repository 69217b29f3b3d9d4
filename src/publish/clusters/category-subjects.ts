/** What clusters have in common by the categories of their members. */
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { wordKey } from "./candidate-phrases.ts";

/** A name that is true of most members of a cluster. */
export interface Subject {
  /** In title case. */
  text: string;
  /** Stems of its words. */
  stems: ReadonlySet<string>;
  /** The categories that it names. */
  keys: readonly string[];
  /** Share of the members whose main category it names. */
  share: number;
  /** Whether that is enough to name the cluster, whatever its members write. */
  isCertain: boolean;
}

/** Minimum share of members whose main category it is, for a category to name a cluster alone. */
const minMain = 0.6;
/** Above this share, a second main category is named as well. */
const maxUnnamed = 0.25;
/** Minimum shares for two categories to name a cluster where none can alone. */
const minPair = { together: 0.7, second: 0.2 } as const;
/** Minimum share of members whose main category is named, for a subject to be considered at all. */
const minUncertain = 0.5;
/** Minimum share of members that have a category as their main or second one, for it to be named beside another. */
const minBeside = 0.6;

const smallWords = new Set(["and", "or", "of", "for", "in", "on", "to", "the", "a", "with"]);

/** Of each cluster, by the rows of its members; null where even two categories hold less than half of them. */
export function subjectsOf(
  projects: readonly SegmentProject[],
  members: readonly (readonly number[])[],
  { categories, insufficientInformation }: Pick<Taxonomy, "categories" | "insufficientInformation">,
): (Subject | null)[] {
  const labels = new Map([...categories, insufficientInformation].map(({ key, label }) => [key, label]));
  return members.map((rows) => {
    const counts = new Map<string, number>();
    const either = new Map<string, number>();
    const add = (to: Map<string, number>, key = "") => labels.has(key) && to.set(key, (to.get(key) ?? 0) + 1);
    for (const row of rows) {
      const { primaryKey, secondaryKey } = projects[row]!.record.categories ?? {};
      add(counts, primaryKey);
      add(either, primaryKey);
      add(either, secondaryKey ?? "");
    }
    const shares = (of: ReadonlyMap<string, number>): Share[] =>
      maxFirst(of).map(([key, n]) => ({ key, share: n / rows.length }));
    const named = choose(shares(counts), shares(either));
    return named && { ...nameOf(named.keys, labels), ...named };
  });
}

interface Share {
  key: string;
  share: number;
}

/** By the shares of members with each main category, and with each category at all, both descending. */
function choose(
  main: readonly Share[],
  either: readonly Share[],
): Pick<Subject, "keys" | "share" | "isCertain"> | null {
  const [first, second = { key: "", share: 0 }] = main;
  if (!first) return null;
  const beside = either.find(({ key }) => key !== first.key);
  if (beside && beside.share >= minBeside) {
    const mainOf = main.find(({ key }) => key === beside.key)?.share ?? 0;
    return { keys: [first.key, beside.key], share: first.share + mainOf, isCertain: true };
  }
  const together = first.share + second.share;
  if (first.share >= minMain && second.share <= maxUnnamed)
    return { keys: [first.key], share: first.share, isCertain: true };
  if (second.share >= minPair.second && together >= minUncertain)
    return { keys: [first.key, second.key], share: together, isCertain: together >= minPair.together };
  return first.share >= minUncertain ? { keys: [first.key], share: first.share, isCertain: false } : null;
}

function maxFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

function nameOf(
  keys: readonly string[],
  labels: ReadonlyMap<string, string>,
): Pick<Subject, "text" | "stems"> {
  const parts = keys.map((key) => titleOf(keys.length > 1 ? shortened(labels.get(key)!) : labels.get(key)!));
  const stems = keys.flatMap((key) =>
    labels
      .get(key)!
      .split(/[\s,]+/)
      .map(wordKey),
  );
  const text = parts.join(" and ");
  return { text: text.includes(" ") ? text : `${text} Projects`, stems: new Set(stems) };
}

/** "Fitness, nutrition and sport" as a part of a longer name: its first item. */
function shortened(label: string): string {
  return label.split(/,| and /)[0]!;
}

function titleOf(label: string): string {
  return label
    .split(" ")
    .map((word, i) => (i > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}
