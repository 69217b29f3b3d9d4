/** Creates the indices of an archive, or checks those that there are. */
import { ArchiveBackendError } from "../archive-backend-error.ts";
import type { Cluster } from "./cluster.ts";
import { type IndexNames, indexBodies, indexFormat } from "./indices.ts";

interface Root {
  version?: { distribution?: string; number?: string };
}

/** The first version with bitmaps in `terms` queries, and the first that has not been tested. */
const versions = { from: [2, 17], before: 4 } as const;

const installations = {
  mappings: {
    dynamic: "strict",
    _meta: { priorart: indexFormat },
    properties: { segments: { type: "keyword" }, building: { type: "keyword" } },
  },
};

export async function prepareIndices(cluster: Cluster, names: IndexNames, dimensions: number): Promise<void> {
  checkVersion((await cluster.request<Root>({ method: "GET", path: "/" })).body);
  const bodies = { ...indexBodies(dimensions), installations };
  for (const kind of Object.keys(bodies) as (keyof IndexNames)[])
    await prepareIndex(cluster, names[kind], bodies[kind]);
}

function checkVersion({ version: { distribution, number = "" } = {} }: Root): void {
  const [major = 0, minor = 0] = number.split(".").map(Number);
  const [minMajor, minMinor] = versions.from;
  const isOld = major < minMajor || (major === minMajor && minor < minMinor);
  if (distribution === "opensearch" && !isOld && major < versions.before) return;
  const found = distribution === "opensearch" ? `OpenSearch ${number}` : "not OpenSearch";
  throw new ArchiveBackendError(
    `PRIORART_SEARCH_URL is ${found}; use OpenSearch ${versions.from.join(".")} or newer, below ${versions.before}.0`,
  );
}

async function prepareIndex(cluster: Cluster, name: string, body: object): Promise<void> {
  const known = await cluster.request<Record<string, { mappings: { _meta?: { priorart?: number } } }>>({
    method: "GET",
    path: `/${name}/_mapping`,
    accept: [404],
  });
  if (known.status === 404) {
    const created = await cluster.request<{ error?: { type: string } }>({
      method: "PUT",
      path: `/${name}`,
      body,
      accept: [400],
    });
    const problem = created.status === 400 ? created.body.error?.type : undefined;
    if (problem === undefined || problem === "resource_already_exists_exception") return;
    throw new ArchiveBackendError(
      `OpenSearch could not create the index ${name} (${problem}); check that its k-NN plugin is installed and that ` +
        "no index template contradicts docs/opensearch.md",
    );
  }
  const [found] = Object.values(known.body);
  if (found?.mappings._meta?.priorart !== indexFormat)
    throw new ArchiveBackendError(
      `the index ${name} was not made by this version of Prior Art; set PRIORART_SEARCH_PREFIX to a name of its own`,
    );
}
