/**
 * Renders Markdown as HTML without the author's own HTML: tags are shown as text, images as their alt text (they would
 * be loaded from another host), and only http and https links are kept.
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
    // A checkbox would be a control without function.
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

export const markdownHtml = (text: string): string => marked.parse(text, { async: false });
