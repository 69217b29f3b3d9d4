import { describe, expect, it } from "vitest";
import { neighborhoodRequestSchema } from "../../../../src/contract/api/neighborhood.ts";
import { parseSearch } from "../../router/search-params.ts";
import { checkHref, checkSearch, isNarrowed, lengthOf, narrowingOf, neighborhoodRequest } from "./state.ts";

const idea = "Escrow for freelancers, in stablecoins & without a bank = 100%";

describe("the address of an idea check", () => {
  it("holds the idea and what is listed of its neighbors, and gives both back", () => {
    const narrowing = {
      hackathons: ["spring-2024", "autumn-2024"],
      categoryKeys: ["stablecoin-rails"],
      clusterKeys: ["v1-c2"],
      prizeTypes: ["HONORABLE_MENTION"],
      winnersOnly: true as const,
      "builtWith.languages": ["c++, with a comma"],
      "builtWith.chains": ["solana"],
    };
    const search = checkSearch(parseSearch(checkHref(idea, narrowing).slice("/check".length)));
    expect(search).toEqual({ idea, ...narrowing });
    expect(isNarrowed(narrowingOf(search))).toBe(true);
    expect(isNarrowed(narrowingOf(checkSearch({ idea })))).toBe(false);
  });

  it("becomes a request that the service accepts", () => {
    const request = neighborhoodRequest(
      ` ${idea} `,
      { hackathons: ["spring-2024"], winnersOnly: true, "builtWith.languages": ["rust", "go"] },
      50,
    );
    expect(neighborhoodRequestSchema.parse(request)).toEqual({
      query: idea,
      hackathons: ["spring-2024"],
      filters: { winnersOnly: true, builtWith: { languages: ["rust", "go"] } },
      limit: 50,
    });
    expect(neighborhoodRequest(idea, {}, 50)).toEqual({ query: idea, limit: 50 });
  });

  it("ignores what is no narrowing", () => {
    expect(checkSearch(parseSearch("?idea=&winnersOnly=maybe&query=x&offset=9&evil=1"))).toEqual({});
  });

  it("is counted in code points, as the service does", () => {
    expect(lengthOf("  🦀🦀  ")).toBe(2);
    expect(lengthOf("x".repeat(501))).toBe(501);
  });
});
