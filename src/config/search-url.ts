/** Parses `PRIORART_SEARCH_URL`. */
import type { z } from "zod";
import { parseUrl } from "../contract/values/parse-url.ts";
import { percentDecoded } from "./percent-decoded.ts";

const EXAMPLE = "https://priorart:PASSWORD@search1.example.org:9200,https://search2.example.org:9200";

/**
 * Root addresses of an OpenSearch cluster's nodes. User and password of the first apply to the others too. The value is
 * never repeated in messages: it may contain a password.
 */
export function searchNodes(text: string, context: z.RefinementCtx): string[] {
  const urls = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => parseUrl(part));
  const [first] = urls;
  const nodes = urls.flatMap((url) => {
    if (url === null || !isRoot(url) || !isDecodable(url)) return [];
    if (url.username === "") {
      url.username = first?.username ?? "";
      url.password = first?.password ?? "";
    }
    return [url.href.replace(/\/$/, "")];
  });
  if (nodes.length > 0 && nodes.length === urls.length) return nodes;
  context.addIssue({
    code: "custom",
    message: `must be http or https addresses of OpenSearch nodes, separated by commas, without path or query (a % of a password is written as %25); give ones such as ${EXAMPLE}`,
  });
  return [];
}

function isRoot({ protocol, pathname, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && pathname === "/" && search === "" && hash === "";
}

/** Whether user and password can be read: the cluster's client decodes them. */
const isDecodable = ({ username, password }: URL): boolean =>
  percentDecoded(username) !== null && percentDecoded(password) !== null;
