import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tagKinds } from "../../corpus/projects/project-layout.ts";
import { vocabularyOf } from "./vocabulary.case.ts";
import { loadVocabulary, parseVocabulary, shippedVocabulary, VocabularyError } from "./vocabulary.ts";
import { readWords } from "./words.ts";

function refusal(source: string): string {
  try {
    parseVocabulary(source, "my.yaml");
  } catch (error) {
    expect(error).toBeInstanceOf(VocabularyError);
    return (error as Error).message;
  }
  throw new Error("the file was accepted");
}

describe("the built-in vocabulary", () => {
  const vocabulary = shippedVocabulary();

  it("holds a few hundred tags, some of every kind, each found in its own signal", () => {
    const tags = new Set(
      vocabulary.signals.flatMap((signal) => (signal ? [`${signal.kind} ${signal.tag}`] : [])),
    );
    expect(tags.size).toBeGreaterThan(500);
    for (const kind of tagKinds)
      expect([...tags].filter((tag) => tag.startsWith(kind)).length).toBeGreaterThan(50);
    vocabulary.entries.forEach(({ signal }, number) => {
      if (signal) expect(vocabulary.signals[number]).toBe(signal);
    });
  });

  it("implies only tags that exist", () => {
    expect(vocabulary.implied({ kind: "solutionTags", tag: "developer sdk" })).toContainEqual({
      kind: "targetUsers",
      tag: "developers",
    });
    expect(vocabulary.implied({ kind: "solutionTags", tag: "no such tag" })).toEqual([]);
  });
});

describe("parseVocabulary", () => {
  it.each<[string, Parameters<typeof vocabularyOf>[0], string]>([
    ["a tag in capitals", { primitives: [{ tag: "Oracles" }] }, "primitives[0].tag: must be in lower case"],
    ["an empty tag", { primitives: [{ tag: " " }] }, "primitives[0].tag: must not be empty"],
    [
      "a phrase of signs",
      { techStack: [{ tag: "go", only: ["!?"] }] },
      "techStack[0].only[0]: must hold a letter",
    ],
    ["a long phrase", { techStack: [{ tag: "go", only: ["a b c d e f g h i"] }] }, "has more than 8 words"],
    [
      "both kinds of phrases",
      { techStack: [{ tag: "go", only: ["x"], phrases: ["y"] }] },
      "has both phrases and only",
    ],
    [
      "a tag twice",
      { techStack: [{ tag: "go" }, { tag: "go" }] },
      'techStack[1].tag: the tag "go" is listed twice',
    ],
    [
      "a phrase of two tags",
      {
        techStack: [
          { tag: "go", phrases: ["night train"] },
          { tag: "rust", phrases: ["night trains"] },
        ],
      },
      'techStack[1].phrases[0]: "night trains" already signals the tag "go"',
    ],
    [
      "an implied tag that is none",
      { techStack: [{ tag: "go", implies: { primitives: ["gophers"] } }] },
      'techStack[0].implies.primitives[0]: "gophers" is not a tag among primitives',
    ],
    [
      "an implied problem",
      { problemTags: [{ tag: "fog" }], techStack: [{ tag: "go", implies: { problemTags: ["fog"] } }] },
      "techStack[0].implies.problemTags: a problem cannot be implied",
    ],
    ["an unknown field", { techStack: [{ tag: "go", label: "Go" }] }, "techStack[0].label: is not a field"],
    ["a head of two words", { heads: ["night bus"] }, "mined.heads.solutionTags[0]: must be one word"],
  ])("refuses %s with file, line and rule", (_, content, message) => {
    const text = refusal(vocabularyOf(content));
    expect(text).toContain(message);
    expect(text).toMatch(/^my\.yaml:\d+: /);
  });

  it("returns a vocabulary or throws a VocabularyError for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (source) => {
        expect(refusal(source)).toMatch(/^my\.yaml(:[1-9]\d*)?: /);
      }),
      { numRuns: 50 },
    );
  });

  it("names a file that cannot be read", () => {
    expect(() => loadVocabulary("/no/such/words.yaml")).toThrow(VocabularyError);
    expect(() => loadVocabulary("/no/such/words.yaml")).toThrow(
      "words.yaml: the tag vocabulary cannot be read",
    );
  });

  it("accepts the same phrase for tags of two kinds", () => {
    const entry = [{ tag: "night bus" }];
    const vocabulary = parseVocabulary(vocabularyOf({ solutionTags: entry, primitives: entry }), "my.yaml");
    expect(vocabulary.phrases.matches(readWords("a night bus"))).toHaveLength(2);
  });
});
