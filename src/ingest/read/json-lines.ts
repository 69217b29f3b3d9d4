/** JSON Lines: one JSON value on each line, blank lines between them as one likes. */
import type { Entry, Fault } from "./entry.ts";
import { decode, isBlank, type Line } from "./lines.ts";

/** Lines up to `after` are passed over without being parsed. */
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
  try {
    return { value: JSON.parse(text), fault: null };
  } catch (error) {
    const message = `is not JSON (${describe(error as Error)}): one JSON object stands on one line`;
    return { value: undefined, fault: { field: null, rule: "json", message } };
  }
}

/** The parser quotes the text around the fault; a rejects file names records and does not hold their content. */
function describe(error: Error): string {
  return error.message.replace(/,? ?(\.{3})?".*$/s, "").replace(/ in JSON/, "");
}
