/** Proposes key and label of a source for a suggested address; the administrator may change them. */
import { slugOf } from "../contract/values/slug.ts";

/** Maximum length of a label, in UTF-16 units. */
const MAX_LABEL = 200;

/** The label is the suggested name, or the host; the key is its slug. */
export function proposedSource({ url, name }: { url: string; name: string | null }): {
  key: string;
  label: string;
} {
  const host = new URL(url).hostname.replace(/^www\.|\.$/g, "");
  const label = cut(name ?? host);
  return { key: slugOf(label), label };
}

/** Does not split a code point. */
function cut(text: string): string {
  let label = "";
  for (const point of text) {
    if (label.length + point.length > MAX_LABEL) break;
    label += point;
  }
  return label.trim();
}
