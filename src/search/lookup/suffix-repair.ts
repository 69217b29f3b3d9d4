/** Corrects endings: an error in one that the stemmer would remove leaves a stem that no index term is near to. */
import { typingCost } from "./edit-distance.ts";

const endings =
  "able ally ance ances ation ations ence ences ible ing ings ities ization izations ment ments ness tion tions".split(
    " ",
  );
/** Fewest letters before an ending. */
const shortestStart = 3;

const letters = "abcdefghijklmnopqrstuvwxyz";
/** Shorter endings are not what is meant by another letter, unless its key is next to the right one: `tradimg`. */
const longEnding = 4;
const nearKey = 0.8;

/** Strings one edit away from an ending → these endings. */
const misspelt = new Map<string, string[]>();
for (const ending of endings)
  for (const wrong of oneEditAway(ending)) {
    const isFar = wrong.length === ending.length && typingCost(wrong, ending) > nearKey;
    if (wrong === ending || endings.includes(wrong) || (isFar && ending.length < longEnding)) continue;
    misspelt.set(wrong, [...(misspelt.get(wrong) ?? []), ending]);
  }
const longest = Math.max(...endings.map(({ length }) => length)) + 1;

/**
 * Words that differ from `typed` by one edit, in an ending: `activaton` → `activation`. None where the ending is right.
 */
export function repairedEndings(typed: string): string[] {
  const repaired = new Set<string>();
  if (endings.some((ending) => typed.endsWith(ending))) return [];
  for (let length = 1; length <= Math.min(longest, typed.length - shortestStart); length++)
    for (const ending of misspelt.get(typed.slice(-length)) ?? [])
      repaired.add(typed.slice(0, -length) + ending);
  return [...repaired];
}

function oneEditAway(text: string): Set<string> {
  const away = new Set<string>();
  for (let at = 0; at <= text.length; at++) {
    const [before, behind] = [text.slice(0, at), text.slice(at)];
    for (const letter of letters) away.add(before + letter + behind);
    if (behind === "") continue;
    away.add(before + behind.slice(1));
    for (const letter of letters) away.add(before + letter + behind.slice(1));
    if (behind.length > 1) away.add(before + behind[1] + behind[0] + behind.slice(2));
  }
  return away;
}
