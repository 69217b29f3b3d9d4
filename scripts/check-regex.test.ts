import { expect, it } from "vitest";
import { findSlowExpressions } from "./check-regex.mjs";

it.each([
  ["/(a+)+$/", "exponential"],
  ["/\\s+$/", "polynomial"],
  ["/^\\s*(.+?)\\s*$/m", "polynomial"],
])("finds %s, with its line", (expression, growth) => {
  const source = `/** é */\n\nconst a = "b";\nexport const slow = ${expression};\n`;
  expect(findSlowExpressions(source, "a.ts")).toEqual([
    expect.stringMatching(new RegExp(`^a\\.ts:4: .*${growth} time`)),
  ]);
});

it("wants a reason for an expression made at run time", () => {
  const source = 'export const of = (name: string) => new RegExp(name, "g");\n';
  expect(findSlowExpressions(source, "a.ts")).toHaveLength(1);
  expect(findSlowExpressions(`// Time: names are short.\n${source}`, "a.ts")).toEqual([]);
});

it("passes expressions of linear time", () => {
  expect(findSlowExpressions("export const fast = [/^[a-z]+$/u, /(?<!\\/)\\/+$/];\n", "a.ts")).toEqual([]);
});
