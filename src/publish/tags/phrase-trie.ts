/** Finds every place of many phrases in one pass: a trie of word forms, walked from each word of the text. */
import { matchesAt, type Phrase } from "./phrase.ts";
import { noBreak, type Words } from "./words.ts";

interface TrieNode {
  next: Map<string, TrieNode>;
  /** Numbers of the phrases that end here. */
  ends: number[];
}

export interface PhraseMatch {
  /** Number of the phrase, in the order given. */
  phrase: number;
  /** Its first word, and one past its last. */
  start: number;
  end: number;
}

export interface PhraseTrie {
  /** All matches that cross no break, by start, then by end, then by number of the phrase. */
  matches(words: Words): PhraseMatch[];
}

export function buildPhraseTrie(phrases: readonly Phrase[]): PhraseTrie {
  const root: TrieNode = { next: new Map(), ends: [] };
  phrases.forEach(({ words }, number) => {
    let node = root;
    for (const { form } of words) {
      let next = node.next.get(form);
      if (!next) {
        next = { next: new Map(), ends: [] };
        node.next.set(form, next);
      }
      node = next;
    }
    node.ends.push(number);
  });
  return { matches: (words) => findAll(root, phrases, words) };
}

function findAll(root: TrieNode, phrases: readonly Phrase[], words: Words): PhraseMatch[] {
  const found: PhraseMatch[] = [];
  const { forms, breaks } = words;
  for (let start = 0; start < forms.length; start++) {
    let node = root.next.get(forms[start]!);
    for (let end = start + 1; node; end++) {
      for (const phrase of node.ends) {
        if (matchesAt(phrases[phrase]!, words, start)) found.push({ phrase, start, end });
      }
      node = end < forms.length && breaks[end] === noBreak ? node.next.get(forms[end]!) : undefined;
    }
  }
  return found;
}
