import { describe, expect, it } from "vitest";
import { analyzeRequestSchema, compareRequestSchema } from "../../../src/contract/api/analysis.ts";
import { parseSearch, stringifySearch } from "../router/search-params.ts";
import {
  bucketHref,
  type Cohort,
  cohortHref,
  cohortRequest,
  comparedCohort,
  readCohort,
  writeCohort,
} from "./cohort.ts";

const cohort: Cohort = {
  hackathons: ["spring-2024", "autumn-2024"],
  trackKeys: ["spring-2024/payments"],
  winnersOnly: true,
  acceleratorOnly: true,
  acceleratorBatchKeys: ["accelerator/first"],
  prizePlacements: ["1", "2"],
  clusterKeys: ["v1-c2"],
  categoryKeys: ["stablecoin-rails"],
  includeSecondaryCategories: true,
};

describe("a cohort", () => {
  it("is written into an address and read back, with and without a prefix", () => {
    for (const prefix of ["", "a."])
      expect(readCohort(parseSearch(stringifySearch(writeCohort(cohort, prefix))), prefix)).toEqual(cohort);
    const both = { ...writeCohort({ winnersOnly: true }, "a."), ...writeCohort({}, "b.") };
    const search = parseSearch(stringifySearch(both));
    expect([readCohort(search, "a."), readCohort(search, "b.")]).toEqual([{ winnersOnly: true }, {}]);
    expect(readCohort(parseSearch("?winnersOnly=no&hackathons=&evil=1"))).toEqual({});
  });

  it("becomes a request that the service accepts", () => {
    const request = { cohort: cohortRequest(cohort), dimensions: ["clusters"] };
    expect(analyzeRequestSchema.parse(request).cohort).toMatchObject({ ...cohort, prizePlacements: [1, 2] });
    const compared = {
      cohortA: comparedCohort(cohort),
      cohortB: comparedCohort({}),
      dimensions: ["clusters"],
    };
    expect(compareRequestSchema.parse(compared).cohortA).toMatchObject({ winnersOnly: true });
    expect(
      analyzeRequestSchema.safeParse({ ...request, cohort: cohortRequest({ prizePlacements: ["x"] }) })
        .success,
    ).toBe(false);
  });

  it("leads to its projects, and to those of one bucket", () => {
    expect(cohortHref({ winnersOnly: true, hackathons: ["a"] })).toBe(
      "/projects?winnersOnly=true&hackathons=a",
    );
    expect(bucketHref({ winnersOnly: true }, "techStack", "a, b")).toBe(
      "/projects?winnersOnly=true&techStack=a%2C+b",
    );
    expect(bucketHref({ clusterKeys: ["v1-c1"] }, "clusters", "v1-c2")).toBe("/projects?clusterKeys=v1-c2");
  });
});
