import { expect, it } from "vitest";
import type { Trait } from "../../../../src/idea-check/winners-apart.ts";
import { traitRows } from "./trait-rows.ts";

const trait = { label: "x", winners: { count: 1, share: 1 }, others: { count: 1, share: 0.5 }, lift: 2 };

it("traits of few projects do not lead", () => {
  const many = { ...trait, winners: { count: 3, share: 0.5 }, others: { count: 4, share: 0.2 } };
  const traits: Trait[] = [
    { ...trait, kind: "languages", name: "rust" },
    { ...many, kind: "languages", name: "go" },
  ];
  expect(traitRows("an idea", traits).map(({ key }) => key)).toEqual(["languages go", "languages rust"]);
});

it("the winners of a trait lead to the projects that are counted, the others nowhere", () => {
  const traits: Trait[] = [
    { ...trait, kind: "languages", name: "rust" },
    { ...trait, kind: "category", name: "gaming" },
  ];
  expect(traitRows("an idea", traits).map(({ key, a, b }) => [key, a.href, b.href])).toEqual([
    ["languages rust", "/check?idea=an+idea&builtWith.languages=rust&winnersOnly=true", undefined],
    ["category gaming", "/check?idea=an+idea&categoryKeys=gaming&winnersOnly=true", undefined],
  ]);
});
