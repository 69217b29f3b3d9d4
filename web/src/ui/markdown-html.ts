/**
 * Markdown as HTML without anything of its author's own: tags are shown as the text that they are, pictures as their
 * words (they would be asked of another host), and links lead to the web only.
 */
import { Marked } from "marked";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text, href }) => escaped(text === "" ? href : text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      if (!isWeb(href)) return words;
      return `<a href="${escaped(new URL(href).href)}" target="_blank" rel="noopener noreferrer">${words}</a>`;
    },
    // A box to tick would be a control that does nothing.
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

export const markdownHtml = (text: string): string => marked.parse(text, { async: false });
