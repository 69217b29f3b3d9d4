/** The product's own operations, in this process: request checked as the server does, then the use case. */
import type { OperationOutput, SnapshotOperationId } from "../../../src/contract/api/operations.ts";
import type { Serving } from "../../../src/serving/serving.ts";
import { loadBuilt } from "./dist.ts";

export type AnalysisOperation =
  | "analyze"
  | "compare"
  | "getCluster"
  | "countTechnology"
  | "trendTechnology"
  | "findCoUsage"
  | "listTopTechnologies";
export interface InProcess {
  /** `request` holds the fields of params, query and body. */
  ask<Id extends SnapshotOperationId>(operation: Id, request: object): Promise<OperationOutput<Id>>;
  searchArchives(request: object): Promise<ArchiveAnswer>;
  searchProjects(request: object): Promise<ProjectAnswer>;
  close(): Promise<void>;
}

export type ArchiveAnswer = import("../../../src/contract/api/archive.ts").SearchArchivesResponse;
export type ProjectAnswer = import("../../../src/contract/api/search-projects.ts").SearchProjectsResponse;

/** Answers from the current snapshot of a data directory: in this thread, or in as many worker threads. */
export async function openInProcess(data: string, workers = 0): Promise<InProcess> {
  const { openServing } =
    await loadBuilt<typeof import("../../../src/serving/serving.ts")>("serving/serving.js");
  const { operations } = await loadBuilt<typeof import("../../../src/contract/api/operations.ts")>(
    "contract/api/operations.js",
  );
  const { parseInput } = await loadBuilt<typeof import("../../../src/contract/api/validation.ts")>(
    "contract/api/validation.js",
  );
  const serving: Serving = await openServing({ dataDir: data, workers });
  if (!serving.ready()) throw new Error("nothing is published there");
  const ask = async <Id extends SnapshotOperationId>(operation: Id, request: object) => {
    const input = parseInput(operations[operation], request);
    const response = await serving.execute(operation, input);
    return (typeof response === "string" ? JSON.parse(response) : response) as OperationOutput<Id>;
  };
  return {
    ask,
    searchArchives: (request) => ask("searchArchives", request),
    searchProjects: (request) => ask("searchProjects", request),
    close: () => serving.close(),
  };
}
