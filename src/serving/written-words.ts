import { staticTable } from "../embed/static/static-table.ts";
import { WordList } from "../search/lookup/word-list.ts";

let shared: WordList | undefined;

/** The words that the built-in embedder has vectors for: English, and terms of the domain. Built on first use, in 0.1 s. */
export function writtenWords(): WordList {
  shared ??= new WordList(staticTable().words());
  return shared;
}
