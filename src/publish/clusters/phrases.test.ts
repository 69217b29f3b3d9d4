import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phrasesOf, stretches, wordKey } from "./candidate-phrases.ts";
import { descriptiveTexts, isForeign } from "./descriptive-texts.ts";
import { labelClusters, labelWords } from "./labels.ts";
import { type ClusterPhrase, minePhrases } from "./mine-phrases.ts";
import { summarise } from "./summary.ts";
import { WordForms } from "./word-forms.ts";

const phrases = (text: string) =>
  stretches(text).flatMap((stretch) => phrasesOf(stretch, () => true).map(({ words }) => words.join(" ")));

describe("candidate phrases", () => {
  it("neither begin nor end with filler words or verbs, and never cross punctuation", () => {
    expect(phrases("We are building prediction markets for the weather, and carbon credits")).toEqual([
      "prediction",
      "prediction markets",
      "markets",
      "weather",
      "carbon",
      "carbon credits",
      "credits",
    ]);
  });

  it("keep hyphenated words whole, and omit headings, URLs and code", () => {
    expect(phrases("# Inspiration\nzero-knowledge proofs at https://x.example/a `npm run`")).toEqual([
      "zero-knowledge proofs",
      "proofs",
    ]);
  });

  it("count forms of a word together", () => {
    expect(wordKey("NFTs")).toBe(wordKey("nft"));
    expect(wordKey("Cross-Chain")).toBe("cross chain");
    expect(wordKey("marketplaces")).toBe(wordKey("Marketplace"));
  });
});

describe("word forms", () => {
  it("keep the most common capitals, and supply well-known ones", () => {
    const forms = new WordForms();
    for (const text of [
      "an NFT here",
      "one NFT there",
      "the nft",
      "for nfts",
      "uses Uniswap",
      "with defi",
      "gas fees",
    ])
      forms.add(text.split(" "));
    const title = (text: string) =>
      text
        .split(" ")
        .map((word) => forms.inTitle(word))
        .join(" ");
    expect(title("nft marketplace")).toBe("NFT Marketplace");
    expect(title("nfts")).toBe("NFTs");
    expect(title("defi and dao tooling")).toBe("DeFi and DAO Tooling");
    expect(title("gas fees")).toBe("Gas Fees");
    expect(title("zero-knowledge proof of work")).toBe("Zero-Knowledge Proof of Work");
    expect(["uniswap", "market", "daos"].map((word) => forms.inSentence(word))).toEqual([
      "Uniswap",
      "market",
      "DAOs",
    ]);
  });
});

const vocabulary = "carbon credit soil sensor market order pool vault signer reader aid therapy".split(" ");
const texts = fc.array(
  fc.array(fc.constantFrom(...vocabulary), { minLength: 0, maxLength: 8 }).map((words) => [words.join(" ")]),
  { minLength: 4, maxLength: 40 },
);

const prose = (given: readonly (readonly string[])[]) => given.map((own) => ({ prose: own, tags: [] }));

describe("minePhrases", () => {
  it("treats a tag as one phrase, whatever its words are, and counts it with the same words in prose", () => {
    const { ranked } = minePhrases({
      texts: [
        { prose: [], tags: ["trusted execution environments"] },
        { prose: ["Runs in trusted execution environments"], tags: ["trusted execution environment"] },
        { prose: ["Nothing of the kind"], tags: ["app"] },
        { prose: ["Nor this"], tags: ["app"] },
      ],
      clusterOf: [0, 0, 1, 1],
      clusters: 2,
      technologies: [],
    });
    expect(ranked[0]!.map(({ text, members }) => [text, members])).toContainEqual([
      "Trusted Execution Environments",
      [0, 1],
    ]);
    expect(ranked[1]).toEqual([]);
  });

  it("counts shares and lifts like a naive loop over all texts", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 4 }), (given, clusters) => {
        // Numbered, so that no two begin alike.
        const numbered = given.map(([text], i) => [`${i}. ${text}`]);
        const clusterOf = numbered.map((_, i) => i % clusters);
        const { ranked } = minePhrases({ texts: prose(numbered), clusterOf, clusters, technologies: [] });
        const holdsPhrase = (i: number, key: string) => phraseKeys(numbered[i]![0]!).has(key);
        ranked.forEach((found, cluster) => {
          const members = clusterOf.flatMap((c, i) => (c === cluster ? [i] : []));
          for (const { key, share, lift, members: writers } of found) {
            const own = members.filter((i) => holdsPhrase(i, key));
            expect([...writers]).toEqual(own);
            expect(share).toBeCloseTo(own.length / members.length, 9);
            const all = numbered.filter((_, i) => holdsPhrase(i, key)).length;
            expect(lift).toBeCloseTo(share / (all / numbered.length), 9);
          }
          const scores = found.map(({ score }) => score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
        });
      }),
      { numRuns: 60 },
    );
  });

  it("uses the plural of countable things if texts have one, and never of activities", () => {
    const { ranked } = minePhrases({
      texts: [
        { prose: ["An agent wallet here"], tags: ["credit scoring"] },
        { prose: ["The agent wallet there"], tags: ["credit scoring"] },
        { prose: ["Other kinds of wallets, old wallets"], tags: [] },
        { prose: ["Nothing of the kind"], tags: [] },
      ],
      clusterOf: [0, 0, 1, 1],
      clusters: 2,
      technologies: [],
    });
    const found = ranked[0]!.map(({ text }) => text);
    expect(found).toContain("Agent Wallets");
    expect(found).toContain("Credit Scoring");
  });

  it("counts repeated submissions once", () => {
    const once = ["Carbon ledgers for everyone in the valley and the hills beyond, twice a year"];
    const { ranked } = minePhrases({
      texts: prose([once, once, once, ["carbon ledgers again"], ["others"], ["more"]]),
      clusterOf: [0, 0, 0, 0, 1, 1],
      clusters: 2,
      technologies: [],
    });
    expect(ranked[0]!.find(({ text }) => text === "Carbon Ledgers")?.members).toEqual([0, 3]);
  });
});

