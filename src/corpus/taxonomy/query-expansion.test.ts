import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phraseWords } from "./phrase-words.ts";
import { expandQuery, MAX_ADDED_WORDS, meaningOf } from "./query-expansion.ts";
import { loadTaxonomy } from "./taxonomy.ts";

const taxonomy = loadTaxonomy();
const phrases = taxonomy.synonyms.flatMap(({ terms, expands }) => [...terms, expands]);

const lexicon = (...synonyms: { terms: string[]; expands: string; both?: boolean }[]) => ({
  synonyms: synonyms.map((synonym) => ({ both: false, ...synonym })),
});

/** Queries that mix terms of the taxonomy with others. */
const queries = fc
  .array(fc.oneof(fc.constantFrom(...phrases), fc.string({ unit: "grapheme", maxLength: 12 })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(" "));

it("the meaning of a whole query is that of the term that it is, stop words aside", () => {
  const known = lexicon(
    { terms: ["white paper"], expands: "a paper" },
    { terms: ["dex"], expands: "exchange" },
  );
  expect(meaningOf("The White-Paper", known)).toBe("a paper");
  for (const query of ["white paper dex", "new dex", "", "the"]) expect(meaningOf(query, known)).toBe(null);
});

describe("query expansion", () => {
  it("appends the long form to the query, ignoring case", () => {
    expect(expandQuery("DeFi for farmers", taxonomy)).toEqual({
      expanded: "DeFi for farmers decentralized finance",
      added: ["decentralized finance"],
    });
  });

  it("returns a query without known words unchanged", () => {
    for (const query of ["", "  two  spaces ", "sourdough", "definitely", "¿qué?", "数据"]) {
      expect(expandQuery(query, taxonomy)).toEqual({ expanded: query, added: [] });
    }
  });

  it("does not expand what the query does not want", () => {
    const added = (query: string) => expandQuery(query, taxonomy).added;
    for (const query of [
      "games without NFTs",
      "without any of the NFTs",
      "not defi",
      "non-NFT games",
      "no MEV",
    ])
      expect(added(query)).toEqual([]);
    expect(added("NFT games without MEV")).toEqual(["non-fungible token"]);
    expect(added("notes on defi")).toEqual(["decentralized finance"]);
  });

  it("does not expand parts of identifiers", () => {
    const synonyms = [{ terms: ["tx", "op"], expands: "transaction", both: false }];
    const expanded = (query: string) => expandQuery(query, { synonyms }).expanded;
    for (const query of ["tx.origin", "use of tx.origin.sender", "OP_CAT"])
      expect(expanded(query)).toBe(query);
    expect(expanded("a tx. Origin")).toBe("a tx. Origin transaction");
    expect(expanded("tx.origin of a tx")).toBe("tx.origin of a tx transaction");
  });

  it("matches whole words only", () => {
    const zk = lexicon({ terms: ["zk"], expands: "zero knowledge" });
    expect(expandQuery("zkp szk zk1", zk).added).toEqual([]);
    expect(expandQuery("(zk)-rollup", zk).added).toEqual(["zero knowledge"]);
  });

  it("treats hyphens, slashes and spaces between words alike", () => {
    const shop = lexicon({ terms: ["e commerce"], expands: "online shopping" });
    for (const query of ["e-commerce", "E commerce", "e/commerce"]) {
      expect(expandQuery(query, shop).added).toEqual(["online shopping"]);
    }
    expect(expandQuery("ecommerce", shop).added).toEqual([]);
  });

  it("prefers the longest phrase and uses its words once", () => {
    const chains = lexicon(
      { terms: ["hd"], expands: "high definition" },
      { terms: ["hd wallet"], expands: "hierarchical deterministic wallet" },
    );
    expect(expandQuery("hd wallet", chains).added).toEqual(["hierarchical deterministic wallet"]);
    expect(expandQuery("hd wallet in hd", chains).added).toEqual([
      "hierarchical deterministic wallet",
      "high definition",
    ]);
  });

  it("adds the short form only for entries with `both`", () => {
    const oneWay = { terms: ["sos", "mayday"], expands: "emergency alert" };
    expect(expandQuery("emergency alert app", lexicon(oneWay)).added).toEqual([]);
    const both = lexicon({ ...oneWay, both: true });
    for (const query of ["emergency alert app", "emergency alerts"])
      expect(expandQuery(query, both).added).toEqual(["sos"]);
  });

  it("adds nothing that the query already contains, and nothing twice", () => {
    expect(expandQuery("defi, decentralized finance", taxonomy)).toEqual({
      expanded: "defi, decentralized finance",
      added: [],
    });
    expect(expandQuery("nft NFTs nft", taxonomy).added).toEqual(["non-fungible token"]);
  });

  it("does not expand what it added", () => {
    const chain = lexicon({ terms: ["a"], expands: "b" }, { terms: ["b"], expands: "c" });
    expect(expandQuery("a", chain).added).toEqual(["b"]);
  });

  it("keeps the query in front, stays within the bound and never repeats, for any query", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const { expanded, added } = expandQuery(query, taxonomy);
        expect(expanded).toBe([query, ...added].join(" "));
        expect(added.flatMap(phraseWords).length).toBeLessThanOrEqual(MAX_ADDED_WORDS);
        const said = [query, ...added].map((text) => ` ${phraseWords(text).join(" ")} `);
        for (const [index, phrase] of said.entries()) {
          if (index > 0) expect(said.slice(0, index).some((before) => before.includes(phrase))).toBe(false);
        }
      }),
    );
  });

  it("adds up to twenty words, and skips a meaning that would be more", () => {
    const meaning = (word: string, count: number) =>
      Array.from({ length: count }, (_, i) => word + i).join(" ");
    const synonyms = lexicon(
      { terms: ["aa"], expands: meaning("long", 19) },
      { terms: ["bb"], expands: meaning("pair", 2) },
      { terms: ["cc"], expands: "single" },
      { terms: ["dd"], expands: "other" },
    );
    expect(expandQuery("aa bb cc dd", synonyms).added).toEqual([meaning("long", 19), "single"]);
    expect(expandQuery("cc dd", synonyms).added).toEqual(["single", "other"]);
  });

  it("adds only expansions of words in the query, for any query", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const text = ` ${phraseWords(query).join(" ")} `;
        const holds = (phrase: string) => text.includes(` ${phraseWords(phrase).join(" ")} `);
        for (const meaning of expandQuery(query, taxonomy).added) {
          const reason = taxonomy.synonyms.some(
            ({ terms, expands, both }) =>
              (expands === meaning && terms.some(holds)) ||
              (both && terms[0] === meaning && (holds(expands) || holds(`${expands}s`))),
          );
          expect(reason).toBe(true);
        }
      }),
    );
  });

  it("ignores the case of the query", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...phrases), { maxLength: 6 }), (parts) => {
        const query = parts.join(" ");
        expect(expandQuery(query.toUpperCase(), taxonomy).added).toEqual(expandQuery(query, taxonomy).added);
      }),
    );
  });
});
