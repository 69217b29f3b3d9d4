/**
 * The distinctive phrases of a cluster, by class-based tf-idf over phrases (M. Grootendorst, "BERTopic", 2022): the
 * share of a cluster's members that write a phrase, times the logarithm of how much rarer it is everywhere.
 */
import { contentKeys, type Phrase, phraseOfTag, phrasesOf, stretches, wordKey } from "./candidate-phrases.ts";
import type { DescriptiveTexts } from "./descriptive-texts.ts";
import { vessels } from "./word-classes.ts";
import { WordForms } from "./word-forms.ts";

export interface ClusterPhrase {
  key: string;
  /** As most members write it, in title case. */
  text: string;
  /** The same, as written inside a sentence. */
  prose: string;
  /** Its words as written; a hyphenated one is one. */
  words: number;
  /** Share of the cluster's members that write it. */
  share: number;
  /** That share as a multiple of the share of all projects. */
  lift: number;
  score: number;
  /** Positions of the members, ascending. */
  members: readonly number[];
}

export interface MinedPhrases {
  /** Best first, per cluster. */
  ranked: ClusterPhrase[][];
  forms: WordForms;
}

export interface MiningInput {
  /** Of each project. */
  texts: readonly DescriptiveTexts[];
  /** The number of each project's cluster. */
  clusterOf: ArrayLike<number>;
  clusters: number;
  /** Names of technologies: they say how projects are built, seldom what they are. */
  technologies: Iterable<string>;
}

/** Phrases kept per cluster. */
const kept = 120;
/** Minimum number of members that use a phrase. */
const minMembers = 2;
/** Minimum share of a cluster's members; rarer phrases do not describe the cluster. */
const minShare = 0.013;
/** Minimum lift over all projects; below it, a phrase does not distinguish the cluster. */
const minLift = 1.8;
/** Several words say more than one, which is in all its phrases and so always more frequent. */
const lengthWeights = [0, 0.5, 1.3, 1.4, 1.3];

/** A phrase is a fragment when at least this share of its uses are inside one longer phrase. */
const fragmentShare = 0.65;
/** Share of all spellings of a phrase. */
const pluralShare = 0.15;
/** Minimum ratio of plurals to singulars for a word to be countable. */
const countableShare = 0.08;

/** Characters. */
const sameStart = 60;
const nothing: DescriptiveTexts = { prose: [], tags: [] };

const technologyWorth = 0.5;

interface Found {
  words: number;
  worth: number;
  members: number[];
  forms: Map<string, number>;
}

/** Deterministic; ties go by key. */
export function minePhrases({ texts, clusterOf, clusters, technologies }: MiningInput): MinedPhrases {
  const distinct = firstOfEach(texts);
  const split = distinct.map(({ prose }) => prose.flatMap(stretches));
  const forms = new WordForms();
  for (const project of split) for (const stretch of project) forms.add(stretch);
  const known = frequentKeys(split);
  const found = new Map<string, Found>();
  split.forEach((project, position) => {
    const own = new Map<string, Phrase>();
    for (const stretch of project)
      for (const phrase of phrasesOf(stretch, known)) if (!own.has(phrase.key)) own.set(phrase.key, phrase);
    for (const tag of distinct[position]!.tags) {
      const phrase = phraseOfTag(tag);
      if (phrase) own.set(phrase.key, phrase);
    }
    for (const { key, words, worth } of own.values()) {
      let entry = found.get(key);
      if (!entry) {
        entry = { words: words.length, worth, members: [], forms: new Map() };
        found.set(key, entry);
      }
      entry.members.push(position);
      const text = words.join(" ").toLowerCase();
      entry.forms.set(text, (entry.forms.get(text) ?? 0) + 1);
    }
  });
  const tools = new Set(Array.from(technologies, (name) => wordKey(name.replaceAll(" ", "-"))));
  for (const [key, entry] of found) if (tools.has(key)) entry.worth *= technologyWorth;
  return { ranked: rank(found, { clusterOf, clusters, projects: texts.length, forms }), forms };
}

