import { expect, it } from "vitest";
import type { ClusterOverview } from "../../../../src/contract/api/clusters.ts";
import { parseSearch } from "../../router/search-params.ts";
import { clustersSearch, listedClusters } from "./state.ts";

type Given = Pick<ClusterOverview, "key" | "label" | "projectCount" | "winnerShare">;
const cluster = ({ key, label, projectCount, winnerShare }: Given): ClusterOverview => ({
  key,
  label,
  summary: `About ${label}.`,
  projectCount,
  winnerCount: Math.round(projectCount * winnerShare),
  winnerShare,
  crowdedness: 0.5,
  byYear: [],
});
const clusters = [
  cluster({ key: "v1-c1", label: "Wallets", projectCount: 10, winnerShare: 0.1 }),
  cluster({ key: "v1-c2", label: "Payments", projectCount: 30, winnerShare: 0.1 }),
  cluster({ key: "v1-c3", label: "games", projectCount: 5, winnerShare: 0.4 }),
];
const order = (address: string) =>
  listedClusters(clusters, clustersSearch(parseSearch(address))).map(({ key }) => key);

it("lists clusters by the column, direction and words of the address", () => {
  expect(order("")).toEqual(["v1-c2", "v1-c1", "v1-c3"]);
  expect(order("?sort=label&ascending=true")).toEqual(["v1-c3", "v1-c2", "v1-c1"]);
  expect(order("?sort=winnerShare")).toEqual(["v1-c3", "v1-c1", "v1-c2"]);
  expect(order("?sort=crowdedness")).toEqual(["v1-c1", "v1-c2", "v1-c3"]);
  expect(order("?q=ABOUT+pay")).toEqual(["v1-c2"]);
  expect(order("?sort=evil&q=")).toEqual(["v1-c2", "v1-c1", "v1-c3"]);
});
