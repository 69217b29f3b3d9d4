/** Code points `from` … `to` − 1 of a text. */
export function sliceCharacters(text: string, from: number, to: number): string {
  let at = 0;
  let start = text.length;
  for (let count = 0; count < to && at < text.length; count++) {
    if (count === from) start = at;
    at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  return text.slice(start, at);
}
