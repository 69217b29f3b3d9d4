import { describe, expect, it } from "vitest";
import { changesOf, languagesOf, originOf, outcomeOf, type Run } from "./words.ts";

const counts: Run["counts"] = {
  listed: 9,
  read: 9,
  added: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  failed: 0,
  skipped: 0,
};

it("languages are told by name, the rarest only by their number", () => {
  const codes = ["en", "pt-BR", "und", "de", "fr", "nl", "fi"];
  const languages = codes.map((language, at) => ({ language, documents: 1200 >> at }));
  expect(languagesOf(languages)).toBe(
    "English 1,200, Brazilian Portuguese 600, Unknown language 300, German 150, French 75, 2 more",
  );
});

describe("a reading", () => {
  it("is told by its outcome, and by items that failed although it ended", () => {
    expect(outcomeOf({ outcome: "complete", counts }).tone).toBe("success");
    expect(outcomeOf({ outcome: "complete", counts: { ...counts, failed: 2 } })).toEqual({
      name: "Read, 2 failed",
      tone: "warning",
    });
    expect(outcomeOf({ outcome: "held", counts }).tone).toBe("warning");
  });

  it("is told by what changed", () => {
    expect(changesOf({ counts })).toBe("Nothing changed");
    expect(changesOf({ counts: { ...counts, added: 1200, withdrawn: 1 } })).toBe("1,200 new, 1 withdrawn");
  });
});

it("a source is told by where it is read from", () => {
  expect(originOf({ connector: null })).toBe("Imported files");
  expect(originOf({ connector: { kind: "feed", url: "https://example.org/feed" } })).toBe(
    "https://example.org/feed",
  );
  expect(originOf({ connector: { kind: "folder", path: "/srv/texts" } })).toBe("/srv/texts");
  expect(originOf({ connector: { kind: "pdf", urls: ["https://a.org/1", "https://a.org/2"] } })).toBe(
    "2 addresses",
  );
});
