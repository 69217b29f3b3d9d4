/** The same records published twice: into segments of their own, and into OpenSearch. */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { ClusterOptions } from "../../src/archive-search/opensearch/cluster.ts";
import { openArchiveWriter } from "../../src/archive-search/opensearch/opensearch-writer.ts";
import type { PublishOptions } from "../../src/publish/types.ts";
import { openWorkbench, type Workbench } from "../../src/publish/workbench.case.ts";
import { openServing, type Serving } from "../../src/serving/serving.ts";

/** The address of the node that the setup started; null: tests are skipped. */
export const nodeUrl = inject("openSearchUrl");

/** A prefix of its own, so that tests do not see each other's indices. */
export function clusterOptions(fields: Partial<ClusterOptions> = {}): ClusterOptions {
  return {
    nodes: [nodeUrl!],
    ca: null,
    prefix: `test-${randomUUID().slice(0, 8)}`,
    timeoutMs: 20_000,
    ...fields,
  };
}

/** Options of a publish into OpenSearch. */
export function intoCluster(options: ClusterOptions): Pick<PublishOptions, "openArchive"> {
  return {
    openArchive: ({ dimensions }) => openArchiveWriter(options, { dimensions, timeoutMs: 60_000 }),
  };
}

export interface Backend {
  name: string;
  workbench: Workbench;
  serving: Serving;
  /** As configured; local for the snapshot's own segments. */
  cluster: ClusterOptions | null;
  publish(): Promise<void>;
  close(): Promise<void>;
}

export async function openBackend(
  name: "local" | "opensearch",
  fill: (workbench: Workbench) => Promise<void>,
  fields: Partial<ClusterOptions> = {},
): Promise<Backend> {
  const workbench = await openWorkbench();
  await fill(workbench);
  const cluster = name === "local" ? null : clusterOptions(fields);
  const publish = async () => {
    await workbench.publish(cluster ? intoCluster(cluster) : {});
  };
  await publish();
  const { dataDir, catalog } = workbench;
  const serving = await openServing({
    dataDir,
    catalog,
    workers: 0,
    ...(cluster && { search: cluster }),
    onProblem: (problem) => {
      throw problem;
    },
  });
  return {
    name,
    workbench,
    serving,
    cluster,
    publish: async () => {
      await publish();
      await serving.refresh();
    },
    close: async () => {
      await serving.close();
      await workbench.close();
    },
  };
}
