import { expect, it, onTestFinished } from "vitest";
import {
  type SearchProjectsResponse,
  searchProjectsRequestSchema,
} from "../../contract/api/search-projects.ts";
import { openServing } from "../../serving/serving.ts";
import { openWorkbench } from "../workbench.case.ts";

it("projects are embedded by their words, so that two words of one stem differ", async () => {
  const at = await openWorkbench();
  onTestFinished(() => at.close());
  await at.putProjects(
    { slug: "a", name: "Aa", oneLiner: "universal adapters" },
    { slug: "b", name: "Bb", oneLiner: "university adapters" },
    { slug: "c", name: "Cc", oneLiner: "volcano recipes" },
    { slug: "d", name: "Dd", oneLiner: "stamp auctions" },
  );
  await at.publish();
  const serving = await openServing({ dataDir: at.dataDir, catalog: at.catalog, workers: 0 });
  onTestFinished(() => serving.close());
  const request = searchProjectsRequestSchema.parse({ query: "adapters students campus lectures", limit: 2 });
  const response = await serving.execute("searchProjects", request);
  const { results } = (
    typeof response === "string" ? JSON.parse(response) : response
  ) as SearchProjectsResponse;
  expect(results.map(({ slug }) => slug)).toEqual(["b", "a"]);
});
