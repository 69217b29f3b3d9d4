import { useNavigate, useSearch } from "@tanstack/react-router";
import { useResearch } from "../../api/use-research.ts";
import { TableDownloads } from "../../charts/table-downloads.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ClustersTable, clustersTable } from "./clusters-table.tsx";
import { type ClustersSearch, listedClusters } from "./state.ts";

export function ClustersPage() {
  const search: ClustersSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (part: ClustersSearch) =>
    void navigate({
      to: ".",
      search: (before: ClustersSearch) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const answer = useResearch("listClusters", {}, { staleTime: 300_000 });
  const clusters = answer.data?.clusters;
  const listed = clusters && listedClusters(clusters, search);
  return (
    <Page
      title="Clusters"
      lead="Groups of projects that are alike: how many there are, how close they are to each other, and how many of them win."
      wide
      action={
        listed &&
        listed.length > 0 && (
          <TableDownloads label="the clusters" file="clusters" table={() => clustersTable(listed)} />
        )
      }
    >
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={12} />}
      {clusters?.length === 0 && (
        <EmptyState title="There are no clusters yet">
          A publish groups projects by what they are about, once there are enough of them.
        </EmptyState>
      )}
      {clusters && listed && clusters.length > 0 && (
        <>
          <div className="max-w-sm">
            <SearchBox
              label="Find a cluster"
              value={search.q ?? ""}
              maxLength={100}
              onChange={(q) => change({ q: q === "" ? undefined : q })}
            />
          </div>
          {listed.length === 0 ? (
            <EmptyState title="No cluster matches">
              Labels and summaries are searched for every word of “{search.q}”.
            </EmptyState>
          ) : (
            <ClustersTable
              clusters={listed}
              order={{ sort: search.sort ?? "projects", ascending: search.ascending === true }}
              onOrder={({ sort, ascending }) =>
                change({
                  sort: sort === "projects" ? undefined : sort,
                  ascending: ascending || undefined,
                })
              }
            />
          )}
        </>
      )}
    </Page>
  );
}
