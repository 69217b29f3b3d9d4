import { describe, expect, it } from "vitest";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import { commonTags } from "./common-tags.ts";

const none = { problemTags: [], solutionTags: [], primitives: [], techStack: [], targetUsers: [] };
const project = (tags: object, i: number): SegmentProject => ({
  slug: `p${i}`,
  hackathonSlug: "jam",
  createdAt: "",
  record: { slug: `p${i}`, name: "A", tags: { ...none, ...tags } },
});
const projects = (...tags: object[]) => tags.map(project);

describe("commonTags", () => {
  it("are those of two to five words that three projects have", () => {
    const tags = { primitives: ["Tidal Harmonics", "tides", "a b c d e f"] };
    expect(commonTags(projects(tags, tags, tags, { primitives: ["rare thing"] }))).toEqual([
      { kind: "primitives", tag: "tidal harmonics" },
    ]);
    expect(commonTags(projects(tags, tags))).toEqual([]);
  });

  it("are of the kind in which more projects have them", () => {
    const [one, two] = [{ primitives: ["tidal harmonics"] }, { solutionTags: ["tidal harmonic"] }];
    expect(commonTags(projects(one, one, one, two, two, two, two))).toEqual([
      { kind: "solutionTags", tag: "tidal harmonic" },
    ]);
  });

  it("count a project once, and leave projects without tags out", () => {
    const doubled = { primitives: ["tidal harmonics", "Tidal harmonics"] };
    expect(commonTags(projects(doubled, doubled))).toEqual([]);
    expect(commonTags(projects({}, {}, {}))).toEqual([]);
    expect(commonTags([])).toEqual([]);
  });
});
