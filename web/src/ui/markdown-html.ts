/**
 * Renders Markdown as HTML without the author's own HTML: tags are shown as text, images as their alt text (they would
 * be loaded from another host), and only http and https links are kept. Headings are moved below those of the page.
 */
import { Marked } from "marked";
import { headingLevels } from "./heading-levels.ts";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** The level of the next heading; set for the text that is being rendered. */
let nextLevel: (depth: number) => number = (depth) => depth;

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ depth, tokens }) {
      const level = nextLevel(depth);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    // A header cell without text heads nothing.
    tablecell(cell) {
      const name = cell.header && cell.text !== "" ? "th" : "td";
      const align = cell.align ? ` align="${cell.align}"` : "";
      return `<${name}${align}>${this.parser.parseInline(cell.tokens)}</${name}>\n`;
    },
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

/** `below`: the level of the page's heading above the text. */
export function markdownHtml(text: string, below = 1): string {
  nextLevel = headingLevels(below);
  try {
    return marked.parse(text, { async: false });
  } catch {
    // The parser recurses: thousands of quotes or lists in each other exceed the stack.
    return `<pre>${escaped(text)}</pre>\n`;
  }
}
