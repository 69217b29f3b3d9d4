/** Newest first: start date of the hackathon (unknown last), then creation, then slug. */
import { compareKeys } from "../../search/columns/compare-keys.ts";
import { timeOf } from "./dates.ts";

export interface Dated {
  slug: string;
  createdAt: string;
  /** Null when unknown. */
  startDate: string | null;
}

/** Positions of the given projects, newest first. */
export function newestFirst(projects: readonly Dated[]): number[] {
  const starts = projects.map((project) => timeOf(project.startDate));
  const creations = projects.map((project) => timeOf(project.createdAt));
  return projects
    .map((_, i) => i)
    .sort(
      (x, y) =>
        starts[y]! - starts[x]! ||
        creations[y]! - creations[x]! ||
        compareKeys(projects[x]!.slug, projects[y]!.slug),
    );
}

/** Hackathons in chronological order, unknown dates first. */
export function oldestFirst<T extends { slug: string; startDate: string | null }>(
  hackathons: readonly T[],
): T[] {
  const times = new Map(hackathons.map((hackathon) => [hackathon, timeOf(hackathon.startDate)]));
  return hackathons.toSorted((x, y) => times.get(x)! - times.get(y)! || compareKeys(x.slug, y.slug));
}

export function byKey(a: { key: string }, b: { key: string }): number {
  return compareKeys(a.key, b.key);
}
