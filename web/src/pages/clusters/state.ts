/** What of the table of clusters is in its address, and the order of its rows. */
import type { ClusterOverview } from "../../../../src/contract/api/clusters.ts";
import { asChoice, asFlag, asText, type RawSearch } from "../../router/search-params.ts";

export const clusterOrders = ["label", "projects", "winners", "winnerShare", "crowdedness"] as const;
export type ClusterOrder = (typeof clusterOrders)[number];

export interface ClustersSearch {
  q?: string;
  /** Default: projects. */
  sort?: ClusterOrder;
  ascending?: true;
}

export const clustersSearch = (raw: RawSearch): ClustersSearch => ({
  q: asText(raw.q),
  sort: asChoice(raw.sort, clusterOrders),
  ascending: asFlag(raw.ascending),
});

const values: Record<ClusterOrder, (cluster: ClusterOverview) => number | string> = {
  label: ({ label }) => label.toLowerCase(),
  projects: ({ projectCount }) => projectCount,
  winners: ({ winnerCount }) => winnerCount,
  winnerShare: ({ winnerShare }) => winnerShare,
  crowdedness: ({ crowdedness }) => crowdedness,
};

/** Clusters whose label or summary contains every word, in order; equal ones by key. */
export function listedClusters(
  clusters: readonly ClusterOverview[],
  { q = "", sort = "projects", ascending }: ClustersSearch,
): ClusterOverview[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const sign = ascending ? 1 : -1;
  const value = values[sort];
  return clusters
    .filter(({ label, summary }) => {
      const text = `${label} ${summary}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => {
      const [one, other] = [value(a), value(b)];
      if (one !== other) return one < other ? -sign : sign;
      return a.key < b.key ? -1 : 1;
    });
}
