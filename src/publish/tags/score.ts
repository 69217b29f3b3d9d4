/** Scores the tags of the vocabulary for a project's texts. */
import { type TagKind, tagKinds } from "../../corpus/projects/project-layout.ts";
import { isAside, isAudience, isSaidOfProject, type Mention } from "./mention.ts";
import { singularOf } from "./phrase.ts";
import type { PhraseMatch } from "./phrase-trie.ts";
import type { Signal, Vocabulary } from "./vocabulary.ts";
import { type Zone, zoneWeight } from "./zones.ts";

export interface TagScore {
  /** Of all mentions together, and of the one that weighs most. */
  weight: number;
  heaviest: number;
  /** Position of its first mention among those of the kind. */
  order: number;
}

export type Scores = Record<TagKind, Map<string, TagScore>>;

/**
 * Minimum total weight of the mentions of a tag. One mention in the one-liner is enough for each kind. A problem, a
 * solution or a user group that is mentioned elsewhere must be mentioned again: once is often a detail of a story.
 */
const minWeight: Record<TagKind, number> = {
  problemTags: 3,
  solutionTags: 3,
  primitives: 1,
  techStack: 1,
  targetUsers: 2,
};
/** An implied tag is less certain than the tag that implies it. */
const impliedShare = 0.8;

/** A zone with the phrases of the vocabulary in it. */
export interface MatchedZone extends Zone {
  matches: readonly PhraseMatch[];
}

export function matchZones(zones: readonly Zone[], vocabulary: Vocabulary): MatchedZone[] {
  return zones.map((zone) => ({ ...zone, matches: vocabulary.phrases.matches(zone.words) }));
}

/** Tags supported by the mentions, and the tags that they imply. */
export function scoreTags(zones: readonly MatchedZone[], vocabulary: Vocabulary): Scores {
  const scores = emptyScores();
  for (const zone of zones) {
    for (const match of zone.matches) {
      const signal = vocabulary.signals[match.phrase];
      if (!signal || isHidden(match, signal, { zone, vocabulary })) continue;
      const { last } = vocabulary.entries[match.phrase]!.phrase;
      const weight = mentionWeight(zone, { ...match, kind: signal.kind, last });
      if (weight > 0) add(scores, signal, weight);
    }
  }
  for (const kind of tagKinds) dropBelow(scores[kind], minWeight[kind]);
  addImplied(scores, vocabulary);
  return scores;
}

/** 0 for a mention that is not about the project. `last` is the last word of the phrase as written. */
export function mentionWeight(zone: Zone, mention: Mention & { last: string }): number {
  const weight = zoneWeight(zone.name, mention.kind);
  if (weight === 0 || !isSaidOfProject(zone.words, mention)) return 0;
  if (isAside(zone.words, mention)) return weight / 2;
  if (mention.kind !== "targetUsers") return weight;
  if (isAudience(zone.words, mention)) return weight * 2;
  const written = zone.words.tokens[mention.end - 1]!;
  // A plural names the audience; a singular is usually a person in the story.
  const isOneOfMany = written !== mention.last && written === singularOf(mention.last);
  return isOneOfMany ? weight / 2 : weight;
}

/** The heaviest mention, and a little for each further one. */
export function relevance({ weight, heaviest }: TagScore): number {
  return heaviest + 0.25 * Math.log2(1 + Math.max(0, weight - heaviest));
}

/** Whether one mention of this weight is enough. */
export function suffices(kind: TagKind, weight: number): boolean {
  return weight >= minWeight[kind];
}

/**
 * A longer phrase that includes the last word of another hides it: "react native" hides "in React", "order book" hides
 * "limit order". Both must signal the same kind, unless the longer is a hiding phrase.
 */
function isHidden(
  match: PhraseMatch,
  signal: Signal,
  { zone, vocabulary }: { zone: MatchedZone; vocabulary: Vocabulary },
): boolean {
  return zone.matches.some(({ phrase, start, end }) => {
    const takesLastWord = start < match.end && end >= match.end;
    const saysMore = end > match.end || start < match.start;
    const outer = vocabulary.signals[phrase];
    return takesLastWord && saysMore && (outer == null || outer.kind === signal.kind);
  });
}

function add(scores: Scores, { kind, tag }: Signal, weight: number): void {
  const known = scores[kind].get(tag) ?? { weight: 0, heaviest: 0, order: scores[kind].size };
  known.weight += weight;
  known.heaviest = Math.max(known.heaviest, weight);
  scores[kind].set(tag, known);
}

function dropBelow(tags: Map<string, TagScore>, least: number): void {
  for (const [tag, { weight }] of tags) if (weight < least) tags.delete(tag);
}

/** One step only: what is implied implies nothing further. */
function addImplied(scores: Scores, vocabulary: Vocabulary): void {
  const present = tagKinds.flatMap((kind) => [...scores[kind]].map(([tag, score]) => ({ kind, tag, score })));
  for (const { kind, tag, score } of present) {
    for (const implied of vocabulary.implied({ kind, tag })) {
      const tags = scores[implied.kind];
      if (tags.has(implied.tag)) continue;
      const heaviest = score.heaviest * impliedShare;
      tags.set(implied.tag, { weight: heaviest, heaviest, order: tags.size });
    }
  }
}

function emptyScores(): Scores {
  return Object.fromEntries(tagKinds.map((kind) => [kind, new Map()])) as unknown as Scores;
}
