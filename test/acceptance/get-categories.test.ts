import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { describeRefusals } from "./harness/refusals.ts";
import { useSharedService } from "./harness/service.ts";

const service = useSharedService();

describe("200", () => {
  it("returns six areas, 41 categories and the two special keys", async () => {
    const { areas, categories, other, insufficientInformation, version } =
      await service().get("getCategories");
    expect([areas.length, categories.length]).toEqual([6, 41]);
    const keys = [...categories, other, insufficientInformation].map(({ key }) => key);
    expect(new Set(keys).size).toBe(43);
    expect(keys).toEqual(
      expect.arrayContaining(["stablecoin-rails", "other-emerging", "insufficient-information"]),
    );
    expect(version).not.toBe("");
    const areaKeys = new Set(areas.map(({ key }) => key));
    expect(new Set(categories.map(({ areaKey }) => areaKey))).toEqual(areaKeys);
    for (const { label, definition } of [...areas, ...categories, other, insufficientInformation]) {
      expect(label).not.toBe("");
      expect(definition.length).toBeGreaterThan(20);
    }
  });

  it("is the built-in taxonomy file", async () => {
    const file = new URL("../../src/corpus/taxonomy/taxonomy.yaml", import.meta.url);
    const taxonomy = parse(readFileSync(file, "utf8"));
    const { version, categories } = await service().get("getCategories");
    expect(version).toBe(taxonomy.version);
    expect(categories.map(({ key }) => key)).toEqual(
      taxonomy.categories.map(({ key }: { key: string }) => key),
    );
  });

  it("returns exactly the keys that project search accepts", async () => {
    const { categories } = await service().get("getCategories");
    for (const { key } of categories)
      await service().searchProjects({ filters: { categoryKeys: [key] }, limit: 1 });
    const json = { filters: { categoryKeys: ["money-markets"] } };
    expect((await service().refusal("searchProjects", { json })).code).toBe("INVALID_QUERY");
  });
});

describeRefusals({ service, id: "getCategories", valid: {} });
