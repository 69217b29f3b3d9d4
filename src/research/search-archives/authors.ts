/** Authors whom a query names beside its subject: `Adam Back on hashcash`, `bearer certificates by Hettinga`. */
import type { ArchiveIndex } from "../../corpus/archive/archive-index.ts";
import { queryTerms } from "../../search/analysis/analyzer.ts";
import { type Token, tokenize } from "../../search/analysis/tokenizer.ts";
import type { Words } from "../../search/lookup/word-readings.ts";

export interface NamedAuthor {
  /** Folded words that the author's name must have. */
  words: readonly string[];
  /** How surely the query asks for texts by the author, and not about the author: 0 to 1. */
  certainty: number;
}

export interface AuthorsRead {
  authors: NamedAuthor[];
  /** The query without the names that a word such as `by` marks; the query itself where nothing is left. */
  subject: string;
}

export type AuthorReaders = Pick<ArchiveIndex, "countWrittenBy" | "vocabulary">;

/** Longer texts, such as a pasted idea, mention people without asking for what they wrote. */
const maxTokens = 24;
/** Tokens of a name, initials among them. */
const maxNameTokens = 4;

const marksBefore = new Set(["by", "from"]);
/** Not a possessive: `Zooko's triangle` is a subject. */
const marksAfter = new Set(["on", "about", "said", "says", "wrote", "writes"]);

/**
 * Of a name without such a word beside other words; greater values put what Julian Assange wrote before what is known about
 * him. A query of names alone asks for what they wrote.
 */
const unmarkedCertainty = 0.25;

/**
 * Least share of the documents with a name's rarest word that its bearers must have written, so that `digital cash`
 * stays a subject although somebody signs with it. Chosen on the 8,297 words of the names of 9,708 authors.
 */
const leastShare = { word: 0.5, markedWord: 0.1, name: 0.1, markedName: 0 };

/** The same words and those of authors' names, which are written as people write theirs. */
export function withNames(words: Words, archive: Pick<ArchiveIndex, "countWrittenBy">): Words {
  return {
    has: (word) => words.has(word) || archive.countWrittenBy([word]) > 0,
    near: (typed) => words.near(typed),
    neighbors: (word) => words.neighbors(word),
  };
}

/** Of a query without operators. */
export function readAuthors(query: string, archive: AuthorReaders): AuthorsRead {
  const tokens = tokenize(query);
  if (tokens.length > maxTokens) return { authors: [], subject: query };
  const authors = new Map<string, NamedAuthor>();
  const isAuthor = authorTest(archive);
  const kept: string[] = [];
  const others: string[] = [];
  let end = 0;
  for (let at = 0; at < tokens.length; at++) {
    const name = nameAt(tokens, at, isAuthor);
    if (!name) {
      others.push(tokens[at]!.text);
      continue;
    }
    const { words, marked, first, last } = name;
    const key = words.join(" ");
    const certainty = Math.max(marked ? 1 : unmarkedCertainty, authors.get(key)?.certainty ?? 0);
    authors.set(key, { words, certainty });
    if (marked) {
      kept.push(query.slice(end, tokens[first]!.start));
      end = tokens[last]!.end;
    }
    at = last;
  }
  kept.push(query.slice(end));
  const subject = kept
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
  const isWhole = kept.length === 1 || queryTerms(subject).length === 0;
  const named = [...authors.values()];
  const namesOnly = queryTerms(others.filter((word) => !isInitial(word)).join(" ")).length === 0;
  return {
    authors: namesOnly ? named.map(({ words }) => ({ words, certainty: 1 })) : named,
    subject: isWhole ? query : subject,
  };
}

interface Name {
  /** Each once. */
  words: string[];
  marked: boolean;
  /** Tokens of the name with its initials, and of the word that marks it. */
  first: number;
  last: number;
}

type AuthorTest = (words: readonly string[], name: { marked: boolean }) => boolean;

/** The longest name of an author that begins at a token. */
function nameAt(tokens: readonly Token[], start: number, isAuthor: AuthorTest): Name | null {
  const textAt = (at: number) => tokens[at]?.text ?? "";
  for (let end = Math.min(tokens.length, start + maxNameTokens) - 1; end >= start; end--) {
    if (isInitial(textAt(start)) || isInitial(textAt(end))) continue;
    const name = tokens.slice(start, end + 1).map(({ text }) => text);
    const words = [...new Set(name.filter((word) => !isInitial(word)))];
    let begin = start;
    while (isInitial(textAt(begin - 1))) begin--;
    const first = marksBefore.has(textAt(begin - 1)) ? begin - 1 : begin;
    const last = marksAfter.has(textAt(end + 1)) ? end + 1 : end;
    const marked = first < begin || last > end;
    if (isAuthor(words, { marked })) return { words, marked, first, last };
  }
  return null;
}

const isInitial = (word: string) => word.length === 1;

/** Remembers shares, since a query may repeat a name. */
function authorTest(archive: AuthorReaders): AuthorTest {
  const shares = new Map<string, number>();
  return (words, { marked }) => {
    const key = words.join(" ");
    const share = shares.get(key) ?? shareOf(words, archive);
    shares.set(key, share);
    const least =
      words.length === 1
        ? leastShare[marked ? "markedWord" : "word"]
        : leastShare[marked ? "markedName" : "name"];
    return share > 0 && share >= least;
  };
}

/** Share that bearers of a name wrote of the documents that mention its rarest word; 0 for a name of stop words. */
function shareOf(words: readonly string[], archive: AuthorReaders): number {
  const terms = queryTerms(words.join(" "));
  const written = terms.length === 0 ? 0 : archive.countWrittenBy(words);
  if (written === 0) return 0;
  return written / Math.max(written, Math.min(...terms.map((term) => archive.vocabulary.frequency(term))));
}
