import { describe, expect, it } from "vitest";
import { taxonomy } from "./categorise.case.ts";
import { decide } from "./decision.ts";
import { clearEvidence, leads, nearEvidence } from "./weights.ts";

const at = (values: Record<number, number>) =>
  Float64Array.from(taxonomy.categories, (_, k) => values[k] ?? 0);
const keys = taxonomy.categories.map(({ key }) => key);
const decided = (values: Record<number, number>) => decide({ enough: true, evidence: at(values) }, taxonomy);
/** A second whose distance from evidence 4 is the given lead. */
const behind = (lead: number) => 4 - lead * 2;

describe("the decision", () => {
  it("is high, medium or low by the lead in roots of the evidence, on both sides of each margin", () => {
    const confidence = (lead: number) => decided({ 7: 4, 9: behind(lead) }).confidence;
    expect(confidence(leads.high + 1e-6)).toBe("high");
    expect(confidence(leads.high - 1e-6)).toBe("medium");
    expect(confidence(leads.medium + 1e-6)).toBe("medium");
    expect(confidence(leads.medium - 1e-6)).toBe("low");
  });

  it("is not high on little evidence, on both sides of the bound", () => {
    expect(decided({ 3: clearEvidence }).confidence).toBe("high");
    expect(decided({ 3: clearEvidence - 1e-6 }).confidence).toBe("medium");
  });

  it("names the second if it is near and confidence is below high", () => {
    expect(decided({ 7: 4, 9: behind(0.5) })).toMatchObject({ primaryKey: keys[7], secondaryKey: keys[9] });
    expect(decided({ 7: 4, 9: behind(leads.high + 1e-6) }).secondaryKey).toBeNull();
    expect(decided({ 7: nearEvidence, 9: nearEvidence - 1e-6 }).secondaryKey).toBeNull();
  });

  it("is other-emerging if nothing is near, on both sides of the bound", () => {
    expect(decided({ 3: nearEvidence }).primaryKey).toBe(keys[3]);
    expect(decided({ 3: nearEvidence - 1e-6 }).primaryKey).toBe("other-emerging");
    expect(decided({}).primaryKey).toBe("other-emerging");
  });

  it("is insufficient-information for too few words, whatever the evidence", () => {
    expect(decide({ enough: false, evidence: at({ 1: 9 }) }, taxonomy)).toMatchObject({
      primaryKey: "insufficient-information",
      secondaryKey: null,
      confidence: "low",
    });
  });

  it("takes the first of equals in the taxonomy's order", () => {
    expect(decided({ 5: 3, 2: 3, 8: 3 })).toMatchObject({ primaryKey: keys[2], secondaryKey: keys[5] });
  });
});
