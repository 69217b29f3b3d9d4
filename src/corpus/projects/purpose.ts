/** Extracts the purpose from a description, which may also cover how it was built, the team and its plans. */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { parseCheckedYaml, readTextFile } from "../../yaml/checked-yaml.ts";

const beginningsSchema = z
  .array(z.string().regex(/^[a-z'* ]+$/, "must be lower-case words, with * for any one"))
  .min(1, "needs at least one beginning");

const headingsSchema = z.strictObject({
  purpose: beginningsSchema,
  building: beginningsSchema,
  placeholder: beginningsSchema,
});

const kind = "list of headings";
const path = fileURLToPath(new URL("./purpose.yaml", import.meta.url));
const headings = parseCheckedYaml(readTextFile(path, { kind }), path, { kind, schema: headingsSchema });

/** Words of forms that were filled in only to be accepted. */
export const placeholderWords: readonly string[] = headings.placeholder;

const beginningWith = (beginnings: readonly string[]) => {
  const longestFirst = [...beginnings].sort((a, b) => b.length - a.length);
  const alternatives = longestFirst.map((text) => text.replaceAll("*", "\\w+")).join("|");
  // Time: linear, since it is anchored, and `\w+` is followed by a character that is not a word character.
  return new RegExp(`^(?:${alternatives})(?![\\p{L}\\d])`, "iu");
};

/** Length of the beginning that a heading has, 0 for none. */
const lengthOf = (beginning: RegExp, title: string) => beginning.exec(title)?.[0].length ?? 0;

const heading = /^#{1,6}[ \t](.*)$/m;
const ofBuilding = beginningWith(headings.building);
const ofPurpose = beginningWith(headings.purpose);

/**
 * The sections of a Markdown text about what a project is and does, those with matching headings first; sections about
 * how it was made are left out. A text without headings, or with only such sections, is returned unchanged.
 */
export function purposeOf(description: string): string {
  const pieces = description.split(heading);
  if (pieces.length === 1) return description;
  const first: string[] = [];
  const rest: string[] = [pieces[0]!];
  for (let i = 1; i < pieces.length; i += 2) {
    const title = pieces[i]!.trim().replaceAll("’", "'");
    const body = pieces[i + 1]!;
    const building = lengthOf(ofBuilding, title);
    const purpose = lengthOf(ofPurpose, title);
    if (purpose > building) first.push(body);
    else if (building === 0) rest.push(`${title}\n${body.trim()}`);
  }
  const kept = [...first, ...rest].map((text) => text.trim()).filter(Boolean);
  return kept.length > 0 ? kept.join("\n\n") : description;
}
