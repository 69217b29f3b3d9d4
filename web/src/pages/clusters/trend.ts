import type { ClusterOverview } from "../../../../src/contract/api/clusters.ts";

type Years = ClusterOverview["byYear"];

const known = (years: Years) => years.filter(({ year }) => year !== null);
const projectsOf = (years: Years) => years.reduce((sum, { projects }) => sum + projects, 0);

/** Whether so many projects have no date that those with one say nothing about the others. */
export const hasFewDates = (years: Years): boolean => projectsOf(known(years)) * 2 < projectsOf(years);

/** The share of winners in each year; nothing where most projects have no date. */
export const sharesOf = (years: Years): number[] =>
  hasFewDates(years)
    ? []
    : known(years).map(({ projects, winners }) => (projects === 0 ? 0 : winners / projects));

/** `2023: 1 of 12 won; 2024: 3 of 20 won`. */
export const winnersOverTime = (years: Years): string =>
  known(years)
    .map(({ year, projects, winners }) => `${year}: ${winners} of ${projects} won`)
    .join("; ") || "No years are known";
