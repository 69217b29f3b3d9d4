/** The built-in summary of a cluster: two to four sentences with counts as of this publish. */
import type { ClusterEvidence } from "./evidence.ts";

const months = "January February March April May June July August September October November December".split(
  " ",
);

export function summarise(evidence: ClusterEvidence): string {
  const { themes, targetUsers, buildingBlocks } = evidence;
  return [
    themes.length > 0
      ? `Teams here work on ${listOf(themes)}.`
      : "These projects have no common theme, and their descriptions are close to no other cluster.",
    ...(targetUsers.length > 0 ? [`They build for ${listOf(targetUsers)}.`] : []),
    ...(buildingBlocks.length > 1 ? [`Frequent building blocks are ${listOf(buildingBlocks)}.`] : []),
    ...(buildingBlocks.length === 1 ? [`A frequent building block is ${buildingBlocks[0]}.`] : []),
    standing(evidence),
  ].join(" ");
}

/** Counts are as of the publish; live counts are computed elsewhere. */
function standing({ projects, winners, first }: ClusterEvidence): string {
  const size = projects === 1 ? "one project" : `${written(projects)} projects`;
  const since = first ? `; the earliest entered ${first.hackathon} in ${monthOf(first.date)}` : "";
  return `When published it held ${size}, ${wins(projects, winners)}${since}.`;
}

function wins(projects: number, winners: number): string {
  if (projects === 1) return winners === 1 ? "a prize winner" : "which won no prize";
  if (winners === 0) return "no prize winner among them";
  return winners === 1 ? "one of them a prize winner" : `${written(winners)} of them prize winners`;
}

const written = (count: number) => count.toLocaleString("en");

/** "May 2023", or only the year where the month is unknown. */
function monthOf(date: string): string {
  const [year, month] = date.split("-");
  return month ? `${months[Number(month) - 1]} ${year}` : year!;
}

export function listOf(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
