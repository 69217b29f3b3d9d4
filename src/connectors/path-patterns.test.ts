import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathFilter } from "./path-patterns.ts";

const matches = (pattern: string, path: string) => pathFilter({ include: [pattern] })(path);

describe("a pattern", () => {
  it.each([
    ["docs/**", "docs/a.md", true],
    ["docs/**", "docs/a/b/c.md", true],
    ["docs/**", "docs", true],
    ["docs/**", "other/docs/a.md", false],
    ["docs", "docs/a/b.md", true],
    ["docs/", "docs/a.md", true],
    ["*.md", "a.md", true],
    ["*.md", "deep/er/a.md", true],
    ["/*.md", "deep/a.md", false],
    ["/*.md", "a.md", true],
    ["docs/*.md", "docs/a.md", true],
    ["docs/*.md", "docs/b/a.md", false],
    ["**/archive/**", "archive/a.md", true],
    ["**/archive/**", "x/y/archive/z/a.md", true],
    ["**/archive/**", "x/archives/a.md", false],
    ["docs/**/*.md", "docs/a.md", true],
    ["docs/**/*.md", "docs/x/y/a.md", true],
    ["docs/{en,fr}/*.{md,mdx}", "docs/fr/a.mdx", true],
    ["docs/{en,fr}/*.{md,mdx}", "docs/de/a.md", false],
    ["{a", "{a", true],
    ["a?.md", "ab.md", true],
    ["a?.md", "a.md", false],
    ["a.md", "aXmd", false],
    ["*", ".hidden", true],
    ["é*", "été.md", true],
  ])("%j and %j: %j", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it("matches the same as a naive recursive matcher", () => {
    const naive = (pattern: string, text: string): boolean => {
      if (pattern === "") return text === "";
      if (pattern[0] === "*")
        return naive(pattern.slice(1), text) || (text !== "" && naive(pattern, text.slice(1)));
      return text !== "" && pattern[0] === text[0] && naive(pattern.slice(1), text.slice(1));
    };
    const word = (units: string[]) =>
      fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(word(["a", "b", "*"]), word(["a", "b"]), (pattern, name) => {
        fc.pre(!/^\*{2,}$/.test(pattern));
        expect(matches(`/${pattern}`, name)).toBe(naive(pattern, name));
      }),
    );
  });

  it("takes no exponential time, however many wildcards it has", () => {
    expect(matches("*a".repeat(150), `${"a".repeat(2_000)}b`)).toBe(false);
    expect(matches("**/a/".repeat(60), `${"a/".repeat(900)}b`)).toBe(true);
    expect(matches("{a,b}".repeat(60), "ab".repeat(30))).toBe(false);
  });
});

it("a path is kept when an include pattern matches and no exclude pattern does", () => {
  const keep = pathFilter({ include: ["docs/**"], exclude: ["**/old/**", "*.txt"] });
  const paths = ["docs/a.md", "docs/old/a.md", "docs/a.txt", "src/a.md"];
  expect(paths.filter(keep)).toEqual(["docs/a.md"]);
  expect(pathFilter({})("anything")).toBe(true);
  expect(pathFilter({ include: [] })("anything")).toBe(true);
});
