/** Answers as text. */
import { expect, it } from "vitest";
import { renderText } from "./render-text.ts";

it("one line per field and row, without what is empty", () => {
  const answer = {
    total: 2,
    note: null,
    tags: [],
    results: [
      { slug: "a", hackathon: { slug: "h" }, prize: { placement: 1, trackName: "t" }, labels: ["x", "y"] },
      { slug: "b", hackathon: { slug: "h" }, prize: { placement: null, trackName: null }, labels: [] },
    ],
  };
  expect(renderText(answer)).toBe(
    "total: 2\nresults:\n- slug: a; hackathon: h; prize: (placement: 1; trackName: t); labels: x, y\n- slug: b; hackathon: h",
  );
});

it("a row whose group is null says none; a text of several lines stands below its name", () => {
  expect(renderText({ byAward: [{ award: null, count: 3 }], content: "one\ntwo" })).toBe(
    "byAward:\n- award: none; count: 3\ncontent:\none\ntwo",
  );
});

it("nothing at all is said", () => {
  expect(renderText({ results: [] })).toBe("Nothing found.");
});
