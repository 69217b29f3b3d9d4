/** Publishing, snapshots and the state of the machine, as administrators see them. */
import { z } from "zod";

const count = z.int().min(0);
/** In the order in which they run; some are left out. */
const publishSteps = [
  "read",
  "sample",
  "fit",
  "embed",
  "index",
  "embed-projects",
  "categorise",
  "cluster",
  "projects",
  "landscape",
  "swap",
] as const;

const startedBy = z.enum(["administrator", "schedule"]);
const warnings = z
  .array(z.string())
  .describe("why texts have no vector, or clusters no label of a language model");

export const publishResponseSchema = z.object({
  running: z
    .object({
      startedAt: z.string(),
      startedBy,
      step: z.enum(publishSteps).nullable().describe("null: it is about to begin"),
      done: count,
      total: count.nullable().describe("null: not known"),
      stopping: z.boolean(),
      warnings,
    })
    .nullable()
    .describe("the publish of this server that is running"),
  last: z
    .object({
      startedAt: z.string(),
      finishedAt: z.string(),
      startedBy,
      outcome: z.enum(["published", "unchanged", "failed", "cancelled"]),
      snapshot: z.string().nullable(),
      message: z.string().nullable().describe("why it failed"),
      warnings,
    })
    .nullable()
    .describe("the last one since the server was started"),
});

export const startPublishRequestSchema = z.object({
  refit: z.boolean().default(false).describe("fits the built-in embedder again"),
  recluster: z.boolean().default(false).describe("groups projects again, under new keys"),
});

export const snapshotsResponseSchema = z.object({
  snapshots: z
    .array(
      z.object({
        id: z.string(),
        publishedAt: z.string(),
        bytes: count.describe("of its files; snapshots share files"),
        projects: count,
        documents: count,
        passages: count,
        isCurrent: z.boolean(),
        problem: z.string().nullable().describe("why it cannot be served"),
      }),
    )
    .describe("newest first"),
});

export const rollBackRequestSchema = z.object({
  from: z.string().max(40).describe("the current snapshot, so that two clicks do not roll back twice"),
});
export const rollBackResponseSchema = z.object({ snapshot: z.string().describe("now current") });

export const systemResponseSchema = z.object({
  disk: z.object({
    parts: z.array(z.object({ name: z.string(), bytes: count })).describe("of the data directory"),
    freeBytes: count.nullable().describe("on its disk"),
  }),
  memory: z.object({
    processBytes: count.describe("of the server's process, with the snapshot that it serves"),
    freeBytes: count.describe("of the machine"),
    totalBytes: count,
  }),
  jobs: z
    .array(
      z.object({
        kind: z.enum(["publish", "sync", "import"]),
        what: z.string(),
        done: count,
        total: count.nullable(),
      }),
    )
    .describe("what this server runs now"),
  version: z.string(),
  startedAt: z.string(),
});
