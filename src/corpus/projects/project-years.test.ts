import { expect, it, onTestFinished } from "vitest";
import { slugOf } from "../../contract/values/slug.ts";
import { bitsetBytes, setBit } from "../../search/bitset.ts";
import { openIndex, projectOf } from "./project-index.case.ts";
import { countByYear, countByYearAmong, yearOf, yearOfRow } from "./project-years.ts";

function open() {
  const at = (slug: string, startDate: string | null, award?: "winner" | "honorable_mention") =>
    projectOf({ slug, hackathon: { slug: slugOf(startDate ?? "none"), startDate }, award });
  const opened = openIndex([
    at("a", "2023-01-01", "winner"),
    at("b", "2023-12-31T23:30:00-01:00", "winner"),
    at("c", "2024-06-01"),
    at("d", "2024-06-01", "honorable_mention"),
    at("e", null, "winner"),
    at("f", "2022"),
  ]);
  onTestFinished(() => opened.dispose());
  const { index } = opened;
  const rowsOf = (...slugs: string[]) => slugs.map((slug) => index.find(slug)).sort((x, y) => x - y);
  const bitsOf = (...slugs: string[]) => {
    const bits = new Uint8Array(bitsetBytes(index.count));
    for (const row of rowsOf(...slugs)) setBit(bits, row);
    return bits;
  };
  return { index, rowsOf, bitsOf };
}

it("a year is that of the instant in UTC, and unknown for no date or none that can be read", () => {
  expect(yearOf("2023-12-31T23:30:00-01:00")).toBe(2024);
  expect(yearOf("2023")).toBe(2023);
  expect(yearOf(null)).toBeNull();
  expect(yearOf("soon")).toBeNull();
});

it("each project has the year in which its hackathon started", () => {
  const { index } = open();
  const years = Object.fromEntries(
    Array.from({ length: index.count }, (_, row) => [index.slug(row), yearOfRow(index)(row)]),
  );
  expect(years).toEqual({ a: 2023, b: 2024, c: 2024, d: 2024, e: null, f: 2022 });
});

it("projects and winners are counted by year, oldest first, unknown years last, mentions not as winners", () => {
  const { index, bitsOf } = open();
  expect(countByYear(index, index.liveRows())).toEqual([
    { year: 2022, count: 1, winners: 0 },
    { year: 2023, count: 1, winners: 1 },
    { year: 2024, count: 3, winners: 1 },
    { year: null, count: 1, winners: 1 },
  ]);
  expect(countByYear(index, bitsOf("e", "a"))).toEqual([
    { year: 2023, count: 1, winners: 1 },
    { year: null, count: 1, winners: 1 },
  ]);
  expect(countByYear(index, bitsOf())).toEqual([]);
});

it("of some projects, only those in the set are counted", () => {
  const { index, rowsOf, bitsOf } = open();
  const among = Uint32Array.from(rowsOf("b", "c", "f"));
  expect(countByYearAmong(index, among, bitsOf("a", "c", "d", "b"))).toEqual([
    { year: 2024, count: 2, winners: 1 },
  ]);
});
