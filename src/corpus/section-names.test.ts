import { expect, it } from "vitest";
import type { LoadedSections } from "../search/segment/section-file.ts";
import { underPrefix, withPrefix } from "./section-names.ts";

it("arrays are found under the prefix they were given, with their addresses, and no others", () => {
  const [one, two, other] = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
  const sections = { ...withPrefix("words", { one, "x.two": two }), ...withPrefix("words2", { other }) };
  expect(sections).toEqual({ "words.one": one, "words.x.two": two, "words2.other": other });
  const at = { "words.one": 8, "words.x.two": 16, "words2.other": 24 };
  const loaded = { meta: null, arrays: sections, at } as unknown as LoadedSections<unknown>;
  expect(underPrefix(loaded, "words")).toEqual({
    arrays: { one, "x.two": two },
    at: { one: 8, "x.two": 16 },
  });
  expect(underPrefix(loaded, "words.x")).toEqual({ arrays: { two }, at: { two: 16 } });
  expect(underPrefix(loaded, "other")).toEqual({ arrays: {}, at: {} });
});
