import { expect, it } from "vitest";
import { withoutAbbreviations } from "./abbreviations.ts";

it("replaces abbreviations in capitals, unless the whole query is in capitals", () => {
  expect(withoutAbbreviations("DID wallet")).toBe("decentralized identity wallet");
  expect(withoutAbbreviations(" HE ")).toBe(" homomorphic encryption ");
  expect(withoutAbbreviations("tokens with a DID, HE")).toBe(
    "tokens with a decentralized identity, homomorphic encryption",
  );
  for (const query of ["did he help us", "He did", "WHAT HE DID", "DIDs", "CANDID THEORY"])
    expect(withoutAbbreviations(query)).toBe(query);
});
