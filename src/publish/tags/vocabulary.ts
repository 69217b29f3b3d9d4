/** Reads the vocabulary of tags and prepares it for matching. */
import { fileURLToPath } from "node:url";
import { type TagKind, tagKinds } from "../../corpus/projects/project-layout.ts";
import { Digest } from "../../digest/digest.ts";
import { CheckedYamlError, parseCheckedYaml, readTextFile } from "../../yaml/checked-yaml.ts";
import { type Phrase, parsePhrase, phraseKey, singularOf } from "./phrase.ts";
import { buildPhraseTrie, type PhraseTrie } from "./phrase-trie.ts";
import {
  signalsOf,
  type VocabularyContent,
  vocabularyFaults,
  vocabularySchema,
} from "./vocabulary-schema.ts";

/** A vocabulary file that cannot be used; the message has one line `file:line: field: rule` for each fault. */
export class VocabularyError extends CheckedYamlError {
  override readonly name = "VocabularyError";
}

export interface Signal {
  kind: TagKind;
  tag: string;
}

export interface Vocabulary {
  phrases: PhraseTrie;
  /** What each phrase of the trie signals; null: a phrase that hides the phrases within it. */
  signals: readonly (Signal | null)[];
  /** Both together, to build on. */
  entries: readonly SignalPhrase[];
  /** Tags implied by this one. */
  implied(signal: Signal): readonly Signal[];
  /** Singular of a last word → the kind of tag that it makes. */
  heads: ReadonlyMap<string, TagKind>;
  plain: ReadonlySet<string>;
}

/** The shipped vocabulary, next to this module in both the sources and the build. */
const shippedPath = fileURLToPath(new URL("./vocabulary.yaml", import.meta.url));

const vocabularyKind = { kind: "tag vocabulary", Refusal: VocabularyError };

/**
 * Reads and checks a vocabulary file.
 *
 * @throws {VocabularyError} when the file cannot be read, is not YAML in UTF-8, or breaks a rule.
 */
export function loadVocabulary(path: string): Vocabulary {
  return parseVocabulary(readTextFile(path, vocabularyKind), path);
}

let shipped: Vocabulary | undefined;

/** The shipped vocabulary, cached because a publish uses it several times. */
export function shippedVocabulary(): Vocabulary {
  shipped ??= loadVocabulary(shippedPath);
  return shipped;
}

/** Digest of the shipped file, which a publish without new projects need not parse. */
export function shippedVocabularyDigest(): string {
  return new Digest().add(readTextFile(shippedPath, vocabularyKind)).short();
}

/** Checks the text of a vocabulary; `path` only names it in errors. */
export function parseVocabulary(source: string, path: string): Vocabulary {
  const content = parseCheckedYaml(source, path, {
    ...vocabularyKind,
    schema: vocabularySchema,
    faults: vocabularyFaults,
    isShipped: path === shippedPath,
  });
  return compile(content);
}

function compile(content: VocabularyContent): Vocabulary {
  const sources = [
    ...tagKinds.flatMap((kind) =>
      content[kind].flatMap((entry) =>
        signalsOf(entry).map(({ source }) => ({ source, signal: { kind, tag: entry.tag } })),
      ),
    ),
    ...content.ignored.map((source) => ({ source, signal: null })),
  ];
  const implied = impliedTags(content);
  return {
    ...matching(sources.map(({ source, signal }) => ({ phrase: parsePhrase(source)!, signal }))),
    implied: ({ kind, tag }) => implied.get(`${kind} ${tag}`) ?? [],
    heads: new Map(
      tagKinds.flatMap((kind) => content.mined.heads[kind].map((word) => [singularOf(word), kind] as const)),
    ),
    plain: new Set(content.mined.plain),
  };
}

interface SignalPhrase {
  phrase: Phrase;
  signal: Signal | null;
}

function matching(entries: readonly SignalPhrase[]): Pick<Vocabulary, "phrases" | "signals" | "entries"> {
  return {
    phrases: buildPhraseTrie(entries.map(({ phrase }) => phrase)),
    signals: entries.map(({ signal }) => signal),
    entries,
  };
}

/** The vocabulary with further signals; phrases that it knows already, of whatever kind, keep their meaning. */
export function extendVocabulary(vocabulary: Vocabulary, further: readonly Signal[]): Vocabulary {
  const known = new Set(vocabulary.entries.map(({ phrase }) => phraseKey(phrase)));
  const added = further.flatMap((signal): SignalPhrase[] => {
    const phrase = parsePhrase(signal.tag.toLowerCase());
    return phrase && !known.has(phraseKey(phrase)) ? [{ phrase, signal }] : [];
  });
  if (added.length === 0) return vocabulary;
  return { ...vocabulary, ...matching([...vocabulary.entries, ...added]) };
}

function impliedTags(content: VocabularyContent): Map<string, Signal[]> {
  const entries = tagKinds.flatMap((kind) => content[kind].map((entry) => ({ kind, entry })));
  return new Map(
    entries.flatMap(({ kind, entry: { tag, implies } }) =>
      implies
        ? [
            [
              `${kind} ${tag}`,
              tagKinds.flatMap((to) => (implies[to] ?? []).map((each) => ({ kind: to, tag: each }))),
            ],
          ]
        : [],
    ),
  );
}
