import { Link, useSearch } from "@tanstack/react-router";
import { useFilters } from "../../api/use-research.ts";
import { countOf, formatMonth } from "../../ui/days.ts";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { heldHackathons } from "./state.ts";

const latest = 8;

/** The latest events, or all of them. */
export function RecentHackathons() {
  const { hackathons: which } = useSearch({ from: "/" });
  const filters = useFilters();
  if (filters.isPending) return <ListSkeleton label="Loading the hackathons …" rows={4} />;
  const all = heldHackathons(filters.data?.hackathons ?? []);
  if (all.length === 0) return null;
  const shown = which === "all" ? all : all.slice(0, latest);
  const areRecent = which !== "all" && shown.every(({ startDate }) => startDate !== "");
  return (
    <section aria-labelledby="hackathons">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="hackathons" className="scroll-mt-16 text-sm font-semibold lg:scroll-mt-6">
          {areRecent ? "Recent hackathons" : "Hackathons"}
        </h2>
        {all.length > latest && (
          <Link
            to="/"
            search={which === "all" ? {} : { hackathons: "all" }}
            resetScroll={false}
            className="text-sm text-accent-text hover:underline max-sm:py-2"
          >
            {which === "all" ? "Show the latest" : `Show all ${all.length}`}
          </Link>
        )}
      </div>
      <ul className="overflow-hidden rounded-xl border border-line bg-surface">
        {shown.map(({ slug, name, startDate, projectCount, winnerCount }) => (
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
