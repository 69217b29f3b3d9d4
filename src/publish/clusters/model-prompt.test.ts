import { describe, expect, it } from "vitest";
import { readAnswer } from "./model-prompt.ts";

const label = "Carbon Credits and Soil";
const summary = "Teams build carbon ledgers for farmers. Two of them won.";
const read = (fields: object) => readAnswer(JSON.stringify({ label, summary, ...fields }));

describe("readAnswer", () => {
  it("takes the requested JSON, also in a code fence, with blanks normalized", () => {
    expect(read({})).toEqual({ label, summary });
    expect(readAnswer(`\`\`\`json\n${JSON.stringify({ label, summary })}\n\`\`\``)).toEqual({
      label,
      summary,
    });
    expect(read({ label: "  Zero-Knowledge   Proofs " })?.label).toBe("Zero-Knowledge Proofs");
    expect(read({ summary: "One line here.\nAnother line here." })?.summary).toBe(
      "One line here. Another line here.",
    );
  });

  it.each([
    ["one word", "Carbon"],
    ["seven words", "a b c d e f g"],
    ["more than sixty characters", `${"x".repeat(40)} ${"y".repeat(30)}`],
    ["nothing", ""],
    ["no text", 7],
    ["a line end", "Carbon\nCredits"],
    ["a control character", "Carbon \u0007Credits"],
    ["a change of reading direction", "Carbon \u202eCredits"],
    ["markup", "<b>Carbon</b> Credits"],
    ["an address", "See https://evil.example now"],
    ["signs alone", "-- --"],
  ])("refuses a label of %s, and still accepts the summary", (_, given) => {
    expect(read({ label: given })).toEqual({ label: null, summary });
  });

  it.each([
    ["one sentence", "Teams build carbon ledgers for small farmers everywhere."],
    ["five sentences", "One is. Two is. Three is. Four is. Five is, and so on."],
    ["more than 900 characters", `${"x".repeat(900)}. And more.`],
    ["hardly anything", "A. B."],
    ["no text", null],
    ["a link", "Teams build ledgers. See https://evil.example for more."],
    ["markup", "Teams build **ledgers**. Two of them won a prize."],
    ["a control character", "Teams build \u001b[31mledgers. Two of them won."],
  ])("refuses a summary of %s, and still accepts the label", (_, given) => {
    expect(read({ summary: given })).toEqual({ label, summary: null });
  });

  it.each(["", "null", "[]", '"text"', "{", "Sure!"])("is null for %j", (text) => {
    expect(readAnswer(text)).toBeNull();
  });
});
