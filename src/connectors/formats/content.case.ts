/** Contents for tests. */
import type { Content } from "../connector.ts";
import type { Format, ParsedDocument } from "./format.ts";
import { parse } from "./parse.ts";

export function contentOf(
  format: Format,
  bytes: string | Uint8Array,
  change: Partial<Content> = {},
): Content {
  return { format, bytes: Buffer.from(bytes), name: "folder/some-name.txt", hints: {}, ...change };
}

/** The only document of a content. */
export async function parseOne(
  format: Format,
  bytes: string | Uint8Array,
  change: Partial<Content> = {},
): Promise<ParsedDocument> {
  const documents = await parse(contentOf(format, bytes, change));
  if (documents.length !== 1) throw new Error(`${documents.length} documents instead of one`);
  return documents[0]!;
}
