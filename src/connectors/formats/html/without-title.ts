/** Markdown without the title as its first heading, which the mark of a PDF's first page may precede. */
export function withoutTitle(markdown: string, title: string): string {
  const found = /^(\[page \d{1,6}\](?:\(\S{1,2000}\))?\n\n)?#{1,3} (.{1,1000})(?:\n|$)/.exec(markdown);
  return found !== null && plain(found[2]!) !== "" && plain(found[2]!) === plain(title)
    ? `${found[1] ?? ""}${markdown.slice(found[0].length).trim()}`
    : markdown;
}

/** What is left of a title when case, punctuation and markup do not count. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
