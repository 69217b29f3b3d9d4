/** Reads a YAML or JSON file with a list of records, such as sources or hackathons. */
import { isMap, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { isYamlDeeperThan, MAX_YAML_DEPTH } from "../../yaml/yaml-depth.ts";
import { ImportUsageError } from "../types.ts";
import type { Entry } from "./entry.ts";

/**
 * The items of the top-level list, or of the list under `name` (`sources:`). Throws ImportUsageError when the text is
 * not YAML or has no such list.
 */
export function readYamlList(text: string, { file, name }: { file: string; name: string }): Entry[] {
  const lineCounter = new LineCounter();
  if (isYamlDeeperThan(MAX_YAML_DEPTH, text))
    throw new ImportUsageError(`${file} is nested deeper than ${MAX_YAML_DEPTH} levels: flatten it`);
  const document = parseDocument(text, { lineCounter });
  const fault = document.errors[0];
  if (fault !== undefined) {
    throw new ImportUsageError(
      `${file} is not YAML: line ${fault.linePos?.[0].line ?? 1}: ${fault.message.split("\n")[0]}`,
    );
  }
  const top = document.contents;
  const list = isMap(top) ? top.get(name, true) : top;
  if (list === null || list === undefined) {
    if (top === null) return [];
    throw new ImportUsageError(`${file} has no top-level list \`${name}:\``);
  }
  if (!isSeq(list)) throw new ImportUsageError(`${file} is not a list: begin each of its ${name} with "- "`);
  return list.items.map((item) => {
    const node = item as Node;
    const line = lineCounter.linePos(node.range?.[0] ?? 0).line;
    try {
      const place = { file, line, from: line, to: line };
      return { ...place, bytes: 0, value: node.toJS(document), cells: false, fault: null };
    } catch (error) {
      throw new ImportUsageError(`${file} is not YAML: line ${line}: ${(error as Error).message}`);
    }
  });
}
