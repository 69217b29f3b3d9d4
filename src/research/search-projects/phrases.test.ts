import { describe, expect, it, onTestFinished } from "vitest";
import { openIndex, projectOf } from "../../corpus/projects/project-index.case.ts";
import { clearBit, hasBit } from "../../search/bitset.ts";
import type { Phrase } from "../query-syntax.ts";
import { keepPhrases } from "./phrases.ts";

const tags = {
  problemTags: ["old bridge"],
  solutionTags: [],
  primitives: [],
  techStack: [],
  targetUsers: [],
};

/** Rows are in the order of the slugs. */
function open() {
  const opened = openIndex([
    projectOf({ slug: "a", name: "x", description: "an old bridge in the rain" }),
    projectOf({ slug: "b", name: "x", description: "an old wooden bridge" }),
    projectOf({ slug: "c", name: "Old Bridge" }),
    projectOf({ slug: "d", name: "x", oneLiner: "old-bridge" }),
    projectOf({ slug: "e", name: "x", tags }),
    projectOf({ slug: "f", name: "x", description: "bridge, old; rain" }),
    projectOf({ slug: "g", name: "x", description: "rain" }),
  ]);
  onTestFinished(() => opened.dispose());
  return opened.index;
}

function kept(
  phrases: { required?: Phrase[]; excluded?: Phrase[] },
  without: readonly string[] = [],
): string {
  const index = open();
  const selected = index.liveRows();
  for (const slug of without) clearBit(selected, index.find(slug));
  keepPhrases(index, { required: [], excluded: [], ...phrases }, selected);
  return [..."abcdefg"].filter((_, row) => hasBit(selected, row)).join("");
}
const phrase = ["old", "bridge"];

describe("phrases", () => {
  it("that are required keep the projects that hold them in name, one-liner, text or a tag", () => {
    expect(kept({ required: [phrase] })).toBe("acde");
    expect(kept({ required: [["rain"]] })).toBe("afg");
    expect(kept({ required: [phrase, ["rain"]] })).toBe("a");
    expect(kept({ required: [["unknown"]] })).toBe("");
    expect(kept({ required: [["old", "unknown"]] })).toBe("");
  });

  it("that are excluded remove the projects that hold them", () => {
    expect(kept({ excluded: [phrase] })).toBe("bfg");
    expect(kept({ excluded: [["rain"], ["wooden"]] })).toBe("cde");
    expect(kept({ excluded: [["unknown"]] })).toBe("abcdefg");
    expect(kept({ required: [phrase], excluded: [["rain"]] })).toBe("cde");
  });

  it("of stop words alone limit nothing, and no project is added", () => {
    expect(kept({ required: [["the"]], excluded: [["of", "the"]] })).toBe("abcdefg");
    expect(kept({ required: [phrase] }, ["a", "g"])).toBe("cde");
    expect(kept({ excluded: [["rain"]] }, ["b"])).toBe("cde");
  });
});
