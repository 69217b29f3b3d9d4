import { expect, it } from "vitest";
import { analyzeRequestSchema } from "../../../../src/contract/api/analysis.ts";
import { parseSearch, stringifySearch } from "../../router/search-params.ts";
import { allDimensions, analyzeRequest, readAnalysis, writeAnalysis } from "./state.ts";

it("is written into the address, read back, and accepted by the service", () => {
  const analysis = {
    cohort: { winnersOnly: true as const, hackathons: ["spring-2024"] },
    dimensions: [...allDimensions],
    topK: 20,
  };
  const read = readAnalysis(parseSearch(stringifySearch(writeAnalysis(analysis))));
  expect(read).toEqual(analysis);
  expect(analyzeRequestSchema.parse(analyzeRequest(read))).toMatchObject({
    dimensions: allDimensions,
    topK: 20,
  });
});

it("has an empty address for the defaults, and ignores what it does not know", () => {
  const start = readAnalysis({});
  expect(stringifySearch(writeAnalysis(start))).toBe("");
  expect(readAnalysis(parseSearch("?dimensions=evil,constructor&topK=9999"))).toEqual(start);
  expect(readAnalysis(parseSearch("?dimensions=tracks,evil")).dimensions).toEqual(["tracks"]);
});
