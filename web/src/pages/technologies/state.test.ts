import { expect, it } from "vitest";
import { technologyRequestSchema } from "../../../../src/contract/api/technologies.ts";
import { parseSearch } from "../../router/search-params.ts";
import { readTechnology, technologiesSearch, technologyCohort, technologyHref } from "./state.ts";

it("holds one technology and its cohort in the address, and gives them back", () => {
  const technology = { category: "languages" as const, name: "c++, 20: draft" };
  const cohort = { hackathonSlugs: ["spring-2024"], winnersOnly: true as const };
  const search = technologiesSearch(
    parseSearch(technologyHref(technology, cohort).slice("/technologies".length)),
  );
  expect(readTechnology(search.technology!)).toEqual(technology);
  expect(technologyRequestSchema.parse({ technology, cohort: technologyCohort(search) })).toMatchObject({
    technology,
    cohort,
  });
  expect(technologyCohort({})).toBeUndefined();
});

it("takes a name without a kind, and ignores what it does not know", () => {
  expect(readTechnology("rust")).toEqual({ category: "tooling", name: "rust" });
  expect(readTechnology("evil:rust")).toEqual({ category: "tooling", name: "evil:rust" });
  expect(technologiesSearch(parseSearch("?view=evil&kind=constructor&technology="))).toEqual({});
});
