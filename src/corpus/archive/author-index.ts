/** Documents by the words of their authors' names. */
import { buildDictionary, Dictionary, type DictionaryArrays } from "../../search/analysis/dictionary.ts";
import { tokenize } from "../../search/analysis/tokenizer.ts";
import { lowerBound } from "../../search/lower-bound.ts";

export interface AuthorArrays extends DictionaryArrays {
  /** Word → first of its documents; one more entry than words. */
  starts: Uint32Array;
  /** Document numbers, ascending per word. */
  documents: Uint32Array;
}

/** `authors[i]` is the author of document `i`. Single letters are no words. */
export function buildAuthors(authors: readonly (string | null)[]): AuthorArrays {
  const byWord = new Map<string, number[]>();
  authors.forEach((author, document) => {
    for (const word of wordsOf(author ?? "")) {
      const documents = byWord.get(word) ?? [];
      byWord.set(word, documents);
      documents.push(document);
    }
  });
  const lists = [...byWord.values()];
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((documents, word) => {
    starts[word + 1] = starts[word]! + documents.length;
  });
  return {
    ...buildDictionary([...byWord.keys()]),
    starts,
    documents: Uint32Array.from(lists.flat()),
  };
}

export class AuthorIndex {
  readonly #arrays: AuthorArrays | null;
  readonly #words: Dictionary | null;

  /** Older segments have no arrays: nothing is found in them. */
  constructor(arrays: Partial<AuthorArrays>) {
    this.#arrays = arrays.documents ? (arrays as AuthorArrays) : null;
    this.#words = this.#arrays && new Dictionary(this.#arrays);
  }

  /** Documents whose author's name has all of the folded words, in any order; ascending. */
  documentsBy(words: readonly string[]): Uint32Array {
    const lists = words.map((word) => this.#documentsWith(word)).sort((a, b) => a.length - b.length);
    const [shortest = new Uint32Array(0), ...others] = lists;
    return others.reduce(intersection, shortest);
  }

  /** The same of any of several names. */
  documentsByAny(names: readonly (readonly string[])[]): number[] {
    return [...new Set(names.flatMap((words) => [...this.documentsBy(words)]))].sort((a, b) => a - b);
  }

  #documentsWith(word: string): Uint32Array {
    const number = this.#words?.find(word) ?? -1;
    if (!this.#arrays || number < 0) return new Uint32Array(0);
    const { starts, documents } = this.#arrays;
    return documents.subarray(starts[number], starts[number + 1]);
  }
}

/** Numbers of both ascending lists; fast where the first is much shorter, and where both are long. */
function intersection(some: Uint32Array, others: Uint32Array): Uint32Array {
  let from = 0;
  return some.filter((number) => {
    let to = from;
    for (let step = 1; to < others.length && others[to]! < number; step *= 2) {
      from = to + 1;
      to += step;
    }
    from = lowerBound(others, number, { from, to: Math.min(to, others.length) });
    return others[from] === number;
  });
}

/** Each once. */
function wordsOf(author: string): Set<string> {
  return new Set(
    tokenize(author)
      .map(({ text }) => text)
      .filter((word) => word.length > 1),
  );
}
