import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tagsSchema } from "../../contract/api/shared.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import { tagKinds } from "../../corpus/projects/project-layout.ts";
import { derivedKinds, deriveTags } from "./derive-tags.ts";
import { vocabularyOf } from "./vocabulary.case.ts";
import { parseVocabulary, shippedVocabulary } from "./vocabulary.ts";

const run = { signal: undefined };
const shipped = shippedVocabulary();

function project(record: Partial<ProjectRecord>, slug = "a"): SegmentProject {
  return { slug, hackathonSlug: "jam", createdAt: "2025-01-01", record: { slug, name: "Lamp", ...record } };
}

const derive = (record: Partial<ProjectRecord>) => [...deriveTags(run, [project(record)], shipped)][0];
const noTags = { problemTags: [], solutionTags: [], primitives: [], techStack: [], targetUsers: [] };

describe("deriveTags", () => {
  it("reads a one-liner", () => {
    expect(derive({ oneLiner: "A prediction market on Base with USDC payouts, for football fans" })).toEqual({
      problemTags: [],
      solutionTags: ["prediction market"],
      primitives: ["prediction markets", "stablecoins"],
      techStack: ["base", "usdc"],
      targetUsers: ["fans"],
    });
  });

  it("keeps what an import says of a project, and derives all kinds where every list is empty", () => {
    const oneLiner = "A prediction market";
    const imported = project({ oneLiner, tags: { ...noTags, primitives: ["staking"], techStack: ["zig"] } });
    const empty = project({ oneLiner, tags: noTags }, "b");
    const [first, second] = deriveTags(run, [imported, empty], shipped);
    expect(first).toBeNull();
    expect(second?.solutionTags).toEqual(["prediction market"]);
    expect([derivedKinds(imported.record), derivedKinds(empty.record)]).toEqual([[], tagKinds]);
  });

  it("derives all kinds but technologies where the import has these alone", () => {
    const tags = { ...noTags, techStack: ["zig"] };
    expect(derive({ oneLiner: "A prediction market on Base, for football fans", tags })).toEqual({
      ...noTags,
      solutionTags: ["prediction market"],
      primitives: ["prediction markets"],
      targetUsers: ["fans"],
    });
    expect(derive({ oneLiner: "A lamp on Base", tags })).toBeNull();
  });

  it("returns an empty list without projects, and null for projects without text", () => {
    expect([...deriveTags(run, [], shipped)]).toEqual([]);
    expect(derive({})).toBeNull();
    expect(derive({ oneLiner: "", description: " \n " })).toBeNull();
    expect(derive({ oneLiner: "?!", description: "ελληνικά 日本語 \u0000 ﷽" })).toBeNull();
  });

  it("omits mentions that are negated, planned, or part of a longer name", () => {
    expect(derive({ oneLiner: "No prediction market, and no escrow either" })).toBeNull();
    expect(derive({ description: "A lamp.\n## What is next\nA prediction market on Solana" })).toBeNull();
    expect(derive({ oneLiner: "Written in React Native" })?.techStack).toEqual(["react native"]);
    expect(derive({ oneLiner: "It has an open source knowledge base layer" })?.techStack ?? []).toEqual([]);
  });

  it("derives the tag from the phrase that ends a name", () => {
    const entries = [{ tag: "night bus" }, { tag: "bus map" }];
    const vocabulary = parseVocabulary(vocabularyOf({ solutionTags: entries }), "my.yaml");
    const [tags] = deriveTags(run, [project({ oneLiner: "A night bus map" })], vocabulary);
    expect(tags?.solutionTags).toEqual(["bus map"]);
    expect(derive({ oneLiner: "A 1inch limit order protocol extension" })?.solutionTags ?? []).toEqual([]);
  });

  it("ignores URLs", () => {
    expect(
      derive({ oneLiner: "See https://developers.example.org/solana/escrow and www.solana.example" }),
    ).toBeNull();
  });

  it("weights a person in a story less than the target users", () => {
    expect(derive({ oneLiner: "A merchant once told us a story" })).toBeNull();
    expect(derive({ oneLiner: "Merchants take it" })?.targetUsers).toEqual(["small merchants"]);
    expect(derive({ description: "It helps a merchant." })?.targetUsers).toEqual(["small merchants"]);
    expect(derive({ description: "The merchants laughed." })).toBeNull();
  });

  it.each(["problemTags", "solutionTags"] as const)(
    "requires %s outside the one-liner to be mentioned twice, once where the project is introduced",
    (kind) => {
      const vocabulary = parseVocabulary(vocabularyOf({ [kind]: [{ tag: "dark streets" }] }), "my.yaml");
      const found = (record: Partial<ProjectRecord>) =>
        [...deriveTags(run, [project(record)], vocabulary)][0]?.[kind] ?? [];
      const oneLiner = "A lamp";
      expect(found({ oneLiner: "A lamp for dark streets" })).toEqual(["dark streets"]);
      expect(found({ oneLiner, description: "It lights dark streets." })).toEqual([]);
      expect(found({ oneLiner, description: "## Inspiration\nDark streets." })).toEqual([]);
      expect(found({ oneLiner, description: "Dark streets. We know dark streets." })).toEqual([
        "dark streets",
      ]);
      const later = `${"It is a lamp. ".repeat(40)}Dark streets. Dark streets.`;
      expect(found({ oneLiner, description: later })).toEqual([]);
      expect(found({ oneLiner, description: `${later} Dark streets.` })).toEqual(["dark streets"]);
    },
  );

  it("requires a user group that only an aside names to be named again", () => {
    const oneLiner = "A lamp";
    const story = "## Inspiration\nIt helps merchants.";
    expect(derive({ oneLiner, description: `${story} A merchant laughed.` })?.targetUsers ?? []).toEqual([]);
    expect(derive({ oneLiner, description: `${story} Merchants laughed.` })?.targetUsers).toEqual([
      "small merchants",
    ]);
  });

  it("trusts the beginning of a description where there is no one-liner", () => {
    const description = "An escrow for lamps.";
    expect(derive({ description })?.solutionTags).toEqual(["escrow"]);
    expect(derive({ oneLiner: "A lamp", description })?.solutionTags ?? []).toEqual([]);
  });

  it("orders tags from the code first, then from the one-liner, then the rest", () => {
    const builtWith = { languages: [{ name: "Zig" }], frameworks: [], chains: [], protocols: [] };
    const tags = derive({
      oneLiner: "An oracle on Solana",
      description: "Built in Rust with Postgres.",
      builtWith: { schemaVersion: 1, ...builtWith, services: [], tooling: [], standards: [] },
    });
    expect(tags?.techStack).toEqual(["zig", "solana", "rust", "postgres"]);
  });

  it("adds implied tags, one step only", () => {
    const vocabulary = parseVocabulary(
      vocabularyOf({
        solutionTags: [{ tag: "night bus", implies: { targetUsers: ["commuters"] } }],
        targetUsers: [{ tag: "commuters", implies: { primitives: ["timetables"] } }],
        primitives: [{ tag: "timetables" }],
      }),
      "my.yaml",
    );
    const [tags] = deriveTags(run, [project({ oneLiner: "A night bus" })], vocabulary);
    expect(tags).toEqual({ ...noTags, solutionTags: ["night bus"], targetUsers: ["commuters"] });
  });

  it("finds tags that several imports share, if they have several words", () => {
    const tags = { ...noTags, primitives: ["tidal harmonics", "tides"] };
    const tagged = ["b", "c", "d"].map((slug) => project({ tags }, slug));
    const silent = project({ oneLiner: "Tidal harmonics and tides on a wall clock" });
    expect([...deriveTags(run, [silent, ...tagged], shipped)][0]?.primitives).toEqual(["tidal harmonics"]);
    expect([...deriveTags(run, [silent, ...tagged.slice(1)], shipped)][0]).toBeNull();
  });

  it("mines phrases that several projects share", () => {
    const vocabulary = parseVocabulary(vocabularyOf({ heads: ["tracker"] }), "my.yaml");
    const birds = ["b", "c", "d"].map((slug) => project({ oneLiner: `A bird tracker named ${slug}` }, slug));
    const others = Array.from({ length: 30 }, (_, i) => project({ oneLiner: `Thing ${i}` }, `x${i}`));
    const [first, , , other] = deriveTags(run, [...birds, ...others], vocabulary);
    expect(first).toEqual({ ...noTags, solutionTags: ["bird tracker"] });
    expect(other).toBeNull();
  });

  it("returns at most ten of a kind, each once, in lower case, for any texts", () => {
    const signal = fc.constantFrom(
      ...shipped.entries.flatMap(({ signal: each }) => (each ? [each.tag] : [])),
    );
    const words = fc.array(fc.oneof(signal, fc.string()), { maxLength: 80 }).map((parts) => parts.join(". "));
    fc.assert(
      fc.property(words, words, (oneLiner, description) => {
        const tags = derive({ oneLiner, description });
        if (!tags) return;
        expect(tagsSchema.parse(tags)).toEqual(tags);
        for (const kind of tagKinds) {
          expect(new Set(tags[kind]).size).toBe(tags[kind].length);
          for (const tag of tags[kind]) expect(tag).toBe(tag.toLowerCase());
        }
      }),
      { numRuns: 60 },
    );
  });

  it("derives the same tags in any order of the projects", () => {
    const text = fc.constantFrom(
      "A bird tracker",
      "bird trackers",
      "A Bird Tracker and oracle",
      "An escrow",
      "Lamp",
    );
    const vocabulary = parseVocabulary(
      vocabularyOf({
        heads: ["tracker"],
        primitives: [{ tag: "oracles" }],
        solutionTags: [{ tag: "escrow" }],
      }),
      "my.yaml",
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const projects = texts.map((oneLiner, i) => project({ oneLiner }, `p${i}`));
        const forwards = [...deriveTags(run, projects, vocabulary)];
        expect([...deriveTags(run, projects.toReversed(), vocabulary)].toReversed()).toEqual(forwards);
      }),
      { numRuns: 100 },
    );
  });

  it("stops when the signal aborts", () => {
    const signal = AbortSignal.abort(new Error("on purpose"));
    expect(() => [...deriveTags({ signal }, [project({})], shipped)]).toThrow("on purpose");
  });
});
