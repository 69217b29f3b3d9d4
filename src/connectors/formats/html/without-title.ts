/** Markdown without the title as its first heading. */
export function withoutTitle(markdown: string, title: string): string {
  const found = /^(?:#{1,3}) (.{1,1000})(?:\n|$)/.exec(markdown);
  return found !== null && plain(found[1]!) !== "" && plain(found[1]!) === plain(title)
    ? markdown.slice(found[0].length).trim()
    : markdown;
}

/** What is left of a title when case, punctuation and markup do not count. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
