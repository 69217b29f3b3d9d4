/** JSON Lines: one JSON value on each line; blank lines are skipped. */
import { isNestedDeeperThan, MAX_JSON_DEPTH } from "../../contract/values/json-depth.ts";
import { type Entry, type Fault, NESTED_TOO_DEEPLY } from "./entry.ts";
import { decode, isBlank, type Line } from "./lines.ts";

/** Lines up to `after` are skipped without being parsed. */
export async function* readJsonLines(
  lines: AsyncIterable<Line[]>,
  { file, after }: { file: string; after: number },
): AsyncGenerator<Entry[]> {
  for await (const batch of lines) {
    const entries: Entry[] = [];
    for (const line of batch) {
      if (line.number <= after || (line.fault === null && isBlank(line.bytes))) continue;
      const { value, fault } =
        line.fault === null ? parse(line.bytes) : { value: undefined, fault: line.fault };
      const { number, bytes } = line;
      const place = { file, line: number, from: number, to: number };
      entries.push({ ...place, bytes: bytes.length, value, cells: false, fault });
    }
    if (entries.length > 0) yield entries;
  }
}

function parse(bytes: Buffer): { value: unknown; fault: Fault | null } {
  const { text, fault } = decode(bytes);
  if (fault !== null) return { value: undefined, fault };
  if (isNestedDeeperThan(MAX_JSON_DEPTH, bytes)) return { value: undefined, fault: NESTED_TOO_DEEPLY };
  try {
    return { value: JSON.parse(text), fault: null };
  } catch (error) {
    const message = `is not JSON (${describe(error as Error)}): each line holds one JSON object`;
    return { value: undefined, fault: { field: null, rule: "json", message } };
  }
}

/** Removes the text around the fault, which the parser quotes: a rejects file contains no record content. */
function describe({ message }: Error): string {
  const quoted = message.search(/,? ?(?:\.{3})?"/);
  return (quoted === -1 ? message : message.slice(0, quoted)).replace(" in JSON", "");
}
