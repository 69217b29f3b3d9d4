/**
 * Extracts the links of a Markdown text, for clients that show it as plain text, and for agents. This runs at import,
 * not per request: a hostile text of 20,000 characters can keep the parser busy for ten seconds.
 */
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString as plainText } from "mdast-util-to-string";
import type { FaqLink } from "../contract/api/faqs.ts";
import { parseUrl } from "../contract/values/parse-url.ts";

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root["children"][number];

/** A bare URL; punctuation that closes the sentence around it is excluded. */
const WRITTEN_OUT = /https?:\/\/[^\s<>]*[^\s<>.,;:!?'"*_~)\]]/gi;

/**
 * Links, reference links, `<https://…>` and bare URLs, each URL once, in order. Relative URLs are resolved against
 * `base`. Only http and https: other schemes cannot be followed from an answer. Code is skipped.
 */
export function markdownLinks(markdown: string, base: string): FaqLink[] {
  const root = fromMarkdown(markdown);
  const definitions = definedAddresses(root);
  const links = new Map<string, FaqLink>();
  const add = (label: string, address: string) => {
    const url = parseUrl(address, base);
    if (url === null) return;
    if (url.protocol !== "https:" && url.protocol !== "http:") return;
    if (!links.has(url.href))
      links.set(url.href, { label: label.replace(/\s+/g, " ").trim() || url.href, url: url.href });
  };
  for (const node of nodesOf(root)) {
    if (node.type === "link") add(plainText(node), node.url);
    else if (node.type === "linkReference") add(plainText(node), definitions.get(node.identifier) ?? "");
    else if (node.type === "text") {
      for (const [address] of node.value.matchAll(WRITTEN_OUT)) add(address, address);
    }
  }
  return [...links.values()];
}

function definedAddresses(root: Root): Map<string, string> {
  const defined = new Map<string, string>();
  for (const node of nodesOf(root)) {
    if (node.type === "definition" && !defined.has(node.identifier)) defined.set(node.identifier, node.url);
  }
  return defined;
}

/** In document order, without the content of links; iterative, so that deep nesting cannot overflow the stack. */
function* nodesOf(root: Root): Generator<Node> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if ("children" in node && node.type !== "link" && node.type !== "linkReference")
      waiting.push(...node.children.toReversed());
  }
}
