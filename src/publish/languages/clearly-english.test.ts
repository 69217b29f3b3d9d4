import { expect, it } from "vitest";
import { isClearlyEnglish } from "./clearly-english.ts";

it.each([
  "The old harbour was quiet that morning, and nobody had seen the boats return from the sea.",
  "This is what would have been needed: a wallet that can be recovered by those who trust the owner.",
])("%j is", (text) => {
  expect(isClearlyEnglish(text)).toBe(true);
});

it.each([
  // Names, and English words without sentences.
  "OpenSea Uniswap wallet bridge rollup proof token harbour morning boats quiet",
  // Sentences of languages that share short words with English.
  "De oude haven was die ochtend stil en we waren in een van de boten die at sea was, an old man in it.",
  "Den gamle havn var stille, og hun var her i den have, for at se om det er en and i den by, men is var der.",
  "Der alte Hafen war an jenem Morgen still, also was will man in so einem Ort, in dem es am Ende regnet?",
  "El viejo puerto estaba tranquilo a las ocho; no hay an ni as, son de me y he de ver lo que era.",
  "",
])("%j is not", (text) => {
  expect(isClearlyEnglish(text)).toBe(false);
});

it("a few English words in sentences of another language do not make them English", () => {
  const german =
    "Wir nutzen das Framework The Graph, sagte er, and that from which this came war allen im Raum unbekannt geblieben, denn niemand hatte zuvor jemals davon gehört oder gelesen, nicht einmal die Älteren unter uns am Tisch.";
  expect(isClearlyEnglish(german)).toBe(false);
});
