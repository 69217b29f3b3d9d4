/**
 * Derives the tags that an import leaves out: phrases of the vocabulary that the texts state of the project, phrases
 * common in the corpus, and names of tools found in the code. Prefers precision: no tag rather than a wrong one.
 */

import type { Tags } from "../../contract/api/shared.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import { type TagKind, tagKinds } from "../../corpus/projects/project-layout.ts";
import type { PublishRun } from "../types.ts";
import { commonTags } from "./common-tags.ts";
import { type Candidate, candidatesIn, type MinedPhrase, PhraseCounts } from "./mined-phrases.ts";
import type { PhraseMatch } from "./phrase-trie.ts";
import {
  type MatchedZone,
  matchZones,
  mentionWeight,
  relevance,
  type Scores,
  scoreTags,
  suffices,
} from "./score.ts";
import { toolTags } from "./tool-tags.ts";
import {
  extendVocabulary,
  shippedVocabulary,
  shippedVocabularyDigest,
  type Vocabulary,
} from "./vocabulary.ts";
import { type ZoneName, zonesOf } from "./zones.ts";

const most = 10;
/** Version of the algorithm; increment it when the same texts and vocabulary yield other tags. */
const rulesVersion = 4;
/** Zones in which phrases are mined: not names, which are unique, nor text about what was not built. */
const minedZones: ReadonlySet<ZoneName> = new Set([
  "oneLiner",
  "opening",
  "lead",
  "body",
  "problem",
  "built",
  "summary",
]);
/** At equal weight, the vocabulary is more reliable than the corpus. */
const minedShare = 0.9;

/** Digest of everything that derived tags depend on, except the records. */
export function tagsVersion(): string {
  return `${rulesVersion}-${shippedVocabularyDigest()}`;
}

const allButTechnologies = tagKinds.filter((kind) => kind !== "techStack");

/**
 * The kinds of tags that are derived: all where the import has none; all but technologies where it has these alone, which
 * many sources list without saying anything of the rest; else none, because an empty list may be intended.
 */
export function derivedKinds({ tags }: ProjectRecord): readonly TagKind[] {
  const imported = tagKinds.filter((kind) => tags?.[kind].length);
  if (imported.length === 0) return tagKinds;
  return imported.every((kind) => kind === "techStack") ? allButTechnologies : [];
}

/** Projects in which phrases are mined, evenly spread: their candidates are kept in memory. */
const maxMined = 50_000;

/**
 * One entry per project, in the same order: up to ten tags of each kind, the most relevant first, none of kinds that the
 * import supplies; null where nothing was found. The order of up to 50,000 projects does not affect their tags. Throws the
 * signal's reason when it aborts.
 */
export function* deriveTags(
  run: Pick<PublishRun, "signal">,
  projects: readonly SegmentProject[],
  base: Vocabulary = shippedVocabulary(),
): Generator<Tags | null> {
  const vocabulary = extendVocabulary(base, commonTags(projects));
  const counts = new PhraseCounts();
  const step = Math.max(1, projects.length / maxMined);
  const found = new Map<number, FoundTags | null>();
  for (let at = 0; Math.floor(at) < projects.length; at += step) {
    if (found.size % 500 === 0) run.signal?.throwIfAborted();
    const i = Math.floor(at);
    const { record } = projects[i]!;
    const zones = matchZones(zonesOf(record), vocabulary);
    const candidates = minedCandidates(zones, vocabulary);
    counts.add(
      formsOf(zones),
      candidates.map(({ candidate }) => candidate),
    );
    found.set(i, foundTags(record, { zones, candidates, vocabulary }));
  }
  const mined = counts.mined();
  for (let i = 0; i < projects.length; i++) {
    if (i % 500 === 0) run.signal?.throwIfAborted();
    const each = found.get(i) ?? (found.has(i) ? null : read(projects[i]!.record, vocabulary));
    found.delete(i);
    if (each) addMined(each.scores, each.candidates, mined);
    yield each && ranked(each, derivedKinds(projects[i]!.record));
  }
}

