/** Tables of the technology operations. */
import type {
  CoUsageResponse,
  HackathonUsage,
  TechnologyCountsResponse,
  TechnologyTotals,
  TopTechnologiesResponse,
} from "../../contract/api/technologies.ts";
import { showTable } from "../answers.ts";
import { bars, percent } from "../bars.ts";
import type { CommandContext } from "../context.ts";
import { counted } from "../progress.ts";
import { onOneLine } from "../table.ts";

/** Bars by number of projects. */
export function showCounts(
  context: CommandContext,
  { technology, totals, hackathons }: TechnologyCountsResponse,
): void {
  showTotals(context, technology.name, totals);
  context.print("");
  showHackathons(context, hackathons, ({ count }) => count);
}

function showTotals(context: CommandContext, name: string, totals: TechnologyTotals): void {
  const { projects, projectsWithRepositoryTags, count, share } = totals;
  context.print(
    `${onOneLine(name)}: ${count} of ${counted(projects, "project")} (${percent(share)}); ` +
      `the tools of ${projectsWithRepositoryTags} are known`,
  );
}

export function showHackathons(
  context: CommandContext,
  found: readonly HackathonUsage[],
  drawn: (usage: HackathonUsage) => number,
): void {
  const lengths = bars(found.map(drawn));
  showTable(
    context,
    [
      { title: "Starts" },
      { title: "Hackathon", flexible: true },
      { title: "Projects", right: true },
      { title: "Tools known", right: true },
      { title: "Using it", right: true },
      { title: "Share", right: true },
      { title: "" },
    ],
    found.map(({ hackathon, projects, projectsWithRepositoryTags, count, share }, i) => [
      hackathon.startDate?.slice(0, 10) ?? "unknown",
      hackathon.name,
      String(projects),
      String(projectsWithRepositoryTags),
      String(count),
      percent(share),
      lengths[i] ?? "",
    ]),
  );
}

export function showTop(context: CommandContext, { totals, results }: TopTechnologiesResponse): void {
  context.print(
    `${counted(totals.projects, "project")}; the tools of ${totals.projectsWithRepositoryTags} are known`,
  );
  context.print("");
  const drawn = bars(results.map(({ count }) => count));
  showTable(
    context,
    [
      { title: "Technology", flexible: true },
      { title: "Kind" },
      { title: "Projects", right: true },
      { title: "Share", right: true },
      { title: "" },
    ],
    results.map(({ technology: { name, category }, count, share }, i) => [
      name,
      category,
      String(count),
      percent(share),
      drawn[i] ?? "",
    ]),
  );
}

export function showCoUsage(context: CommandContext, { technology, totals, results }: CoUsageResponse): void {
  showTotals(context, technology.name, totals);
  context.print("");
  const drawn = bars(results.map(({ share }) => share));
  showTable(
    context,
    [
      { title: "Together with", flexible: true },
      { title: "Kind" },
      { title: "Projects", right: true },
      { title: "Share", right: true },
      { title: "" },
      { title: "In cohort", right: true },
      { title: "Lift", right: true },
    ],
    results.map(({ technology: { name, category }, count, share, cohortCount, lift }, i) => [
      name,
      category,
      String(count),
      percent(share),
      drawn[i] ?? "",
      String(cohortCount),
      lift.toFixed(2),
    ]),
  );
}
