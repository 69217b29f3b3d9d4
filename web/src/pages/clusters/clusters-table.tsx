import type { ClusterOverview } from "../../../../src/contract/api/clusters.ts";
import { formatCount, formatShare } from "../../charts/numbers.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { type ChartTable, shareCell } from "../../charts/table.ts";
import { clusterHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { Similarity } from "../../explore/similarity.tsx";
import { SortHeader } from "../../ui/sort-header.tsx";
import type { ClusterOrder } from "./state.ts";

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

const cell = "px-4 py-2.5 text-right whitespace-nowrap tabular-nums max-lg:px-3 max-sm:p-0 max-sm:text-left";

/** At phone width, each row is a card. */
export function ClustersTable({ clusters, order, onOrder }: ClustersTableProps) {
  const top = Math.max(0, ...clusters.flatMap(({ byYear }) => sharesOf(byYear)));
  const sort = (column: ClusterOrder) =>
    onOrder({ sort: column, ascending: order.sort === column ? !order.ascending : column === "label" });
  return (
    <div className="relative overflow-x-auto rounded-xl border border-line bg-surface">
      <table className="w-full text-sm max-sm:block">
        <caption className="sr-only">Clusters</caption>
        <thead className="max-sm:block max-sm:border-b max-sm:border-line max-sm:p-2">
          <tr className="border-b border-line text-muted max-sm:flex max-sm:items-center max-sm:before:px-2 max-sm:before:content-['Sort_by'] max-sm:flex-wrap max-sm:border-0 max-sm:*:p-0">
            {columns.map((column) => (
              <SortHeader
                key={column.order}
                title={column.title}
                numeric={column.numeric}
                direction={order.sort !== column.order ? null : order.ascending ? "ascending" : "descending"}
                onSort={() => sort(column.order)}
              />
            ))}
            <th scope="col" className="px-4 py-2 text-left font-medium whitespace-nowrap max-xl:hidden">
              Winners over time
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {clusters.map((cluster) => (
            <Row key={cluster.key} cluster={cluster} top={top} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ cluster, top }: { cluster: ClusterOverview; top: number }) {
  const { key, label, summary, projectCount, winnerCount, winnerShare, crowdedness, byYear } = cluster;
  return (
    <tr className="border-line not-last:border-b max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-4 max-sm:gap-y-1 max-sm:p-4">
      <th
        scope="row"
        className="w-1/2 min-w-52 px-4 py-2.5 text-left font-normal max-sm:col-span-3 max-sm:w-auto max-sm:min-w-0 max-sm:p-0"
      >
        <OwnLink href={clusterHref(key)} className="font-semibold hover:text-accent-text hover:underline">
          {label}
        </OwnLink>
        <p className="line-clamp-2 text-muted">{summary}</p>
      </th>
      <td className={cell}>
        {formatCount(projectCount)}
        <span className="text-muted sm:sr-only"> projects</span>
      </td>
      <td className={cell}>
        {formatCount(winnerCount)}
        <span className="text-muted sm:sr-only"> winners</span>
      </td>
      <td className={cell}>
        {formatShare(winnerShare)}
        <span className="text-muted sm:sr-only"> won</span>
      </td>
      <td className={cell}>
        <span aria-hidden="true" className="block text-xs text-muted sm:hidden">
          closeness
        </span>
        <Similarity value={crowdedness} name="Closeness" />
      </td>
      <td className="px-4 py-2.5 sm:max-xl:hidden max-sm:col-span-2 max-sm:p-0">
        <span aria-hidden="true" className="block text-xs text-muted sm:hidden">
          winners over time
        </span>
        <Sparkline values={sharesOf(byYear)} top={top} label={winnersOverTime(byYear)} />
      </td>
    </tr>
  );
}

type Years = ClusterOverview["byYear"];

const known = (years: Years) => years.filter(({ year }) => year !== null);

const sharesOf = (years: Years): number[] =>
  known(years).map(({ projects, winners }) => (projects === 0 ? 0 : winners / projects));

/** `2023: 1 of 12 won; 2024: 3 of 20 won`. */
const winnersOverTime = (years: Years): string =>
  known(years)
    .map(({ year, projects, winners }) => `${year}: ${winners} of ${projects} won`)
    .join("; ") || "No years are known";

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
