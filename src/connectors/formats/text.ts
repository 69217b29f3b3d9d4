/** Plain text. */
import type { Content } from "../connector.ts";
import { decodeText } from "./decode.ts";
import { titleOfName } from "./facts.ts";
import type { ParsedDocument } from "./format.ts";

/** The title is the hint, or comes from the name. */
export function parseText({ bytes, charset, name, hints }: Content): ParsedDocument[] {
  const content = decodeText(bytes, charset).replace(/\f/g, "\n\n").trim();
  return [
    {
      part: null,
      title: hints.title ?? titleOfName(name),
      author: null,
      url: null,
      publishedAt: null,
      content,
    },
  ];
}
