import { expect, it } from "vitest";
import { otherSpelling } from "./spelling-variants.ts";

it.each([
  ["tokenise", "tokenize"],
  ["decentralised", "decentralized"],
  ["organisations", "organizations"],
  ["analysing", "analyzing"],
  ["behaviour", "behavior"],
  ["coloured", "colored"],
  ["modelling", "modeling"],
  ["centres", "centers"],
  ["licence", "license"],
  ["catalogue", "catalog"],
])("%s is %s, and the other way around", (british, american) => {
  expect(otherSpelling(british)).toBe(american);
  expect(otherSpelling(american)).toBe(british);
});

it.each(["rise", "size", "killer", "filling", "doctor", "order", "fence", "dialog2", ""])(
  "%j has none",
  (word) => {
    expect(otherSpelling(word)).toBeNull();
  },
);
