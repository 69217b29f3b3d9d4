/** Texts of others in Markdown: shown as text, never as markup. */

/** On one line, with everything escaped that Markdown or HTML would take as markup or as a link. */
export const inlineText = (text: string): string =>
  text
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>#|~!&@]/g, "\\$&")
    .replace(/:\/\//g, "\\://")
    .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`);

/** The same at the beginning of a line, where a sign or a number may begin a list. */
export const plain = (text: string): string =>
  inlineText(text)
    .replace(/^(?=[-+])/, "\\")
    .replace(/^(\d+)(?=[.)])/, "$1\\");

/** A key, which a reader may copy; one with a backtick as text. */
export const code = (key: string): string =>
  /[`\s\u0000-\u001f\u007f-\u009f]/u.test(key) ? plain(key) : `\`${key}\``;

/** A link. Of its address, only what would end the link or escape is encoded: the rest may be encoded already. */
export const link = (text: string, url: string): string =>
  `[${plain(text)}](${url.replace(/[()\s<>\\\u0000-\u001f\u007f-\u009f]/g, percentEncoded)})`;

/** `encodeURIComponent` keeps brackets. */
const percentEncoded = (sign: string): string =>
  sign === "(" ? "%28" : sign === ")" ? "%29" : encodeURIComponent(sign);
