import { describe, expect, it } from "vitest";
import { searchArchivesRequestSchema } from "../../../src/contract/api/archive.ts";
import { parseSearch, stringifySearch } from "../router/search-params.ts";
import { type ArchiveSearch, archiveRequestOf, readArchiveSearch } from "./archive-search.ts";

const everything: ArchiveSearch = {
  query: "light clients, cheap",
  sources: ["bips", "bitcoin_dev"],
  intent: "ideation",
  maxDocsPerSource: "0",
  maxChunksPerDoc: 4,
  minSimilarity: "0.35",
  offset: 50,
};

describe("an archive search", () => {
  it("survives its address, and becomes a request that the API accepts", () => {
    expect(readArchiveSearch(parseSearch(stringifySearch({ ...everything })))).toEqual(everything);
    expect(searchArchivesRequestSchema.parse(archiveRequestOf(everything))).toEqual({
      query: "light clients, cheap",
      sources: ["bips", "bitcoin_dev"],
      intent: "ideation",
      maxDocsPerSource: 0,
      maxChunksPerDoc: 4,
      minSimilarity: 0.35,
      offset: 50,
      limit: 10,
      explain: true,
    });
    expect(searchArchivesRequestSchema.safeParse(archiveRequestOf({ query: "x" })).success).toBe(true);
  });

  it("asks for any number of documents where a single source is chosen", () => {
    const limitOf = (sources?: string[]) =>
      archiveRequestOf({ query: "x", ...(sources && { sources }) }).maxDocsPerSource;
    expect(limitOf(["bips"])).toBe(0);
    expect([limitOf(["bips", "eips"]), limitOf()]).toEqual([undefined, undefined]);
  });

  it("leaves out what is no value of a field, and asks for no page behind the last", () => {
    const raw = parseSearch(
      "?intent=other&minSimilarity=2&maxDocsPerSource=11&maxChunksPerDoc=5&offset=90&sources=",
    );
    const search = readArchiveSearch(raw);
    expect(search).toEqual({ offset: 90 });
    expect(archiveRequestOf(search).offset).toBe(50);
  });
});
