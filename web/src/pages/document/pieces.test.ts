import fc from "fast-check";
import { expect, it } from "vitest";
import { piecesOf, unitsOf, withoutTitle } from "./pieces.ts";

it("begins a piece at each heading, and where one has become long", () => {
  const text = `Intro\n\n# One **bold**\n\nText\n\n## [Two](https://x.example)\n\n${"A paragraph.\n\n".repeat(600)}`;
  const pieces = piecesOf(text);
  expect(pieces.slice(0, 3).map(({ heading }) => heading)).toEqual([
    null,
    { depth: 1, title: "One bold" },
    { depth: 2, title: "Two" },
  ]);
  expect(pieces.length).toBeGreaterThan(4);
  expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThan(4_000);
});

it("holds the whole text without gaps, whatever it is", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("#", " ", "\n", "-", "a", "`", ">", "😀", "|") }),
      (text) => {
        const pieces = piecesOf(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const { start, text: own } of pieces) expect(text.slice(start, start + own.length)).toBe(own);
      },
    ),
  );
});

it("finds no heading in a code block, and those that are underlined", () => {
  const text = "~~~\n# none\n```\n~~~\n\nTitle\n=====\n\ntext\n---\n\n| a |\n| - |\n\n##\tTwo ##\n";
  expect(piecesOf(text).map(({ heading }) => heading)).toEqual([
    null,
    { depth: 1, title: "Title" },
    { depth: 2, title: "text" },
    { depth: 2, title: "Two" },
  ]);
});

it("closes a code block only at a fence without an info string", () => {
  const titles = (text: string) => piecesOf(text).flatMap(({ heading }) => heading?.title ?? []);
  // Nested: the inner fence belongs to the code.
  expect(titles("```md\n```bash\n# code\n```\n\n# One\n\n~~~\n# code\n~~~ \n\n# Two\n")).toEqual([
    "One",
    "Two",
  ]);
  expect(titles("````\n```\n# code\n```\n# code\n````\n# One\n")).toEqual(["One"]);
  // Unclosed: the rest is code.
  expect(titles("# One\n\n```\n# code\n```bash\n# code\n")).toEqual(["One"]);
  // A code span is no fence.
  expect(titles("```code```\n\n# One\n")).toEqual(["One"]);
});

it("keeps places where lines end with carriage returns", () => {
  const [, second] = piecesOf("one\r\ntwo\r\n\r\n# Three\r\n");
  expect([second!.start, second!.heading!.title]).toEqual([12, "Three"]);
});

it("leaves out a first heading that repeats the title", () => {
  const [piece] = piecesOf("# A title\n\nText");
  expect(withoutTitle(piece!, "A title")).toEqual({ start: 10, text: "\nText", heading: null });
  const [underlined] = piecesOf("A title\n=======\nText");
  expect(withoutTitle(underlined!, "A title").text).toBe("Text");
  expect(withoutTitle(piece!, "Another")).toBe(piece);
  expect(withoutTitle(piece!, undefined)).toBe(piece);
});

it("counts code points", () => {
  expect([unitsOf("a😀b", 0), unitsOf("a😀b", 2), unitsOf("a😀b", 9)]).toEqual([0, 3, 4]);
});
