import fc from "fast-check";
import { expect, it } from "vitest";
import { parseQuery } from "../../../../src/research/query-syntax.ts";
import { subjectQuery } from "./subject-query.ts";

it("is the one-liner and the beginning of the description, without the name", () => {
  expect(
    subjectQuery({
      name: "C++ (lite)",
      oneLiner: "C++ (Lite): a compiler",
      description: "## Why\n\n**c++ (lite)** is small. C++ (lite)r is not.",
    }),
  ).toBe("a compiler Why is small. C++ (lite)r is not.");
  expect(subjectQuery({ name: "Arc", oneLiner: "Search an archive", description: null })).toBe(
    "Search an archive",
  );
  expect(subjectQuery({ name: "Game", oneLiner: "game", description: "" })).toBe("");
  const long = subjectQuery({ name: "x", oneLiner: "one", description: "word ".repeat(300) });
  expect(long.length).toBeLessThanOrEqual(500);
  expect(long).toMatch(/^one word .*word$/);
});

it("leaves out a name with any character of ASCII", () => {
  const texts = { oneLiner: "Re-Fund: money back", description: null };
  expect(subjectQuery({ name: "Re-Fund", ...texts })).toBe("money back");
  for (let code = 0x21; code < 0x7f; code++) {
    const name = `Ab${String.fromCharCode(code)}Cd`;
    expect(subjectQuery({ name, oneLiner: `one ${name} two`, description: null }), name).toBe("one two");
  }
});

it("has no operators of a query, whatever the texts are", () => {
  expect(subjectQuery({ name: "n", oneLiner: 'A "trustless" vault -- NOT a bank', description: "" })).toBe(
    "A trustless vault not a bank",
  );
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("-", '"', " ", "a", "N", "NOT ") }));
  fc.assert(
    fc.property(text, text, fc.string({ unit: "binary" }), (oneLiner, description, name) => {
      const query = subjectQuery({ name, oneLiner, description });
      expect(parseQuery(query)).toMatchObject({ required: [], excluded: [] });
    }),
  );
});
