import { describe, expect, it } from "vitest";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { projectOf, taxonomy } from "./project-index.case.ts";
import type { SegmentHackathon } from "./project-layout.ts";
import { settleProject } from "./settled-project.ts";
import { standingOf } from "./shown-prize.ts";

const hackathon: SegmentHackathon = {
  slug: "spring",
  name: "Spring",
  startDate: null,
  tracks: [{ slug: "ai", name: "Applied AI" }],
  labels: [{ slug: "tools", name: "Developer Tools" }],
};

function settle(fields: Partial<ProjectRecord>, onUnknown: (key: string) => void = () => {}) {
  const project = projectOf({ slug: "one", hackathon: { slug: "spring" }, ...fields });
  const surroundings = { hackathons: new Map([["spring", hackathon]]), taxonomy, clusters: new Map() };
  return settleProject(project, surroundings, onUnknown);
}

describe("the shown prize", () => {
  const win = { type: "TRACK_PRIZE", placement: 2, amount: 500 };
  const mention = { type: "HONORABLE_MENTION", placement: 1 };

  it("is a win before a mention, then the best placement, the greatest amount, the first given", () => {
    expect(standingOf({ prizes: [mention, win] }).prize).toMatchObject(win);
    expect(standingOf({ prizes: [{ ...win, placement: null }, win] }).prize?.placement).toBe(2);
    expect(standingOf({ prizes: [win, { ...win, placement: 1, amount: 1 }] }).prize?.placement).toBe(1);
    expect(standingOf({ prizes: [win, { ...win, amount: 900 }] }).prize?.amount).toBe(900);
    const unpaid = { ...win, amount: null };
    expect(standingOf({ prizes: [unpaid, { ...win, amount: 0 }] }).prize?.amount).toBe(0);
    expect(
      standingOf({
        prizes: [
          { ...win, name: "a" },
          { ...win, name: "b" },
        ],
      }).prize?.name,
    ).toBe("a");
    expect(standingOf({ prize: { type: "A" }, prizes: [{ type: "B", placement: 1 }] }).prize?.type).toBe("B");
  });

  it("determines the award unless the record has one", () => {
    expect(standingOf({})).toEqual({ award: null, prize: null });
    expect(standingOf({ prize: win }).award).toBe("winner");
    expect(standingOf({ prize: mention }).award).toBe("honorable_mention");
    expect(standingOf({ award: "winner" })).toEqual({ award: "winner", prize: null });
  });

  it("has the type of a mention and no amount when it is one", () => {
    const { prize } = standingOf({ award: "honorable_mention", prize: win });
    expect(prize).toMatchObject({ type: "HONORABLE_MENTION", amount: null });
    expect(standingOf({ prize: { ...mention, amount: 50 } }).prize?.amount).toBeNull();
  });

  it("is a mention with all other fields null where a record has only the award", () => {
    const { award, prize } = standingOf({ award: "honorable_mention" });
    expect(award).toBe("honorable_mention");
    const nothing = { name: null, placement: null, amount: null, trackName: null };
    expect(prize).toEqual({ type: "HONORABLE_MENTION", ...nothing });
  });
});

describe("links", () => {
  it("are http and https only, whatever the catalog holds", () => {
    const project = projectOf({ slug: "a" });
    const surroundings = { hackathons: new Map(), taxonomy, clusters: new Map() };
    project.record.links = { github: "https://example.org/a", demo: "javascript:alert(1)", repoPublic: true };
    expect(settleProject(project, surroundings, () => {}).links).toEqual({
      github: "https://example.org/a",
      demo: null,
      presentation: null,
      technicalDemo: null,
      twitter: null,
      colosseum: null,
      repoPublic: true,
    });
  });
});

describe("tracks and labels", () => {
  it("are what the record gives, by the declared slug and name", () => {
    expect(settle({ tracks: ["applied ai", "New One", "New  one"] })).toMatchObject({
      trackClassification: "prize_tracks",
      tracks: [
        { key: "spring/ai", name: "Applied AI" },
        { key: "spring/new-one", name: "New One" },
      ],
      labels: [],
    });
    expect(settle({ labels: ["Developer Tools", "Other"] })).toMatchObject({
      trackClassification: "submission_labels",
      tracks: [],
      labels: [
        { key: "label:spring/tools", name: "Developer Tools" },
        { key: "label:spring/other", name: "Other" },
      ],
    });
  });

  it("are omitted while their classification is ambiguous", () => {
    const open = { trackClassification: "ambiguous", tracks: [], labels: [] };
    expect(settle({ tracks: ["Applied AI"], labels: ["Other"] })).toMatchObject(open);
    expect(settle({ trackClassification: "ambiguous", tracks: ["Applied AI"] })).toMatchObject(open);
  });

  it("follow an explicit classification", () => {
    const both = { tracks: ["Applied AI"], labels: ["Other"] };
    expect(settle({ ...both, trackClassification: "prize_tracks" })).toMatchObject({
      tracks: [{ key: "spring/ai" }],
      labels: [],
    });
    expect(settle({ trackClassification: "submission_labels", tracks: ["Applied AI"] })).toMatchObject({
      tracks: [],
      labels: [],
    });
    expect(settle({})).toMatchObject({ trackClassification: "prize_tracks", tracks: [], labels: [] });
  });
});

describe("a settled project", () => {
  it("shows an unknown start date as an empty string", () => {
    expect(settle({}).hackathon).toEqual({ slug: "spring", name: "Spring", startDate: "" });
  });

  it("keeps only categories of the taxonomy, and reports the others", () => {
    const unknown: string[] = [];
    const known = taxonomy.categories[0]!.key;
    const categories = { primaryKey: known, secondaryKey: "gone", confidence: "low" as const };
    expect(settle({ categories }, (key) => unknown.push(key)).categories).toEqual({
      version: taxonomy.version,
      primaryKey: known,
      secondaryKey: null,
      confidence: "low",
    });
    const foreign = { ...categories, primaryKey: "never-was" };
    expect(settle({ categories: foreign }, (key) => unknown.push(key)).categories).toBeNull();
    expect(unknown).toEqual(["gone", "never-was"]);
  });

  it("accepts the two special categories", () => {
    const categories = { primaryKey: "other-emerging", confidence: "high" as const };
    expect(settle({ categories }).categories?.primaryKey).toBe("other-emerging");
  });

  it("takes the team size as given, else the number of members, else 0", () => {
    expect(settle({ team: { count: 4, members: [{ username: "a" }] } }).teamCount).toBe(4);
    expect(settle({ team: { members: [{ username: "a" }, {}] } }).teamCount).toBe(2);
    expect(settle({}).teamCount).toBe(0);
  });
});