interface FoundTags {
  scores: Scores;
  tools: string[];
  candidates: readonly WeighedCandidate[];
}

function read(record: ProjectRecord, vocabulary: Vocabulary): FoundTags | null {
  if (derivedKinds(record).length === 0) return null;
  const zones = matchZones(zonesOf(record), vocabulary);
  return foundTags(record, { zones, candidates: minedCandidates(zones, vocabulary), vocabulary });
}

function foundTags(
  record: ProjectRecord,
  from: { zones: MatchedZone[]; candidates: WeighedCandidate[]; vocabulary: Vocabulary },
): FoundTags | null {
  if (derivedKinds(record).length === 0) return null;
  const { zones, candidates, vocabulary } = from;
  return { scores: scoreTags(zones, vocabulary), tools: toolTags(record, vocabulary), candidates };
}

interface WeighedCandidate {
  candidate: Candidate;
  weight: number;
}

/**
 * Leaves out candidates within a phrase of the vocabulary, such as "knowledge proof", and those that contain the name
 * of a technology: "1inch limit orders" adds nothing to its parts.
 */
function minedCandidates(zones: readonly MatchedZone[], vocabulary: Vocabulary): WeighedCandidate[] {
  return zones
    .filter(({ name }) => minedZones.has(name))
    .flatMap((zone) =>
      candidatesIn(zone.words, vocabulary)
        .filter((candidate) => !zone.matches.some((match) => spoils(match, candidate, vocabulary)))
        .map((candidate) => ({ candidate, weight: mentionWeight(zone, candidate) })),
    );
}

function spoils(match: PhraseMatch, { start, end }: Candidate, { signals }: Vocabulary): boolean {
  if (match.start <= start && match.end >= end) return true;
  return signals[match.phrase]?.kind === "techStack" && match.start < end && match.end > start;
}

function formsOf(zones: readonly MatchedZone[]): Set<string> {
  const forms = new Set<string>();
  for (const { name, words } of zones)
    if (minedZones.has(name)) for (const form of words.forms) forms.add(form);
  return forms;
}

/** Of candidates with the same last word the longest that the corpus knows; none that is a tag already. */
function addMined(
  scores: Scores,
  candidates: readonly WeighedCandidate[],
  mined: ReadonlyMap<string, MinedPhrase>,
): void {
  const found = new Map<string, { phrase: MinedPhrase; weight: number; heaviest: number }>();
  let head: Candidate | null = null;
  for (const { candidate, weight } of candidates) {
    const phrase = mined.get(candidate.key);
    if (!phrase || weight === 0 || candidate.end === head?.end) continue;
    head = candidate;
    const known = found.get(phrase.tag) ?? { phrase, weight: 0, heaviest: 0 };
    known.weight += weight;
    known.heaviest = Math.max(known.heaviest, weight * minedShare);
    found.set(phrase.tag, known);
  }
  for (const [tag, { phrase, weight, heaviest }] of found) {
    const tags = scores[phrase.kind];
    if (!tags.has(tag) && suffices(phrase.kind, weight))
      tags.set(tag, { weight, heaviest, order: tags.size });
  }
}

/** Tags from code come before tags from texts. Null when there are none. */
function ranked({ scores, tools }: FoundTags, kinds: readonly TagKind[]): Tags | null {
  const tags = Object.fromEntries(
    tagKinds.map((kind) => [
      kind,
      [...scores[kind]]
        .sort(([, a], [, b]) => relevance(b) - relevance(a) || a.order - b.order)
        .map(([tag]) => tag),
    ]),
  ) as Tags;
  tags.techStack = [...new Set([...tools, ...tags.techStack])];
  for (const kind of tagKinds) tags[kind] = kinds.includes(kind) ? tags[kind].slice(0, most) : [];
  return tagKinds.some((kind) => tags[kind].length > 0) ? tags : null;
}
