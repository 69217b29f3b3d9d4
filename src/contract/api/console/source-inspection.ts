/** Looks at a source before it is declared: how it could be read, and its first documents. */
import { z } from "zod";
import { connectorRecordSchema, remoteConnectorSchema } from "../../records/connector-record.ts";
import { webUrlSchema } from "../../values/web-url.ts";
import type { ConsoleOperation } from "./console-operation.ts";

const failure = z.string().nullable().describe("why nothing could be read; null when something was");

export const proposeConnectorsRequestSchema = z.object({
  url: webUrlSchema.describe("a page, feed, repository or file"),
});
export const proposeConnectorsResponseSchema = z.object({
  proposals: z
    .array(z.object({ connector: connectorRecordSchema, why: z.string() }))
    .describe("the most promising first"),
  failure,
});

export const previewSourceRequestSchema = z.object({ connector: remoteConnectorSchema });
export const previewSourceResponseSchema = z.object({
  documents: z
    .array(
      z.object({
        title: z.string(),
        author: z.string().nullable(),
        url: z.string().nullable(),
        publishedAt: z.string().nullable(),
        beginning: z.string().describe("the first 1,000 characters"),
        totalChars: z.int().min(0),
      }),
    )
    .describe("the first five, as they would be stored"),
  problems: z.array(z.object({ item: z.string(), message: z.string() })),
  failure,
});

export const sourceInspectionOperations = {
  proposeConnectors: {
    id: "proposeConnectors",
    method: "POST",
    path: "/api/sources/proposals",
    role: "admin",
    request: { body: proposeConnectorsRequestSchema },
    response: proposeConnectorsResponseSchema,
    summary: "How the source at an address could be read.",
  },
  previewSource: {
    id: "previewSource",
    method: "POST",
    path: "/api/sources/preview",
    role: "admin",
    request: { body: previewSourceRequestSchema },
    response: previewSourceResponseSchema,
    summary: "The first documents that a connector reads, without storing them.",
  },
} as const satisfies Record<string, ConsoleOperation>;
