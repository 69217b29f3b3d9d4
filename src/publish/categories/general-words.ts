/**
 * Words that any project may use. Alone they are not evidence for a category, even where the taxonomy happens to use
 * them in one place only; in pairs such as "real estate" they are.
 */
import { loadWordLists } from "../../yaml/word-lists.ts";

const lists = loadWordLists(new URL("./general-words.yaml", import.meta.url), ["generalWords"]);

export const generalWords = [...lists.generalWords].join(" ");
