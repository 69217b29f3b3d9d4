/** Cursors: where the next page begins, bound to the tool and its arguments. Nothing is kept on the server. */
import { createHash } from "node:crypto";
import { ApiError } from "../contract/api/errors.ts";
import type { Json } from "./tool.ts";

/** The same for the same fields in any order. */
function digestOf(tool: string, args: Json): string {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash("sha256")
    .update(JSON.stringify([tool, args], sorted))
    .digest("base64url")
    .slice(0, 8);
}

export function makeCursor(tool: string, args: Json, position: number): string {
  return Buffer.from(`${digestOf(tool, args)}.${position}`).toString("base64url");
}

/** Throws ApiError for a cursor of other arguments, or none of ours. */
export function readCursor(tool: string, args: Json, cursor: unknown): number {
  const [, digest, position] =
    /^([\w-]{8})\.(\d{1,15})$/.exec(Buffer.from(String(cursor), "base64url").toString()) ?? [];
  if (position !== undefined && digest === digestOf(tool, args)) return Number(position);
  throw new ApiError(
    "INVALID_QUERY",
    position === undefined
      ? "cursor: is not a cursor of this service; send nextCursor of the previous answer, or leave it out"
      : "cursor: belongs to other arguments; send it with all arguments of the call that returned it, unchanged",
  );
}
