import { expect, it } from "vitest";
import { trapGuard } from "./traps.ts";

const passing = (paths: string[]) => {
  const mayBeRead = trapGuard();
  return paths.filter((path) => mayBeRead(new URL(path, "https://e.org"))).length;
};
const many = (count: number, path: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => path(index));

it("pages that differ in their words are not limited", () => {
  const word = (index: number) => [...String(index)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  expect(passing(many(5_000, (index) => `/posts/${word(index)}`))).toBe(5_000);
});

it("of pages that differ in numbers or values only, a thousand are read", () => {
  expect(passing(many(3_000, (index) => `/calendar/${index}/1`))).toBe(1_000);
  expect(passing(many(3_000, (index) => `/list?page=${index}`))).toBe(1_000);
  expect(passing(many(3_000, (index) => `/list?tag=t${"x".repeat(index % 50)}${index}&sort=a`))).toBe(1_000);
});

it("of the combinations of parameters, twenty are read", () => {
  expect(passing(many(200, (index) => `/shop?f${String.fromCharCode(97 + (index % 26))}${index}=1`))).toBe(
    20,
  );
});

it("long, deep and repeating paths are not read", () => {
  expect(passing([`/${"a".repeat(1_000)}`, "/a/b".repeat(11), "/a/b/a/b/a/b/a/b", "/a/b/a/b/a/b"])).toBe(1);
});
