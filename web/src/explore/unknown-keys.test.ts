import { expect, it } from "vitest";
import type { FiltersResponse } from "../../../src/contract/api/filters.ts";
import { unknownKeys } from "./unknown-keys.ts";

const filters = {
  hackathons: [
    { slug: "spring-2024", name: "Spring", startDate: "2024-03-01", projectCount: 3, winnerCount: 1 },
  ],
  tracks: [{ key: "spring-2024/payments", name: "Payments", hackathonSlug: "spring-2024", projectCount: 1 }],
  clusters: [{ key: "v1-c2", label: "Wallets", projectCount: 3 }],
  acceleratorBatches: [],
} as unknown as FiltersResponse;

it("names each key that is not in the corpus, with the nearest ones", () => {
  expect(
    unknownKeys(
      { hackathons: ["spring-2024", "spring-2023"], clusterKeys: ["v1-c22"], categoryKeys: ["any"] },
      { filters },
    ),
  ).toEqual([
    { field: "hackathons", kind: "hackathon", key: "spring-2023", nearest: ["spring-2024"] },
    { field: "clusterKeys", kind: "cluster", key: "v1-c22", nearest: ["v1-c2"] },
  ]);
  expect(unknownKeys({}, { filters })).toEqual([]);
});
