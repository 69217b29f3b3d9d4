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
}

/** Minimum share of members whose main category it is, for a category to name a cluster alone. */
const minMain = 0.6;
/** Above this share, a second main category is named as well. */
const maxUnnamed = 0.25;
/** Minimum shares for two categories to name a cluster where none can alone. */
const minPair = { together: 0.7, second: 0.2 } as const;
/** Minimum share of members that have a category as their main or second one, for it to be named beside another. */
const minBeside = 0.6;

const smallWords = new Set(["and", "or", "of", "for", "in", "on", "to", "the", "a", "with"]);

/** Of each cluster, by the rows of its members; null where no one or two categories hold most of them. */
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
    const [first, second] = maxFirst(counts);
    const named = (...keys: string[]) => subject(keys, labels);
    const beside = maxFirst(either).find(([key]) => key !== first?.[0]);
    if (first && beside && beside[1] >= minBeside * rows.length) return named(first[0], beside[0]);
    const share = (entry: [string, number] | undefined) => (entry?.[1] ?? 0) / rows.length;
    if (!first || share(first) + share(second) < minMain) return null;
    const isAlone = share(first) >= minMain && share(second) <= maxUnnamed;
    if (!second || isAlone) return named(first[0]);
    const isPair = share(second) >= minPair.second && share(first) + share(second) >= minPair.together;
    return isPair ? named(first[0], second[0]) : null;
  });
}

function maxFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

function subject(keys: readonly string[], labels: ReadonlyMap<string, string>): Subject {
  const parts = keys.map((key) => titleOf(keys.length > 1 ? shortened(labels.get(key)!) : labels.get(key)!));
  const stems = keys.flatMap((key) =>
    labels
      .get(key)!
      .split(/[\s,]+/)
      .map(wordKey),
  );
  const text = parts.join(" and ");
  return { text: text.includes(" ") ? text : `${text} Projects`, stems: new Set(stems), keys };
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
