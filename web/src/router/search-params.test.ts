import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asCount,
  asFlag,
  asKeys,
  asList,
  asText,
  ignoredFields,
  parseSearch,
  stringifySearch,
} from "./search-params.ts";

describe("the query of an address", () => {
  it("is readable: lists with commas, spaces as +, defaults left out", () => {
    const search = {
      query: "zk proofs, cheap",
      hackathons: ["a", "b"],
      trackKeys: ["x/y"],
      winnersOnly: true,
      diversify: false,
      offset: undefined,
      empty: "",
    };
    expect(stringifySearch(search)).toBe(
      "?query=zk+proofs%2C+cheap&hackathons=a,b&trackKeys=x/y&winnersOnly=true",
    );
    expect(stringifySearch({})).toBe("");
  });

  it("accepts repeated names, encoded commas between keys, and commas in a text", () => {
    expect(asKeys(parseSearch("?hackathons=a&hackathons=b").hackathons)).toEqual(["a", "b"]);
    expect(asKeys(parseSearch("?hackathons=a%2Cb,b").hackathons)).toEqual(["a", "b"]);
    expect(asText(parseSearch("?query=one,%20two").query)).toBe("one, two");
    expect(asList(parseSearch("?techStack=a%2Cb,c").techStack)).toEqual(["a,b", "c"]);
  });

  it("survives malformed and hostile input", () => {
    expect(parseSearch("?query=100%&&=&__proto__=x").query).toBe("100%");
    expect(asText(undefined)).toBeUndefined();
    expect(asText(7)).toBeUndefined();
    expect(asList(["", ""])).toBeUndefined();
    expect(["0", "-1", "1e3", "1.5", "x", "99999999999999999999"].map(asCount)).toEqual(
      Array(6).fill(undefined),
    );
    expect([asCount("25"), asCount(25), asFlag("true"), asFlag("yes")]).toEqual([25, 25, true, undefined]);
  });

  it("names what was not understood: no defaults, no fields of other pages, each dropped value of a list", () => {
    const raw = parseSearch("?offset=abc&on=banana&off=false&page=0&list=a,b%2Cc,d&query=+&other=1&text=a,b");
    expect(
      ignoredFields(raw, { list: ["a", "b"], text: "a,b" }, [
        "offset",
        "on",
        "off",
        "page",
        "list",
        "query",
        "text",
      ]),
    ).toEqual(["offset=abc", "on=banana", "list=c", "list=d"]);
  });

  it("parses what it wrote, for any texts and lists", () => {
    const text = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(text, fc.uniqueArray(text, { minLength: 1 }), (query, list) => {
        const search = parseSearch(stringifySearch({ query, list }));
        expect(asText(search.query)).toBe(query);
        expect(asList(search.list)).toEqual(list);
      }),
    );
  });
});
