/** From HTML to Markdown. */
import TurndownService from "turndown";
import { parseUrl } from "../../../contract/values/parse-url.ts";
import type { CleanHtml } from "./clean-html.ts";
import { type DomElement, documentOf } from "./dom.ts";
import { joinLines, oneLine } from "./lines.ts";
import { addTableRules } from "./table-rules.ts";

/**
 * `base`: the page's address, which links are resolved against; null: relative links become their text. Images become
 * their alternative text.
 */
export function elementToMarkdown(element: DomElement, base: string | null): string {
  return service(base)
    .turndown(element as never)
    .split("\n")
    .map(withoutTrailingBlanks)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** As `elementToMarkdown`, for a whole page. */
export function htmlToMarkdown({ fragments }: CleanHtml, base: string | null): string {
  return fragments
    .map((fragment) => elementToMarkdown(documentOf(fragment).body, base))
    .filter((markdown) => markdown !== "")
    .join("\n\n");
}

const inHeading = (node: DomElement) => node.closest("h1,h2,h3,h4,h5,h6") !== null;
/** Two blanks at the end of a line are a line break. */
function withoutTrailingBlanks(line: string): string {
  const text = line.trimEnd();
  return text !== "" && line === `${text}  ` ? line : text;
}

function service(base: string | null): TurndownService {
  const turndown = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    hr: "---",
    emDelimiter: "*",
  });
  turndown.escape = escapeMarkdown;
  turndown.addRule("link", {
    filter: "a",
    replacement: (content, node) => linkMarkdown(content, node as unknown as DomElement, base),
  });
  turndown.addRule("image", {
    filter: "img",
    replacement: (_content, node) =>
      escapeMarkdown(oneLine((node as unknown as DomElement).getAttribute("alt") ?? "")),
  });
  turndown.addRule("heading", {
    filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
    replacement(content, node) {
      const text = oneLine(content);
      const heading = node as unknown as DomElement;
      // A card that is one link becomes a line.
      const marks = heading.closest("a") === null ? `${"#".repeat(Number(heading.nodeName[1]))} ` : "";
      return text === "" ? "" : `\n\n${marks}${text}\n\n`;
    },
  });
  turndown.addRule("code block", {
    filter: "pre",
    replacement: (_content, node) => codeBlock(node as unknown as DomElement),
  });
  turndown.addRule("list item", {
    filter: "li",
    replacement: (content, node) => listItem(content, node as unknown as DomElement),
  });
  turndown.addRule("power", {
    filter: "sup",
    replacement: (content) => (/^(?:[-−+]?\d{1,6}|[a-z])$/i.test(content) ? `^${content}` : content),
  });
  addTableRules(turndown);
  return turndown;
}

function linkMarkdown(content: string, node: DomElement, base: string | null): string {
  const text = joinLines(content);
  const href = node.getAttribute("href")?.trim() ?? "";
  const isAnchor = ["", "#", "¶", "§", "🔗"].includes(text.replaceAll("\u200b", ""));
  if (href.startsWith("#") && isAnchor) return "";
  const url = href === "" || inHeading(node) ? null : absolute(href, base);
  if (url === null || text === "") return content;
  const destination = /[()\s]/.test(url) ? `<${url}>` : url;
  return `[${text}](${destination})`;
}

/** Null for what cannot be followed from elsewhere. */
function absolute(href: string, base: string | null): string | null {
  const url = parseUrl(href, base ?? undefined);
  if (url === null) return null;
  return /^(?:https?|mailto):$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : null;
}

function codeBlock(node: DomElement): string {
  const code = (node.textContent ?? "").replace(/^\n/, "").trimEnd();
  if (code === "") return "";
  const classes = [node, node.querySelector("code"), node.parentElement]
    .map((one) => one?.getAttribute("class") ?? "")
    .join(" ");
  const language =
    /(?:^|\s)(?:(?:language|lang|highlight-source)-|brush:\s?)([\w+#-]{1,30})/.exec(classes)?.[1] ?? "";
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

function listItem(content: string, node: DomElement): string {
  const parent = node.parentElement;
  const marker = parent?.nodeName === "OL" ? `${numberOf(node, parent)}. ` : "- ";
  const text = content.trim().replace(/\n(?=[^\n])/g, `\n${" ".repeat(marker.length)}`);
  return text === "" ? "" : `${marker}${text}${node.nextElementSibling === null ? "" : "\n"}`;
}

/** Numbers of the items read so far: counting from the start each time would be quadratic. */
const numbers = new WeakMap<DomElement, number>();

function numberOf(item: DomElement, list: DomElement): number {
  const before = item.previousElementSibling;
  const start = Number(list.getAttribute("start") ?? 1);
  const previous = before === null ? undefined : numbers.get(before);
  const number =
    previous === undefined ? (Number.isSafeInteger(start) && start >= 0 ? start : 1) : previous + 1;
  numbers.set(item, number);
  return number;
}

/**
 * Escapes what would otherwise be markup, and no more: the text is also searched and read as it is. Underscores within
 * words, brackets and full stops stay.
 */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replace(/[`*]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/<(?=[a-z/!?])/gi, "\\<")
    .replace(/\](?=[([])/g, "\\]")
    .replace(/^(\s*)(#{1,6}(?=\s)|>|[-+](?=\s)|=+\s*$|-{2,}\s*$|~~~)/, "$1\\$2")
    .replace(/^(\s*\d{1,9})(?=[.)]\s)/, "$1\\");
}
