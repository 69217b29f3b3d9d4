import type { ClusterOverview } from "../../../../src/contract/api/clusters.ts";
import { formatCount, formatShare } from "../../charts/numbers.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { type ChartTable, shareCell } from "../../charts/table.ts";
import { clusterHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { Similarity } from "../../explore/similarity.tsx";
import { SortHeader } from "../../ui/sort-header.tsx";
import type { ClusterOrder } from "./state.ts";
import { hasFewDates, sharesOf, winnersOverTime } from "./trend.ts";

interface Order {
  sort: ClusterOrder;
  ascending: boolean;
}

interface ClustersTableProps {
  clusters: readonly ClusterOverview[];
  order: Order;
  onOrder(order: Order): void;
}

const columns: readonly { order: ClusterOrder; title: string; numeric: boolean }[] = [
  { order: "label", title: "Cluster", numeric: false },
  { order: "projects", title: "Projects", numeric: true },
  { order: "winners", title: "Winners", numeric: true },
  { order: "winnerShare", title: "Share of winners", numeric: true },
  { order: "crowdedness", title: "Closeness", numeric: true },
];

const cell =
  "px-4 py-2.5 text-right whitespace-nowrap tabular-nums @max-4xl:px-3 @max-2xl:p-0 @max-2xl:text-left";

/** By the width of the table, which the navigation reduces: where it is narrow, each row is a card. */
export function ClustersTable({ clusters, order, onOrder }: ClustersTableProps) {
  const top = Math.max(0, ...clusters.flatMap(({ byYear }) => sharesOf(byYear)));
  const hasTrends = clusters.some(({ byYear }) => !hasFewDates(byYear));
  const sort = (column: ClusterOrder) =>
    onOrder({ sort: column, ascending: order.sort === column ? !order.ascending : column === "label" });
  return (
    <div className="@container relative overflow-x-auto rounded-xl border border-line bg-surface">
      <table className="w-full text-sm @max-2xl:block">
        <caption className="sr-only">Clusters</caption>
        <thead className="@max-2xl:block @max-2xl:border-b @max-2xl:border-line @max-2xl:p-2">
          <tr className="border-b border-line text-muted @max-2xl:flex @max-2xl:items-center @max-2xl:before:px-2 @max-2xl:before:content-['Sort_by'] @max-2xl:flex-wrap @max-2xl:border-0 @max-2xl:*:p-0">
            {columns.map((column) => (
              <SortHeader
                key={column.order}
                title={column.title}
                numeric={column.numeric}
                direction={order.sort !== column.order ? null : order.ascending ? "ascending" : "descending"}
                onSort={() => sort(column.order)}
              />
            ))}
            {hasTrends && (
              <th scope="col" className="px-4 py-2 text-left font-medium whitespace-nowrap @max-4xl:hidden">
                Winners over time
              </th>
            )}
          </tr>
        </thead>
        <tbody className="@max-2xl:block">
          {clusters.map((cluster) => (
            <Row key={cluster.key} cluster={cluster} top={hasTrends ? top : null} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  cluster: ClusterOverview;
  /** The greatest share of a year; null where no cluster has a trend. */
  top: number | null;
}

function Row({ cluster, top }: RowProps) {
  const { key, label, summary, projectCount, winnerCount, winnerShare, crowdedness, byYear } = cluster;
  return (
    <tr className="border-line not-last:border-b @max-2xl:grid @max-2xl:grid-cols-5 @max-xl:grid-cols-3 @max-2xl:gap-x-4 @max-2xl:gap-y-1 @max-2xl:p-4">
      <th
        scope="row"
        className="w-1/2 min-w-52 px-4 @max-4xl:min-w-44 py-2.5 text-left font-normal @max-2xl:col-span-full @max-2xl:w-auto @max-2xl:min-w-0 @max-2xl:p-0"
      >
        <OwnLink href={clusterHref(key)} className="font-semibold hover:text-accent-text hover:underline">
          {label}
        </OwnLink>
        <p className="line-clamp-2 text-muted">{summary}</p>
      </th>
      <td className={cell}>
        {formatCount(projectCount)}
        <span className="text-muted @2xl:sr-only"> projects</span>
      </td>
      <td className={cell}>
        {formatCount(winnerCount)}
        <span className="text-muted @2xl:sr-only"> winners</span>
      </td>
      <td className={cell}>
        {formatShare(winnerShare)}
        <span className="text-muted @2xl:sr-only"> won</span>
      </td>
      <td className={cell}>
        <span aria-hidden="true" className="block text-xs text-muted @2xl:hidden">
          closeness
        </span>
        <Similarity value={crowdedness} name="Closeness" />
      </td>
      {top !== null && (
        <td className="px-4 py-2.5 @2xl:@max-4xl:hidden @max-xl:col-span-2 @max-2xl:p-0">
          <span aria-hidden="true" className="block text-xs text-muted @2xl:hidden">
            winners over time
          </span>
          {hasFewDates(byYear) ? (
            <span className="text-xs whitespace-nowrap text-muted" title="Most of its projects have no date">
              few dates
            </span>
          ) : (
            <Sparkline values={sharesOf(byYear)} top={top} label={winnersOverTime(byYear)} />
          )}
        </td>
      )}
    </tr>
  );
}

export function clustersTable(clusters: readonly ClusterOverview[]): ChartTable {
  return {
    columns: ["key", "label", "projects", "winners", "winner_share", "closeness", "summary"],
    rows: clusters.map((cluster) => [
      cluster.key,
      cluster.label,
      cluster.projectCount,
      cluster.winnerCount,
      shareCell(cluster.winnerShare),
      shareCell(cluster.crowdedness),
      cluster.summary,
    ]),
  };
}
