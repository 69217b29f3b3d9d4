import { Link } from "@tanstack/react-router";
import { useFilters } from "../../api/use-research.ts";
import { countOf, formatMonth } from "../../ui/days.ts";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";

const shown = 8;

/** Stands for projects of no event. */
const unaffiliated = "unaffiliated";

/** The latest events; those without a known date come last, the largest first. */
export function RecentHackathons() {
  const filters = useFilters();
  if (filters.isPending) return <ListSkeleton label="Loading the hackathons …" rows={4} />;
  const hackathons = (filters.data?.hackathons ?? [])
    .filter(({ slug }) => slug !== unaffiliated)
    .sort(
      (one, other) => other.startDate.localeCompare(one.startDate) || other.projectCount - one.projectCount,
    )
    .slice(0, shown);
  if (hackathons.length === 0) return null;
  return (
    <section aria-labelledby="hackathons">
      <h2 id="hackathons" className="mb-2 text-sm font-semibold">
        {hackathons.every(({ startDate }) => startDate !== "") ? "Recent hackathons" : "Hackathons"}
      </h2>
      <ul className="overflow-hidden rounded-xl border border-line bg-surface">
        {hackathons.map(({ slug, name, startDate, projectCount, winnerCount }) => (
          <li key={slug} className="border-line not-last:border-b">
            <Link
              to="/projects"
              search={{ hackathons: [slug] }}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 hover:bg-hover/50 max-sm:py-3"
            >
              <span className="min-w-0 flex-1 basis-48 font-medium">{name}</span>
              <span className="text-sm text-muted tabular-nums">
                {countOf(projectCount, "project")}
                {winnerCount > 0 && `, ${countOf(winnerCount, "winner")}`}
              </span>
              <span className="w-20 text-right text-sm text-muted tabular-nums max-sm:w-auto">
                {startDate === "" ? <span className="max-sm:hidden">no date</span> : formatMonth(startDate)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
