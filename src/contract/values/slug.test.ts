import fc from "fast-check";
import { expect, test } from "vitest";
import { slugSchema } from "./keys.ts";
import { findByName, slugOf } from "./slug.ts";

test("names become readable slugs, including accents and other scripts", () => {
  expect(slugOf("AI & Agents")).toBe("ai-agents");
  expect(slugOf(" ETHBogotá 2022 ")).toBe("ethbogota-2022");
  expect(slugOf("区块")).toBe("u533a-u5757");
});

test("the slug of any visible name is a valid slug", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
      fc.pre(name.trim() !== "");
      expect(slugSchema.safeParse(slugOf(name)).success).toBe(true);
    }),
  );
});

test("a choice is found by name first, then by slug, then by the slug of the name", () => {
  const choices = [
    { slug: "money", name: "DeFi" },
    { slug: "defi", name: "Other" },
    { slug: "ai-agents", name: "Agents" },
  ];
  expect(findByName(choices, " defi ")).toBe(choices[0]);
  expect(findByName(choices, "ai-agents")).toBe(choices[2]);
  expect(findByName(choices, "AI & Agents")).toBe(choices[2]);
  expect(findByName(choices, "Gaming")).toBeUndefined();
});
