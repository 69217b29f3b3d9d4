import { describe, expect, test } from "vitest";
import { findMutants } from "./find-mutants.ts";

/** The changed texts of all mutants of a source. */
function changes(source: string): string[] {
  return findMutants({ path: "a.ts", source, firstId: 0 }).map(
    ({ start, end, text }) => `${source.slice(start, end)} → ${text}`,
  );
}

describe("operators", () => {
  const cases: [string, string[]][] = [
    ["x = a + b;", ["a + b → a - b"]],
    ["x = (a) / (b);", ["(a) / (b) → (a) * (b)"]],
    ["x = 'a' + b;", ["'a' → \"\""]],
    ["x = a < b;", ["a < b → a <= b", "a < b → a >= b"]],
    ["x = a === b;", ["a === b → a !== b"]],
    ["x = a && b;", ["a && b → a || b"]],
    ["x = a ?? b;", ["a ?? b → a && b"]],
    ["x = a ?? b ?? c;", ["a ?? b ?? c → (a ?? b) && c", "a ?? b → a && b"]],
    ["x = (a ?? b) || c;", ["(a ?? b) || c → (a ?? b) && c", "a ?? b → a && b"]],
    ["a += b;", ["a += b → a -= b"]],
    ["a++;", ["a++ → a--"]],
    ["x = !a;", ["!a → a"]],
    ["x = true;", ["true → false"]],
    ["x = 5;", ["5 → 6"]],
    ["x = 0.25;", ["0.25 → 0"]],
    ["x = 4096;", ["4096 → 0"]],
    ["x = '';", ["'' → \"mutant\""]],
    ["x = `a`;", ["`a` → ``"]],
    ["x = [a];", ["[a] → []"]],
    ["x = { a };", ["{ a } → ({})"]],
    ["x = a.sort();", ["a.sort() → a"]],
    ["x = Math.min(a);", ["Math.min(a) → Math.max(a)"]],
    ["x = a.toString();", []],
    ["x = a?.b?.[c];", ["a?.b?.[c] → a?.b[c]", "a?.b?.[c] → a.b?.[c]"]],
    ["x = a ? b : c;", ["a → true", "a → false"]],
    ["while (a) b();", ["a → false"]],
    ["if (a) b();", ["a → true", "a → false"]],
    ["x = () => a;", ["a → undefined"]],
    ["function f() { a(); b(); }", ["{ a(); b(); } → {}", "a(); → ", "b(); → "]],
    [
      "function f() { a(); return b; }",
      ["{ a(); return b; } → {}", "a(); → ", "return b; → return undefined;"],
    ],
  ];
  test.each(cases)("%s", (source, expected) => {
    const found = changes(source).filter((change) => change !== `${source} → `);
    expect(found).toEqual(expected);
  });
});

describe("no mutants", () => {
  test.each([
    "import { a } from './a.ts';",
    "export { a } from './a.ts';",
    "type A = { b: 'c' | 1 };",
    "throw new RangeError(`a`);",
    "export interface A { b?: 1 }",
  ])("%s", (source) => {
    expect(changes(source)).toEqual([]);
  });

  test("of texts for people: errors, logs, descriptions", () => {
    const texts = ['log.info("a", b);', 'const a = new RangeError("b");', 'const a = b.describe("c");'];
    for (const source of texts)
      expect(changes(source).filter((change) => change !== `${source} → `)).toEqual([]);
  });

  test("of what is written to, and of links inside an optional chain", () => {
    expect(changes("delete a?.b;")).toEqual(["delete a?.b; → "]);
    expect(changes("x = a?.sort().b;")).toContain("a?.sort().b → a.sort().b");
    expect(changes("x = a?.sort().b;")).not.toContain("a?.sort() → a");
  });
});

test("a mutant names its file, line and column, and takes the next id", () => {
  const [mutant] = findMutants({ path: "a.ts", source: "let x;\n  x ||= b;", firstId: 7 }).slice(1);
  expect(mutant).toMatchObject({ path: "a.ts", line: 2, column: 3, id: 8 });
});
