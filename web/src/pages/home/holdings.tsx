import { Link } from "@tanstack/react-router";
import { useFilters } from "../../api/use-research.ts";
import { countOf } from "../../ui/days.ts";
import { Problem } from "../../ui/problem.tsx";
import { heldHackathons } from "./state.ts";

/** How much there is, in one line; each number leads to what it counts. */
export function Holdings() {
  const filters = useFilters();
  if (filters.error) return <Problem error={filters.error} retry={() => void filters.refetch()} />;
  const { hackathons = [], archiveSources = [] } = filters.data ?? {};
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const projects = sum(hackathons.map(({ projectCount }) => projectCount));
  const winners = sum(hackathons.map(({ winnerCount }) => winnerCount));
  const documents = sum(archiveSources.map(({ documentCount = 0 }) => documentCount));
  const number = (count: number, one: string) =>
    filters.data === undefined ? `… ${one}s` : countOf(count, one);
  const look = "text-text font-medium tabular-nums hover:text-accent-text hover:underline";
  return (
    <p className="mx-auto grid min-h-6 w-fit grid-cols-2 justify-center gap-x-6 gap-y-1.5 text-sm text-muted sm:flex">
      <span>
        <Link to="/projects" className={look}>
          {number(projects, "project")}
        </Link>
      </span>
      <span>
        <Link to="/projects" search={{ winnersOnly: true }} className={look}>
          {number(winners, "winner")}
        </Link>
      </span>
      <span>
        <Link to="/" search={{ hackathons: "all" }} hash="hackathons" className={look}>
          {number(heldHackathons(hackathons).length, "hackathon")}
        </Link>
      </span>
      <span>
        <Link to="/archive" className={look}>
          {number(documents, "document")}
        </Link>
      </span>
    </p>
  );
}
