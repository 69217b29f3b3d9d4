import { Link } from "@tanstack/react-router";
import { useResearch } from "../../api/use-research.ts";
import { cutQuery } from "../../explore/cut-query.ts";
import { ProjectList } from "../../explore/project-row.tsx";
import { ToProjects } from "../../explore/to-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Page } from "../../ui/page.tsx";

/** An address without a project: offers the nearest by the words of the address. */
export function UnknownProject({ slug }: { slug: string }) {
  const query = cutQuery(slug.replace(/[^\p{L}\p{N}]+/gu, " "));
  const nearest = useResearch("searchProjects", { query, limit: 5 }, { enabled: query !== "" });
  const found = nearest.data?.results ?? [];
  return (
    <Page title="No such project" above={<ToProjects />}>
      <EmptyState title="There is no project at this address">
        <q className="font-mono">{slug}</q> may be mistyped, or the project may have been withdrawn.{" "}
        <Link to="/projects" className="text-accent-text underline">
          Search all projects
        </Link>
        .
      </EmptyState>
      {nearest.isLoading && <ListSkeleton label="Looking for the nearest projects …" rows={3} />}
      {found.length > 0 && (
        <section aria-labelledby="nearest" className="space-y-3">
          <h2 id="nearest" className="pt-2 text-lg font-semibold">
            Did you mean
          </h2>
          <ProjectList projects={found} level={3} query={query} ranked />
        </section>
      )}
    </Page>
  );
}
