/** Function words of English that carry no topic (`stop-words.json`). They are neither indexed nor searched. */
import { readFileSync } from "node:fs";

export const stopWords: ReadonlySet<string> = new Set<string>(
  JSON.parse(readFileSync(new URL("./stop-words.json", import.meta.url), "utf8")),
);
