import { expect, it } from "vitest";
import { languageTag } from "./language.ts";

it.each([
  ["en", "en"],
  [" EN-us ", "en-US"],
  ["pt_br", "pt-BR"],
  ["zh-hant-tw", "zh-Hant-TW"],
  ["iw", "he"],
])("%j is written %j", (text, tag) => {
  expect(languageTag(text)).toBe(tag);
});

it.each(["", "english", "e", "en-", "und", "mul", "en us", "x-klingon", `en-${"a".repeat(40)}`, "de;q=0.5"])(
  "%j states no language",
  (text) => {
    expect(languageTag(text)).toBeNull();
  },
);
