/**
 * Labels of clusters: noun phrases, no two alike. A label is a phrase that most members write; else the category of most
 * members, with what some of them do where several clusters share it; else the most distinctive phrase of the
 * cluster, joined with a second one of related meaning where that adds much, or the one or two categories of half of the
 * members where these are more than write the phrases.
 */
import { relatedness } from "../../embed/static/static-table.ts";
import type { Subject } from "./category-subjects.ts";
import { type ClusterPhrase, holds } from "./mine-phrases.ts";

export const labelWords = { least: 2, most: 6 } as const;

/** Minimum weight and frequency of a second phrase, relative to the first, and how near it must be to it in meaning. */
const second = { weight: 0.3, share: 0.2, minShare: 0.03, relatedness: 0.15 } as const;
/** A phrase of several words replaces a single word when at least this share of the word's members write it. */
const minShareOfLonger = 0.045;
/** A cluster whose best phrase has a lower weight, or is used by fewer members, has no subject. */
const subject = { score: 0.03, share: 0.045 } as const;
/** Minimum for a cluster without a subject to be named after a phrase. */
const minScoreOfShared = 0.02;
/** A first phrase used by a smaller share is replaced by one that more members use. */
const minShareOfFirst = 0.04;
/** When another cluster has taken the best phrase, longer ones around it gain this much. */
const aroundTaken = 3;
/** Written by at least this share of members, a phrase names the cluster better than a category does. */
const minShareOfMost = 0.55;
/** Minimum share of members for a phrase to stand behind a category, and its words at most. */
const included = { minShare: 0.06, maxWords: 3 } as const;

/**
 * A label per cluster, from its phrases, best first, and the subject of its members' categories. Clusters whose best
 * phrase is stronger choose first.
 */
export function labelClusters(
  ranked: readonly (readonly ClusterPhrase[])[],
  subjects: readonly (Subject | null)[] = [],
): string[] {
  const labels = new Array<string>(ranked.length).fill("");
  const strength = (cluster: number) => ranked[cluster]![0]?.score ?? 0;
  const order = ranked.map((_, cluster) => cluster).sort((a, b) => strength(b) - strength(a) || a - b);
  const taken = new Taken();
  const uses = new Map<string, number>();
  for (const subject of subjects) if (subject) uses.set(subject.text, (uses.get(subject.text) ?? 0) + 1);
  for (const cluster of order) {
    const subject = subjects[cluster];
    const phrases = ranked[cluster]!;
    const described = phrasesFor(phrases, taken);
    labels[cluster] =
      subject && (subject.isCertain || subject.share > coveredBy(described))
        ? labelBySubject(subject, { phrases, taken, shared: uses.get(subject.text)! > 1 })
        : labelOf(described, { phrases, taken });
  }
  return labels;
}

function labelBySubject(
  subject: Subject,
  { phrases, taken, shared }: { phrases: readonly ClusterPhrase[]; taken: Taken; shared: boolean },
): string {
  const free = taken.freeOf(phrases);
  const most = free.find(({ share, words }) => words > 1 && share >= minShareOfMost);
  if (most) return taken.take(most.text, [most]);
  if (!shared) return taken.take(subject.text, []);
  const frequent = free.find(
    ({ key, share, words }) =>
      share >= included.minShare &&
      words <= included.maxWords &&
      !key.split(" ").some((stem) => subject.stems.has(stem)),
  );
  return frequent
    ? taken.take(`${subject.text}, Including ${frequent.text}`, [frequent])
    : taken.take(subject.text, []);
}

class Taken {
  readonly #phrases = new Set<string>();
  readonly #labels = new Set<string>();

