import { describe, expect, it } from "vitest";
import { authorsOf, pastDate, titleOfName } from "./facts.ts";

it.each([
  ["docs/getting-started.md", "Getting started"],
  ["docs/consensus/README.md", "Consensus"],
  ["README.md", "README"],
  ["a/2024-05.mbox.gz", "2024 05"],
  ["v1.2 notes.txt", "V1.2 notes"],
  [".md", ".md"],
  ["", "Untitled"],
])("the title of %j is %j", (name, title) => {
  expect(titleOfName(name)).toBe(title);
});

it.each([
  ["Ada", "Ada"],
  [["Ada", " ", { name: "Grace" }, { title: "x" }, null], "Ada, Grace"],
  [{ name: "Ada" }, "Ada"],
  ["  ", null],
  [undefined, null],
])("the authors of %j are %j", (value, authors) => {
  expect(authorsOf(value)).toBe(authors);
});

describe("pastDate", () => {
  const now = Date.parse("2024-06-01T00:00:00Z");
  it.each([
    ["2024-05-01", "2024-05-01"],
    ["2024-05", "2024-05"],
    [2024, "2024"],
    ["1848", "1848"],
    ["2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00+02:00"],
    ["2024-05-01 10:00", "2024-05-01T10:00"],
    ["Wed, 01 May 2024 10:00:00 GMT", "2024-05-01T10:00:00Z"],
    ["May 1, 2024 10:00 GMT", "2024-05-01T10:00:00Z"],
    ["2024-05-01 10:00:00 +0200", "2024-05-01T10:00:00+02:00"],
    ["2024-05-01T10:00:00+0000", "2024-05-01T10:00:00+00:00"],
    ["2024-05-01 10:00:00 UTC", "2024-05-01T10:00:00Z"],
    ["2024-05-01 10:00:00+02", "2024-05-01T10:00:00+02:00"],
    ["1 May 2024", "2024-05-01"],
    ["May 1, 2024", "2024-05-01"],
    ["May 2024", "2024-05"],
    ["1-May-2024", "2024-05-01"],
    ["Wed, 01 May 96 10:00:00 EST", "1996-05-01T15:00:00Z"],
    ["Wed, 01 May 2024 10:00:00 +0200 (CEST)", "2024-05-01T08:00:00Z"],
    ["Wed, 01 May 2024 10:00:00 CEST", "2024-05-01T10:00:00Z"],
    ["Wed May  1 10:00:00 CET 2024", "2024-05-01T10:00:00Z"],
    ["Wed May  1 10:00:00 2024", "2024-05-01T10:00:00Z"],
    ["Mon, 01 Jan 0001 00:00:00 +0000", null],
    ["Mon, 01 Jan 0001 00:00:00 +1000", null],
    ["Chapter 12", null],
    ["Draft 3", null],
    ["Posted on May 3", null],
    ["Spring 2019", null],
    [`${"May 1 ".repeat(100)}2024`, null],
    [new Date("2024-05-01"), "2024-05-01T00:00:00Z"],
    ["2024-06-01T20:00:00Z", "2024-06-01T20:00:00Z"],
    ["2024-06-03", null],
    ["0001-01-01T00:00:00Z", null],
    ["2024-02-30", null],
    ["yesterday", null],
    [new Date(Number.NaN), null],
    [null, null],
  ])("of %j is %j", (value, date) => {
    expect(pastDate(value, now)).toBe(date);
  });

  it("is the same wherever it is read", () => {
    const { TZ } = process.env;
    try {
      process.env.TZ = "Asia/Tokyo";
      expect(pastDate("May 1, 2024", now)).toBe("2024-05-01");
      expect(pastDate("Wed May  1 10:00:00 2024", now)).toBe("2024-05-01T10:00:00Z");
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});
