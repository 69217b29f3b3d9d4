/** Tables as GitHub-flavoured Markdown. */
import type TurndownService from "turndown";
import type { DomElement } from "./dom.ts";
import { joinLines } from "./lines.ts";

/** Tables that only arrange a page become their cells, one after the other. */
export function addTableRules(turndown: TurndownService): void {
  turndown.addRule("cell", {
    filter: ["td", "th"],
    replacement(content, node) {
      const table = (node as unknown as DomElement).closest("table");
      if (table === null || arranges(table)) return `\n\n${content}\n\n`;
      const text = joinLines(content).replace(/\|/g, "\\|");
      return ` ${text} |`;
    },
  });
  turndown.addRule("row", {
    filter: "tr",
    replacement(content, node) {
      const table = (node as unknown as DomElement).closest("table");
      if (table === null || arranges(table)) return content;
      const row = content.replace(/\n/g, " ").trim();
      return row === "" ? "" : `\n| ${row}`;
    },
  });
  turndown.addRule("rows", {
    filter: ["thead", "tbody", "tfoot"],
    replacement: (content) => content,
  });
  turndown.addRule("caption", {
    filter: "caption",
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  });
  turndown.addRule("table", {
    filter: "table",
    replacement(content, node) {
      if (arranges(node as unknown as DomElement)) return `\n\n${content}\n\n`;
      const lines = content.split("\n");
      const first = lines.findIndex((line) => line.startsWith("| "));
      if (first === -1) return content.trim() === "" ? "" : `\n\n${content.trim()}\n\n`;
      const columns = lines[first]!.replace(/\\\|/g, "").split("|").length - 2;
      const [before, head, rows] = [lines.slice(0, first), lines[first]!, lines.slice(first + 1)];
      const table = [head, `|${" --- |".repeat(columns)}`, ...rows.filter((line) => line.trim() !== "")];
      return `\n\n${before.join("\n").trim()}\n\n${table.join("\n")}\n\n`;
    },
  });
}

const known = new WeakMap<DomElement, boolean>();

/** Whether it contains another table or code, or has one column or one row only. */
function arranges(table: DomElement): boolean {
  const before = known.get(table);
  if (before !== undefined) return before;
  const rows = [...table.querySelectorAll("tr")];
  const widest = rows.reduce((most, row) => Math.max(most, row.childElementCount), 0);
  const nested = table.querySelector("table,pre,h1,h2,h3,blockquote") !== null;
  const result = nested || widest < 2 || (rows.length < 2 && table.querySelector("th") === null);
  known.set(table, result);
  return result;
}