function phraseKeys(text: string): Set<string> {
  return new Set(stretches(text).flatMap((stretch) => phrasesOf(stretch, () => true).map(({ key }) => key)));
}

describe("labels", () => {
  it("have two to six words and are distinct, whatever was mined", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 8 }), (given, clusters) => {
        const clusterOf = given.map((_, i) => i % clusters);
        const labels = labelClusters(
          minePhrases({ texts: prose(given), clusterOf, clusters, technologies: [] }).ranked,
        );
        expect(labels).toHaveLength(clusters);
        expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(clusters);
        for (const label of labels) {
          const words = label.split(" ").length;
          expect(words).toBeGreaterThanOrEqual(labelWords.least);
          expect(words).toBeLessThanOrEqual(labelWords.most);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("join a second phrase of related meaning, and none that only occurs beside the first", () => {
    const phrase = (text: string, from: number): ClusterPhrase => ({
      key: text.toLowerCase(),
      text,
      prose: text.toLowerCase(),
      words: text.split(" ").length,
      share: 0.4,
      lift: 8,
      score: 1,
      members: [from, from + 1, from + 2],
    });
    const related = [phrase("Food Items", 0), phrase("Restaurants", 3)];
    const unrelated = [phrase("Video Games", 0), phrase("Carbon Credits", 3)];
    expect(labelClusters([related, unrelated])).toEqual(["Food Items and Restaurants", "Video Games"]);
  });
});

describe("telling texts", () => {
  it("omit form sections about the hackathon experience", () => {
    const description =
      "## What it does\nCarbon ledgers\n## Challenges we ran into\nSleep\n## What's next\nMore";
    const tags = {
      problemTags: ["p"],
      solutionTags: ["s"],
      primitives: ["q"],
      techStack: [],
      targetUsers: [],
    };
    const { prose: told, tags: named } = descriptiveTexts({
      slug: "a",
      name: "A",
      oneLiner: "One",
      description,
      tags,
    });
    expect(told.map((text) => text.trim())).toEqual(["One", "## What it does\nCarbon ledgers"]);
    expect(named).toEqual(["s", "q"]);
  });

  it("distinguish English from other languages", () => {
    expect(isForeign(["Nous avons construit une application pour les gens de la ville"])).toBe(true);
    expect(isForeign(["We have built an application for the people of the town"])).toBe(false);
    expect(isForeign(["Chúng tôi xây dựng ứng dụng"])).toBe(true);
  });
});

describe("summaries", () => {
  const bare = {
    projects: 5,
    winners: 0,
    themes: [],
    targetUsers: [],
    buildingBlocks: [],
    first: null,
    examples: [],
  };

  it("have two to four sentences, without gaps for unknown values", () => {
    expect(summarise({ ...bare, themes: ["carbon credits"] })).toBe(
      "Teams here work on carbon credits. When published it held 5 projects, no prize winner among them.",
    );
    const full = {
      ...bare,
      winners: 2,
      themes: ["carbon credits", "soil"],
      targetUsers: ["farmers", "towns", "banks"],
      buildingBlocks: ["Rust"],
      first: { hackathon: "Jam", date: "2024-05-01" },
    };
    expect(summarise(full)).toBe(
      "Teams here work on carbon credits and soil. They build for farmers, towns and banks. A frequent building " +
        "block is Rust. When published it held 5 projects, 2 of them prize winners; the earliest entered Jam in May 2024.",
    );
    expect(summarise({ ...bare, projects: 2_112, winners: 1_021 })).toContain(
      "it held 2,112 projects, 1,021 of them prize winners",
    );
  });

  it.each([
    [1, 0, "held one project, which won no prize."],
    [1, 1, "held one project, a prize winner."],
    [3, 1, "held 3 projects, one of them a prize winner."],
  ])("are grammatical for %i projects of which %i won", (projects, winners, end) => {
    expect(summarise({ ...bare, projects, winners })).toContain(end);
  });

  it("state only the year if the month is unknown", () => {
    expect(summarise({ ...bare, first: { hackathon: "Jam", date: "2024" } })).toMatch(
      /entered Jam in 2024\.$/,
    );
  });
});
