/** The article that a page's JSON-LD describes. */
import type { PageScan } from "./scan-page.ts";

export interface LinkedArticle {
  headline?: unknown;
  author?: unknown;
  datePublished?: unknown;
}

const MAX_NODES = 1_000;

/** Null when there is none. Broken JSON is ignored. */
export function articleOf({ jsonLd }: Pick<PageScan, "jsonLd">): LinkedArticle | null {
  const nodes = jsonLd.flatMap((text) => nodesOf(parsed(text)));
  const typed = (pattern: RegExp) => nodes.find((node) => typesOf(node).some((type) => pattern.test(type)));
  return (
    typed(/(?:Article|Posting|Report|Thesis|Chapter)$/) ??
    typed(/(?:WebPage|CreativeWork|Book|Event)$/) ??
    null
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Objects at the top, in lists and in graphs, and what a page is about. */
function nodesOf(value: unknown): Record<string, unknown>[] {
  const nodes: Record<string, unknown>[] = [];
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0 && seen < MAX_NODES; seen++) {
    const next = waiting.shift();
    if (Array.isArray(next)) waiting.push(...next.slice(0, MAX_NODES));
    else if (typeof next === "object" && next !== null) {
      const node = next as Record<string, unknown>;
      nodes.push(node);
      waiting.push(node["@graph"], node.mainEntity);
    }
  }
  return nodes;
}

function typesOf(node: Record<string, unknown>): string[] {
  const type = node["@type"];
  return (Array.isArray(type) ? type.slice(0, 20) : [type]).filter((one) => typeof one === "string");
}