/** Repeated submissions count once: of texts with the same beginning, all but the first are emptied. */
function firstOfEach(texts: readonly DescriptiveTexts[]): DescriptiveTexts[] {
  const seen = new Set<string>();
  return texts.map((own) => {
    const start = [...own.prose, ...own.tags].join(" ").slice(0, sameStart).toLowerCase();
    if (seen.has(start)) return nothing;
    seen.add(start);
    return own;
  });
}

/** Stems that occur in enough projects for a phrase with them to qualify; other stems are never counted. */
function frequentKeys(split: readonly string[][][]): (key: string) => boolean {
  const projects = new Map<string, number>();
  for (const project of split)
    for (const key of new Set(project.flatMap(contentKeys))) projects.set(key, (projects.get(key) ?? 0) + 1);
  return (key) => (projects.get(key) ?? 0) >= minMembers;
}

function rank(
  found: ReadonlyMap<string, Found>,
  by: { clusterOf: ArrayLike<number>; clusters: number; projects: number; forms: WordForms },
): ClusterPhrase[][] {
  const { clusterOf, clusters, projects, forms } = by;
  const sizes = new Uint32Array(clusters);
  for (let position = 0; position < projects; position++) sizes[clusterOf[position]!]!++;
  const ranked: ClusterPhrase[][] = Array.from({ length: clusters }, () => []);
  for (const [key, entry] of found) {
    if (entry.members.length < minMembers) continue;
    const inCluster = new Map<number, number[]>();
    for (const position of entry.members) {
      const cluster = clusterOf[position]!;
      const members = inCluster.get(cluster);
      if (members) members.push(position);
      else inCluster.set(cluster, [position]);
    }
    for (const [cluster, members] of inCluster) {
      const share = members.length / sizes[cluster]!;
      if (members.length < minMembers || share < minShare) continue;
      const lift = share / (entry.members.length / projects);
      // In a cluster of nearly all projects, no phrase can be distinctive.
      if (lift < Math.min(minLift, 0.9 * (projects / sizes[cluster]!))) continue;
      const { words, worth } = entry;
      const score = share * Math.log(1 + lift) * lengthWeights[words]! * worth;
      ranked[cluster]!.push({ key, text: "", prose: "", words, share, lift, score, members });
    }
  }
  return ranked.map((phrases) =>
    withoutFragments(phrases.sort(byScore).slice(0, kept)).map((phrase) => {
      const written = usualForm(found.get(phrase.key)!.forms, forms).split(" ");
      return {
        ...phrase,
        text: written.map((word) => forms.inTitle(word)).join(" "),
        prose: written.map((word) => forms.inSentence(word)).join(" "),
      };
    }),
  );
}

function byScore(a: ClusterPhrase, b: ClusterPhrase): number {
  return b.score - a.score || (a.key < b.key ? -1 : 1);
}

/**
 * Removes phrases that occur mostly inside a longer one, such as "order protocol" in "limit order protocol"; and longer
 * phrases whose additional words few members write.
 */
function withoutFragments(phrases: readonly ClusterPhrase[]): ClusterPhrase[] {
  return phrases.filter(
    (phrase) =>
      !phrases.some(
        (other) =>
          other !== phrase &&
          holds(other.key, phrase.key) &&
          other.members.length >= fragmentShare * phrase.members.length,
      ),
  );
}

/** Whether `whole` contains all words of `part`, adjacent. */
export function holds(whole: string, part: string): boolean {
  return ` ${whole} `.includes(` ${part} `);
}

/** In the plural where enough members write the phrase, or at least its last word, in the plural. */
function usualForm(counts: ReadonlyMap<string, number>, forms: WordForms): string {
  const ordered = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const all = ordered.reduce((sum, [, count]) => sum + count, 0);
  const plural = ordered.find(([text, count]) => /[^s]s$/.test(text) && count >= pluralShare * all);
  if (plural) return plural[0];
  const usual = ordered[0]![0];
  const last = usual.split(" ").at(-1)!;
  const countable = usual !== last && (vessels.has(last) || isCountable(last, forms));
  return countable && !last.endsWith("s") ? `${usual}s` : usual;
}

/** Whether texts have the plural of a word often enough. Activities ("forecasting") are not counted. */
function isCountable(word: string, forms: WordForms): boolean {
  const plurals = forms.count(`${word}s`);
  return !word.endsWith("ing") && plurals >= 2 && plurals >= countableShare * forms.count(word);
}
