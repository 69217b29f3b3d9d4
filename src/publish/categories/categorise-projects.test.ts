import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectCategoriesSchema } from "../../contract/api/shared.ts";
import { categoryLabels } from "../../corpus/projects/category-keys.ts";
import { projectOf } from "../../corpus/projects/project-index.case.ts";
import { randomProjects } from "../../corpus/projects/random-projects.case.ts";
import { categorise, described, quietRun, renamed, taxonomy } from "./categorise.case.ts";
import { categoriseProjects } from "./categorise-projects.ts";

const bridge = described(
  "span",
  "A trustless bridge that swaps tokens between Ethereum and Bitcoin with atomic swaps",
);
const loans = described(
  "lend",
  "Borrow against collateral at a fixed interest rate, with loans between people",
);
const clinic = described(
  "ward",
  "Helps doctors and nurses diagnose patients and keeps medical records for hospitals",
);
const imported = (key: string) => ({ primaryKey: key, secondaryKey: null, confidence: "high" as const });

describe("categorising projects", () => {
  it("finds the category from the project's own words, with the taxonomy's version", async () => {
    const found = await categorise([bridge, loans, clinic]);
    expect(found.map((each) => each?.primaryKey)).toEqual([
      "cross-chain-interoperability",
      "lending-insurance",
      "clinical-care",
    ]);
    for (const each of found) expect(each).toMatchObject({ version: taxonomy.version, confidence: "high" });
  });

  it("does so without any vector, and calls no embedder", async () => {
    const found = await categorise([bridge, loans], {
      vectors: [null, null],
      embed: () => Promise.reject(new Error("asked")),
    });
    expect(found.map((each) => each?.primaryKey)).toEqual([
      "cross-chain-interoperability",
      "lending-insurance",
    ]);
  });

  it("does so when the embedder returns no vectors for the taxonomy, or ones of another length", async () => {
    for (const answer of [null, new Float32Array([1])]) {
      const found = await categorise([bridge, loans], { embed: async (texts) => texts.map(() => answer) });
      expect(found.map((each) => each?.primaryKey)).toEqual([
        "cross-chain-interoperability",
        "lending-insurance",
      ]);
    }
  });

  it("reads British and American spelling as the same word", async () => {
    const british = described("a", "Tokenised property and fractionalised ownership of buildings");
    const american = described("a", "Tokenized property and fractionalized ownership of buildings");
    const without = { vectors: [null] };
    expect(await categorise([british], without)).toEqual(await categorise([american], without));
  });

  it("skips projects with an imported category, including special ones", async () => {
    const keys = ["gaming", "other-emerging", "insufficient-information"];
    const projects = keys.map((key) =>
      described(key, "Borrow against collateral", { categories: imported(key) }),
    );
    expect(await categorise(projects)).toEqual([null, null, null]);
    const [first, second] = await categorise([projects[0]!, loans]);
    expect(first).toBeNull();
    expect(second?.primaryKey).toBe("lending-insurance");
  });

  it("treats an imported category that is not in the taxonomy as none, and does not train on it", async () => {
    const strange = Array.from({ length: 10 }, (_, i) =>
      described(`s${i}`, "Borrow against collateral at a fixed interest rate", {
        categories: imported("unheard-of"),
      }),
    );
    const found = await categorise([...strange, loans]);
    expect(found.every((each) => each?.primaryKey === "lending-insurance")).toBe(true);
    const bare = strange.map(({ slug, record }) => described(slug, record.oneLiner!));
    expect(await categorise([...bare, loans])).toEqual(found);
  });

  it("learns words that the taxonomy lacks from imported categories", async () => {
    const trained = Array.from({ length: 12 }, (_, i) =>
      described(`t${i}`, `Zorblatt quuxing frobnicator number ${i} for plimsoll gorf`, {
        categories: imported("climate-energy"),
      }),
    );
    const asked = described("zorb", "The zorblatt frobnicator with gorf quuxing");
    const [alone] = await categorise([asked], { vectors: [null] });
    expect(alone?.primaryKey).toBe("other-emerging");
    const all = [...trained, asked];
    const taught = (await categorise(all, { vectors: all.map(() => null) })).at(-1);
    expect(taught?.primaryKey).toBe("climate-energy");
  });

  it("changes a clear case little with few labels", async () => {
    const odd = described("odd", "Loans for people", { categories: imported("gaming") });
    const [, found] = await categorise([odd, loans]);
    expect(found?.primaryKey).toBe("lending-insurance");
  });

  it("returns insufficient-information for a form filled in only to be accepted", async () => {
    const description =
      "## Inspiration\na\n## What it does\ntest\n## How we built it\nlots of Python and sleep";
    const [found] = await categorise([described("a", "Test Project", { description })]);
    expect(found).toMatchObject({ primaryKey: "insufficient-information", confidence: "low" });
  });

  it("counts what a project is made with less than what it is for", async () => {
    const [found] = await categorise(
      [described("a", "Donations to charities, powered by autonomous agents and agent swarms")],
      { vectors: [null] },
    );
    expect(found?.primaryKey).toBe("fundraising-giving");
  });

  it("returns insufficient-information for only a name, tracks and labels, or two words", async () => {
    const silent = [
      projectOf({ slug: "a", name: "Lending for hospitals and games" }),
      projectOf({ slug: "b", tracks: ["Payments and commerce and lending"], labels: ["Health"] }),
      projectOf({ slug: "c", oneLiner: "  ", description: "" }),
      described("d", "The lending app"),
    ];
    const found = await categorise(silent);
    for (const each of found)
      expect(each).toEqual({
        version: taxonomy.version,
        primaryKey: "insufficient-information",
        secondaryKey: null,
        confidence: "low",
      });
    const [enough] = await categorise([described("e", "The lending app, collateral")]);
    expect(enough?.primaryKey).toBe("lending-insurance");
  });

  it("returns other-emerging for a project near to no category", async () => {
    const [found] = await categorise([described("x", "Zorblatt frobnicator quuxing the plimsoll")], {
      vectors: [null],
    });
    expect(found).toMatchObject({ primaryKey: "other-emerging", secondaryKey: null, confidence: "low" });
  });

  it("names a second category, with lower confidence, when two are close", async () => {
    const both = described("both", "Loans against collateral; patients and doctors; borrowers and hospitals");
    const [found] = await categorise([both], { vectors: [null] });
    const keys = [found?.primaryKey, found?.secondaryKey].sort();
    expect(keys).toEqual(["clinical-care", "lending-insurance"]);
    expect(found?.confidence).not.toBe("high");
  });

  it("returns the keys of an operator's own taxonomy", async () => {
    const own = renamed();
    const labelled = described("l", "A game of cards for two players against dragons", {
      categories: imported("gaming"),
    });
    const found = await categorise([bridge, labelled], { taxonomy: own });
    expect(found[0]).toMatchObject({ version: "own-1", primaryKey: "own-cross-chain-interoperability" });
    expect(found[1]?.primaryKey).toBe("own-gaming");
  });

  it("accepts 0, 1, 2 and 10 projects", async () => {
    for (const count of [0, 1, 2, 10]) {
      const found = await categorise(randomProjects(count, 3));
      expect(found).toHaveLength(count);
    }
  });

  it("returns a complete result or null for each, deterministically, for any projects", async () => {
    const known = categoryLabels(taxonomy);
    await fc.assert(
      fc.asyncProperty(fc.nat(30), fc.nat(1000), async (count, seed) => {
        const projects = randomProjects(count, seed);
        const found = await categorise(projects);
        expect(await categorise(projects)).toEqual(found);
        found.forEach((each, i) => {
          expect(each === null).toBe(known.has(projects[i]!.record.categories?.primaryKey ?? ""));
          if (each === null) return;
          projectCategoriesSchema.parse(each);
          expect(known.has(each.primaryKey)).toBe(true);
          expect(each.secondaryKey).not.toBe(each.primaryKey);
        });
      }),
      { numRuns: 8 },
    );
  });

  it("stops when publishing is stopped", async () => {
    const run = { ...quietRun, signal: AbortSignal.abort(new Error("stopped")) };
    const input = { projects: [bridge], vectors: [null], taxonomy, embed: async () => [] };
    await expect(categoriseProjects(run, input)).rejects.toThrow("stopped");
  });
});
