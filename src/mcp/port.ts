/** What the MCP server needs: something that executes operations, here or over HTTP. */
import type { OperationId } from "../contract/api/operations.ts";

export interface McpPort {
  /**
   * Executes an operation; `request` contains the fields of its params, query and body as the caller wrote them. Throws
   * ApiError. `signal` is aborted when the client cancels the call or disconnects.
   */
  execute(operation: OperationId, request: Record<string, unknown>, signal: AbortSignal): Promise<object>;
  /** Whether the operation can be asked here: tools of other operations are not listed. */
  offers(operation: OperationId): boolean;
}
