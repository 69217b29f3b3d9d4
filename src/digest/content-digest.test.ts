import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, contentDigest } from "./content-digest.ts";

describe("contentDigest", () => {
  it("ignores the order of keys, at every level, and nothing else", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (content) => {
        const reversed = Object.fromEntries(Object.entries(content).reverse());
        expect(contentDigest({ nested: [reversed] })).toBe(contentDigest({ nested: [content] }));
        expect(contentDigest({ ...content, "one more": 1 })).not.toBe(contentDigest(content));
      }),
    );
  });

  it("is the SHA-256 of the canonical JSON, in which undefined members are left out", () => {
    const value = { b: [{ d: 1, c: null }], a: undefined };
    expect(canonicalJson(value)).toBe('{"b":[{"c":null,"d":1}]}');
    expect(contentDigest("abc")).toBe("6cc43f858fbb763301637b5af970e2a46b46f461f27e5a0f41e009c59b827b25");
  });
});