  /** Those of the phrases that no label has. */
  freeOf(phrases: readonly ClusterPhrase[]): ClusterPhrase[] {
    return phrases.filter(({ key }) => !this.#phrases.has(bagOf(key)));
  }

  /** The first that is not taken; the last, with a number, when all are. */
  takeOneOf(labels: readonly string[]): string {
    const free = labels.find((label) => !this.#labels.has(label.toLowerCase()));
    return this.take(free ?? labels.at(-1)!, []);
  }

  /** The label, with a number where an equal one exists; marks its phrases as taken. */
  take(label: string, phrases: readonly ClusterPhrase[]): string {
    let distinct = label;
    for (let n = 2; this.#labels.has(distinct.toLowerCase()); n++) distinct = `${label} ${n}`;
    this.#labels.add(distinct.toLowerCase());
    for (const { key } of phrases) this.#phrases.add(bagOf(key));
    return distinct;
  }
}

/** The same words in another order count as the same label. */
const bagOf = (key: string) => key.split(" ").sort().join(" ");

/** By the phrases that describe the cluster; of all its phrases where none do. */
function labelOf(
  [first, other]: readonly ClusterPhrase[],
  { phrases, taken }: { phrases: readonly ClusterPhrase[]; taken: Taken },
): string {
  if (!first) return mixedLabel(taken.freeOf(phrases), taken);
  if (other) return taken.take(`${first.text} and ${other.text}`, [first, other]);
  return taken.take(first.words > 1 ? first.text : `${first.text} Projects`, [first]);
}

/** The one or two phrases that describe the cluster best; none where it has no subject. */
function phrasesFor(phrases: readonly ClusterPhrase[], taken: Taken): ClusterPhrase[] {
  const free = taken.freeOf(phrases);
  const best = bestOf(phrases, free);
  if (!best || !hasSubject(phrases)) return [];
  const first = best.words > 1 ? best : (longerOf(best, free) ?? best);
  const other = secondOf(first, free);
  return other ? [first, other] : [first];
}

/** Share of the cluster's members that write at least one of the phrases. */
function coveredBy(phrases: readonly ClusterPhrase[]): number {
  const [first] = phrases;
  if (!first) return 0;
  return (new Set(phrases.flatMap(({ members }) => members)).size / first.members.length) * first.share;
}

function hasSubject(phrases: readonly ClusterPhrase[]): boolean {
  return phrases.some(({ score, share }) => score >= subject.score && share >= subject.share);
}

function bestOf(all: readonly ClusterPhrase[], free: readonly ClusterPhrase[]): ClusterPhrase | undefined {
  const wanted = all[0];
  const frequent = free.find(({ share }) => share >= minShareOfFirst);
  if (!wanted || free.includes(wanted)) return frequent ?? free[0];
  const weight = (phrase: ClusterPhrase) =>
    phrase.score * (phrase.words > 1 && holds(phrase.key, wanted.key) ? aroundTaken : 1);
  return free.reduce<ClusterPhrase | undefined>(
    (best, phrase) => (best && weight(best) >= weight(phrase) ? best : phrase),
    undefined,
  );
}

/** For clusters of projects that have little in common. */
function mixedLabel(free: readonly ClusterPhrase[], taken: Taken): string {
  const shared = free.find(
    ({ share, score, words }) =>
      share >= subject.share && score >= minScoreOfShared && words <= labelWords.most - 1,
  );
  return shared
    ? taken.take(`Miscellaneous ${shared.text}`, [shared])
    : taken.takeOneOf(["Miscellaneous Projects", "Assorted Projects", "Various Projects", "Other Projects"]);
}

/** A phrase of several words around the word, if enough members write it. */
function longerOf(word: ClusterPhrase, free: readonly ClusterPhrase[]): ClusterPhrase | undefined {
  return free.find(
    ({ key, words, share }) => words > 1 && words < 4 && share >= minShareOfLonger && holds(key, word.key),
  );
}

/** The best phrase of other words, weighed by how many members it adds to those of the first. */
function secondOf(first: ClusterPhrase, free: readonly ClusterPhrase[]): ClusterPhrase | null {
  const covered = new Set(first.members);
  const stems = new Set(first.key.split(" "));
  let best: ClusterPhrase | null = null;
  let most = first.words === 1 ? 0 : second.weight * first.score;
  for (const phrase of free) {
    if (first.words + 1 + phrase.words > labelWords.most) continue;
    if (phrase.share < Math.max(second.minShare, second.share * Math.min(first.share, 0.3))) continue;
    if (phrase.key.split(" ").some((stem) => stems.has(stem))) continue;
    const added = phrase.members.reduce((sum, member) => sum + (covered.has(member) ? 0 : 1), 0);
    const weight = phrase.score * (0.3 + 0.7 * (added / phrase.members.length));
    if (weight <= most || relatedness(first.text, phrase.text) < second.relatedness) continue;
    most = weight;
    best = phrase;
  }
  return best;
}
