import { expect, it } from "vitest";
import { markWords, wordsToMark } from "./marked-text.ts";

const marked = (text: string, query: string, terms?: string[]) =>
  markWords(text, wordsToMark(query, terms))
    .map(({ text: part, matches }) => (matches ? `[${part}]` : part))
    .join("");

it("marks whole words of the query, with other endings and in any case", () => {
  expect(marked("Wallets for a farmer, wallet!", "wallet for farmers")).toBe(
    "[Wallets] for a [farmer], [wallet]!",
  );
  expect(marked("swallet walletx", "wallet")).toBe("swallet walletx");
  expect(marked("Économie des données", "économie")).toBe("[Économie] des données");
});

it("prefers the words that the service names", () => {
  expect(marked("payments in stablecoin", "paymnts", ["payments"])).toBe("[payments] in stablecoin");
  expect(marked("payments", "payments", [])).toBe("[payments]");
});

it("leaves hostile text as it is", () => {
  const text = '<img src=x onerror="alert(1)"> script';
  expect(
    markWords(text, wordsToMark("script"))
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
  expect(markWords("", wordsToMark("x"))).toEqual([{ text: "", matches: false }]);
});
