import { XMLParser } from "fast-xml-parser";
import { ParseFault } from "./fault.ts";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 60,
});

/** Longer than any real project file. */
const MAX_CHARACTERS = 256 * 1024;

/** XML without a document type: manifests need none, and it could declare entities. */
export function parseXml(text: string): unknown {
  if (/<!DOCTYPE/i.test(text)) throw new ParseFault("XML with a document type, which is not read");
  if (text.length > MAX_CHARACTERS) throw new ParseFault("longer than any XML file that is read");
  try {
    return parser.parse(text);
  } catch {
    throw new ParseFault("not valid XML");
  }
}
