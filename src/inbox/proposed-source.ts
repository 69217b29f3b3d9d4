/** What a suggested address would be called as a source, for whoever approves it to take or to change. */
import { slugOf } from "../contract/values/slug.ts";

/** Of a source's label, in UTF-16 units. */
const MAX_LABEL = 200;

/** The label is the name given, or the host; the key is its slug. */
export function proposedSource({ url, name }: { url: string; name: string | null }): {
  key: string;
  label: string;
} {
  const host = new URL(url).hostname.replace(/^www\.|\.$/g, "");
  const label = cut(name ?? host);
  return { key: slugOf(label), label };
}

/** No code point is cut in two. */
function cut(text: string): string {
  let label = "";
  for (const point of text) {
    if (label.length + point.length > MAX_LABEL) break;
    label += point;
  }
  return label.trim();
}
