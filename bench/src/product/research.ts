/** The product's own operations, in this process: request checked as the server does, then the use case. */
import type { Serving } from "../../../src/serving/serving.ts";
import { loadBuilt } from "./dist.ts";

export interface InProcess {
  searchArchives(request: object): Promise<ArchiveAnswer>;
  searchProjects(request: object): Promise<ProjectAnswer>;
  close(): Promise<void>;
}

export type ArchiveAnswer = import("../../../src/contract/archive.ts").SearchArchivesResponse;
export type ProjectAnswer = import("../../../src/contract/search-projects.ts").SearchProjectsResponse;

/** Answers in this thread, from the current snapshot of a data directory. */
export async function openInProcess(data: string): Promise<InProcess> {
  const { openServing } =
    await loadBuilt<typeof import("../../../src/serving/serving.ts")>("serving/serving.js");
  const { operations } =
    await loadBuilt<typeof import("../../../src/contract/operations.ts")>("contract/operations.js");
  const { parseRequest } =
    await loadBuilt<typeof import("../../../src/contract/validation.ts")>("contract/validation.js");
  const serving: Serving = await openServing({ dataDir: data, workers: 0 });
  if (!serving.ready()) throw new Error("nothing is published there");
  const execute = async (operation: "searchArchives" | "searchProjects", request: object) => {
    const input = parseRequest(operations[operation].request.body, request);
    const answer = await serving.execute(operation, input);
    return (typeof answer === "string" ? JSON.parse(answer) : answer) as unknown;
  };
  return {
    searchArchives: (request) => execute("searchArchives", request) as Promise<ArchiveAnswer>,
    searchProjects: (request) => execute("searchProjects", request) as Promise<ProjectAnswer>,
    close: () => serving.close(),
  };
}
