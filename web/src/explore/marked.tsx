import { Fragment } from "react";
import { markWords } from "./marked-text.ts";

/** A text with the words that matched marked. */
export function Marked({ text, words }: { text: string; words: ReadonlySet<string> }) {
  return markWords(text, words).map(({ text: part, matches }, at) =>
    matches ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
      <mark key={at}>{part}</mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
