/** Authors whom a query names beside its subject: `Adam Back on hashcash`, `bearer certificates by Hettinga`. */
import type { ArchiveIndex } from "../../corpus/archive/archive-index.ts";
import { termOf } from "../../search/analysis/analyzer.ts";
import { type Token, tokenize } from "../../search/analysis/tokenizer.ts";

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

export type AuthorReaders = Pick<ArchiveIndex, "writtenBy" | "vocabulary">;

/** Longer texts, such as a pasted idea, mention people without asking for what they wrote. */
const maxTokens = 24;
/** Tokens of a name, initials among them. */
const maxNameTokens = 4;

const marksBefore = new Set(["by", "from"]);
const marksAfter = new Set(["on", "about", "s", "said", "says", "wrote", "writes"]);

/** Of a name without such a word; greater values put what Julian Assange wrote before what is known about him. */
const unmarkedCertainty = 0.25;

/**
 * Least share of the documents with a name's rarest word that its bearers must have written, so that `digital cash`
 * stays a subject although somebody signs with it. Chosen on the 8,297 words of the names of 9,708 authors.
 */
const leastShare = { word: 0.5, markedWord: 0.05, name: 0.1, markedName: 0 };

/** Of a query without operators. */
export function readAuthors(query: string, archive: AuthorReaders): AuthorsRead {
  const tokens = tokenize(query);
  if (tokens.length > maxTokens) return { authors: [], subject: query };
  const authors: NamedAuthor[] = [];
  const kept: string[] = [];
  let end = 0;
  for (let at = 0; at < tokens.length; at++) {
    const name = nameAt(tokens, at, archive);
    if (!name) continue;
    const { words, marked, first, last } = name;
    authors.push({ words, certainty: marked ? 1 : unmarkedCertainty });
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
  const isWhole = kept.length === 1 || tokenize(subject).length === 0;
  return { authors, subject: isWhole ? query : subject };
}

interface Name {
  words: string[];
  marked: boolean;
  /** Tokens of the name, and of the word that marks it. */
  first: number;
  last: number;
}

/** The longest name of an author that begins at a token. */
function nameAt(tokens: readonly Token[], start: number, archive: AuthorReaders): Name | null {
  for (let end = Math.min(tokens.length, start + maxNameTokens) - 1; end >= start; end--) {
    const name = tokens.slice(start, end + 1).map(({ text }) => text);
    if (isInitial(name[0]!) || isInitial(name.at(-1)!)) continue;
    const words = name.filter((word) => !isInitial(word));
    const first = marksBefore.has(tokens[start - 1]?.text ?? "") ? start - 1 : start;
    const last = marksAfter.has(tokens[end + 1]?.text ?? "") ? end + 1 : end;
    const marked = first < start || last > end;
    if (isAuthor(words, { marked }, archive)) return { words, marked, first, last };
  }
  return null;
}

const isInitial = (word: string) => word.length === 1;

function isAuthor(
  words: readonly string[],
  { marked }: { marked: boolean },
  archive: AuthorReaders,
): boolean {
  const written = archive.writtenBy(words).length;
  if (written === 0) return false;
  const terms = words.map(termOf).filter((term) => term !== null);
  const mentions = Math.min(...terms.map((term) => archive.vocabulary.frequency(term)));
  const least =
    words.length === 1
      ? leastShare[marked ? "markedWord" : "word"]
      : leastShare[marked ? "markedName" : "name"];
  return written / Math.max(written, mentions) >= least;
}
