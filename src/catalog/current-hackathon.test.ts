import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currentHackathon, resultsPublished } from "./current-hackathon.ts";

const now = new Date("2025-06-01T12:00:00.000Z");
const hackathon = (slug: string, dates: Partial<Parameters<typeof currentHackathon>[0][number]> = {}) => ({
  slug,
  current: false,
  startDate: null,
  submissionDeadline: null,
  winnerAnnouncementDate: null,
  ...dates,
});
const current = (...hackathons: ReturnType<typeof hackathon>[]) =>
  currentHackathon(hackathons, now)?.slug ?? null;

describe("the current hackathon", () => {
  const old = hackathon("old", { startDate: "2023-01-01", submissionDeadline: "2023-02-01" });
  const recent = hackathon("recent", { startDate: "2025-05-20", submissionDeadline: "2025-05-25" });
  const running = hackathon("running", { startDate: "2025-05-01", submissionDeadline: "2025-06-15" });
  const future = hackathon("future", { startDate: "2025-07-01", submissionDeadline: "2025-08-01" });

  it("is the flagged one before all others, whenever it takes place", () => {
    expect(current(recent, running, { ...old, current: true })).toBe("old");
    expect(current(recent, running, { ...future, current: true })).toBe("future");
  });

  it("is one that is running, even if another started later", () => {
    expect(current(old, recent, running, future)).toBe("running");
  });

  it("is otherwise the one that started last, and never one that has not started", () => {
    expect(current(future, recent, old)).toBe("recent");
    expect(current(future)).toBeNull();
    expect(current(hackathon("undated"))).toBeNull();
    expect(current()).toBeNull();
  });

  it("runs from its start to its deadline, to the millisecond", () => {
    const before = hackathon("before", { startDate: "2025-06-01T11:00:00Z" });
    const from = (startDate: string, submissionDeadline: string) =>
      current(before, hackathon("it", { startDate, submissionDeadline }));
    expect(from("2025-05-01", "2025-06-01T12:00:00.001Z")).toBe("it");
    expect(from("2025-05-01", "2025-06-01T12:00:00.000Z")).toBe("before");
    expect(from("2025-06-01T12:00:00.000Z", "2025-07-01")).toBe("it");
    expect(from("2025-06-01T12:00:00.001Z", "2025-07-01")).toBe("before");
  });

  it("does not depend on the catalog's order; among several, the last to start wins, then the first by slug", () => {
    expect(current(hackathon("b", { startDate: "2025-01-01" }), hackathon("a", { startDate: "2025" }))).toBe(
      "a",
    );
    const date = fc.constantFrom(null, "2025-01", "2025-05-31", "2025-06-01T12:00:00Z", "2025-06-02");
    const any = fc.record({ current: fc.boolean(), startDate: date, submissionDeadline: date });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), fc.nat(), (dates, seed) => {
        const hackathons = dates.map((dated, index) => hackathon(`h${index}`, dated));
        const turned = hackathons.map((_, index) => hackathons[(index + seed) % hackathons.length]!);
        expect(current(...turned.reverse())).toBe(current(...hackathons));
      }),
    );
  });
});

it("results are published from the announcement on, a day beginning at midnight UTC; never without a date", () => {
  const out = (winnerAnnouncementDate: string | null) => resultsPublished({ winnerAnnouncementDate }, now);
  expect([out("2025-06-01T12:00:00.000Z"), out("2025-06-01T12:00:00.001Z")]).toEqual([true, false]);
  expect([out("2025-06-01"), out("2025-06-02"), out(null)]).toEqual([true, false, false]);
});
