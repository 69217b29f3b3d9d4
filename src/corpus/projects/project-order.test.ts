import { expect, it } from "vitest";
import { byKey, newestFirst, oldestFirst } from "./project-order.ts";

it("hackathons are ordered by start, unknown first, then by slug; the list itself is left as it was", () => {
  const at = (slug: string, startDate: string | null) => ({ slug, startDate });
  const given = [at("b", "2024-01-01"), at("c", "2023-05-01"), at("a", "2024-01-01"), at("z", null)];
  expect(oldestFirst(given).map(({ slug }) => slug)).toEqual(["z", "c", "a", "b"]);
  expect(given[0]!.slug).toBe("b");
});

it("projects are ordered newest first: by start, then creation, then slug", () => {
  const at = (slug: string, startDate: string | null, createdAt: string) => ({ slug, startDate, createdAt });
  const given = [
    at("none", null, "2026-01-01"),
    at("b", "2024-01-01", "2024-01-02"),
    at("a", "2024-01-01", "2024-01-02"),
    at("late", "2024-01-01", "2024-01-03"),
    at("new", "2025-01-01", "2020-01-01"),
  ];
  expect(newestFirst(given).map((i) => given[i]!.slug)).toEqual(["new", "late", "a", "b", "none"]);
});

it("keys are ordered by code units", () => {
  const keys = ["b", "a", "B", "ä"].map((key) => ({ key }));
  expect(keys.sort(byKey).map(({ key }) => key)).toEqual(["B", "a", "b", "ä"]);
});
