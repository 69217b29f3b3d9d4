import { expect, it } from "vitest";
import type { CatalogSource } from "../catalog/types.ts";
import { sharedAddresses } from "./shared-addresses.ts";

const source = (key: string, url?: string) =>
  ({ key, ...(url && { connector: { kind: "feed", url } }) }) as unknown as CatalogSource;

it("warns of each source that reads the address of one before", () => {
  const [a, b] = ["https://a.example/feed", "https://b.example/feed"];
  const warnings = sharedAddresses([
    source("one", a),
    source("two"),
    source("three", b),
    source("four", a),
    source("five"),
    source("six", a),
  ]);
  expect(
    warnings.map((text) => /the sources (\w+) and (\w+) read the same address/.exec(text)?.slice(1)),
  ).toEqual([
    ["one", "four"],
    ["one", "six"],
  ]);
});
