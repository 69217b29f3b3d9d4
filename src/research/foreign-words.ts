/** Words of a query that are of another language, which no English word corrects. */
import { stopWords } from "../search/analysis/stop-words.ts";
import { type Token, tokenize } from "../search/analysis/tokenizer.ts";

/** Frequent words of Spanish, Portuguese, Italian, French and German that are no English ones. */
const functionWords = new Set(
  (
    "el los las una unos para por como que del sobre qué cómo en uma um os não della delle degli nel che gli les des une " +
    "dans pour avec sur der ein eine einer für und von zum zur auf ist wie"
  ).split(" "),
);

/** Whether a token is no English word: all of a query with foreign function words and no English ones. */
export function foreignTest(query: string): (token: Pick<Token, "start" | "end">) => boolean {
  const words = tokenize(query).map(({ start, end }) => query.slice(start, end).toLowerCase());
  const foreign = words.filter((word) => functionWords.has(word)).length;
  const english = words.filter((word) => stopWords.has(word) && !functionWords.has(word)).length;
  if (foreign > english || /[¿¡]/u.test(query)) return () => true;
  return ({ start, end }) => beyondAscii.test(query.slice(start, end));
}

const beyondAscii = /[^\p{ASCII}]/u;
