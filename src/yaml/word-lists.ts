/** Word lists: YAML files of named texts, each a list of words separated by white space. */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { parseCheckedYaml, readTextFile, type YamlFault } from "./checked-yaml.ts";

const kind = "word list";

/**
 * The words of each list, in the file's order. The file must contain exactly these lists.
 *
 * @throws {CheckedYamlError} when the file cannot be read, is not YAML, lacks a list or contains a word twice or in
 * capitals.
 */
export function loadWordLists<Name extends string>(
  url: URL,
  names: readonly Name[],
): Record<Name, ReadonlySet<string>> {
  const path = fileURLToPath(url);
  const list = z.string("must be a text of words").trim().min(1, "needs at least one word");
  const schema = z.strictObject(Object.fromEntries(names.map((name) => [name, list])));
  const content = parseCheckedYaml(readTextFile(path, { kind }), path, { kind, schema, faults });
  return Object.fromEntries(
    Object.entries(content).map(([name, text]) => [name, new Set(wordsOf(text))]),
  ) as unknown as Record<Name, ReadonlySet<string>>;
}

const wordsOf = (text: string) => text.split(/\s+/);

function faults(content: Record<string, string>): YamlFault[] {
  return Object.entries(content).flatMap(([name, text]) => {
    const seen = new Set<string>();
    return wordsOf(text).flatMap((word): YamlFault[] => {
      if (seen.has(word)) return [{ path: [name], rule: `holds "${word}" twice: remove one` }];
      seen.add(word);
      return word === word.toLowerCase() ? [] : [{ path: [name], rule: `"${word}" must be in lower case` }];
    });
  });
}
