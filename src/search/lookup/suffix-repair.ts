/** Corrects endings: an error in one that the stemmer would remove leaves a stem that no index term is near to. */
import { editDistance } from "./edit-distance.ts";

const endings = [
  ..."able ally ance ances ation ations ed ence ences er ers ible ing ings ion ions ities ity ive ization".split(
    " ",
  ),
  ..."izations ment ments ness tion tions".split(" "),
];
/** Fewest letters before an ending. */
const shortestStart = 3;

/** Words that differ from `typed` by one edit, in an ending: `activaton` → `activation`. */
export function repairedEndings(typed: string): string[] {
  const repaired = new Set<string>();
  for (const ending of endings)
    for (let length = ending.length - 1; length <= ending.length + 1; length++) {
      const start = typed.slice(0, -length);
      if (start.length >= shortestStart && editDistance(typed.slice(-length), ending, 1) === 1)
        repaired.add(start + ending);
    }
  return [...repaired];
}
