/** Columns of the technology operations. */
import type {
  CoUsageResponse,
  HackathonUsage,
  Technology,
  TopTechnologiesResponse,
} from "../../contract/api/technologies.ts";
import { percent } from "../output/bars.ts";
import { barColumn, type Column } from "../output/listing.ts";

const share: Column<{ share: number }> = {
  title: "Share",
  right: true,
  name: "share",
  value: (row) => row.share,
  text: (row) => percent(row.share),
};

const usageColumns: readonly Column<HackathonUsage>[] = [
  {
    title: "Starts",
    name: "startDate",
    value: ({ hackathon }) => hackathon.startDate,
    text: ({ hackathon }) => hackathon.startDate?.slice(0, 10) ?? "unknown",
  },
  { title: "Slug", name: "hackathon", value: ({ hackathon }) => hackathon.slug },
  { title: "Hackathon", flexible: true, name: "name", value: ({ hackathon }) => hackathon.name },
  { title: "Projects", right: true, name: "projects", value: ({ projects }) => projects },
  {
    title: "Tools known",
    right: true,
    name: "projectsWithRepositoryTags",
    value: ({ projectsWithRepositoryTags }) => projectsWithRepositoryTags,
  },
  { title: "Using it", right: true, name: "count", value: ({ count }) => count },
  share,
];

/** Bars by number of projects. */
export const countColumns: readonly Column<HackathonUsage>[] = [
  ...usageColumns,
  barColumn(({ count }) => count),
];

/** Bars by share. */
export const trendColumns: readonly Column<HackathonUsage>[] = [
  ...usageColumns,
  barColumn((row) => row.share),
];

const technologyColumns = (title: string): readonly Column<{ technology: Technology; count: number }>[] => [
  { title, flexible: true, name: "technology", value: ({ technology }) => technology.name },
  { title: "Kind", name: "kind", value: ({ technology }) => technology.category },
  { title: "Projects", right: true, name: "count", value: ({ count }) => count },
];

export const topColumns: readonly Column<TopTechnologiesResponse["results"][number]>[] = [
  ...technologyColumns("Technology"),
  share,
  barColumn(({ count }) => count),
];

export const coUsageColumns: readonly Column<CoUsageResponse["results"][number]>[] = [
  ...technologyColumns("Together with"),
  share,
  barColumn((row) => row.share),
  { title: "In cohort", right: true, name: "cohortCount", value: ({ cohortCount }) => cohortCount },
  {
    title: "Lift",
    right: true,
    name: "lift",
    value: ({ lift }) => lift,
    text: ({ lift }) => lift.toFixed(2),
  },
];
