/**
 * The table of operations: routing, validation, authorization, limits, the OpenAPI document and all other interfaces
 * are derived from it. A new operation is one entry here and one file in research.
 */
import type { z } from "zod";
import { accountOperations } from "./operations/account.ts";
import { analysisOperations } from "./operations/analysis.ts";
import { archiveOperations } from "./operations/archive.ts";
import { feedbackOperations } from "./operations/feedback.ts";
import { filterValuesOperations } from "./operations/filter-values.ts";
import { hackathonsOperations } from "./operations/hackathons.ts";
import type { Operation, ParsedRequest } from "./operations/operation.ts";
import { projectsOperations } from "./operations/projects.ts";

export type { LimitGroup, Operation, OperationScope, OperationTopic } from "./operations/operation.ts";

export const operations = {
  ...accountOperations,
  ...filterValuesOperations,
  ...projectsOperations,
  ...analysisOperations,
  ...archiveOperations,
  ...feedbackOperations,
  ...hackathonsOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

type AnsweredFrom<Place extends Operation["answeredFrom"]> = {
  [Id in OperationId]: (typeof operations)[Id]["answeredFrom"] extends Place ? Id : never;
}[OperationId];
export type SnapshotOperationId = AnsweredFrom<"snapshot">;
export type DatabaseOperationId = AnsweredFrom<"databases">;

export function isSnapshotOperation(id: OperationId): id is SnapshotOperationId {
  return operations[id].answeredFrom === "snapshot";
}

/** Every entry with the general type, in the order of the table. */
export const operationList: readonly (Operation & { id: OperationId })[] = Object.values(operations);

/** Params, query and body of a validated request, merged into one object. */
export type OperationInput<Id extends OperationId> = ParsedRequest<(typeof operations)[Id]["request"]>;
export type OperationOutput<Id extends OperationId> = z.output<(typeof operations)[Id]["response"]>;
