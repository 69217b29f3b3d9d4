/** Streams an export: each part is made when the client has taken the one before. */
import { type ExportFormat, type ExportPart, type ExportRow, exportMedia } from "../contract/api/exports.ts";
import type { ServerContext } from "./context.ts";

/** Rows asked for at a time. */
const rowsPerPart = 250;

export interface FileParts {
  /** File name without ending. */
  name: string;
  format: ExportFormat;
  first: ExportPart;
  /** Makes the text of further rows. */
  next(rest: ExportRow[]): Promise<ExportPart>;
  /**
   * Called once, when no part is being made any more: after the last one, after one that could not be made, or after the
   * client has disconnected.
   */
  onEnd(): void;
  /** Called when a part could not be made. */
  onFailure(error: unknown): void;
}

/**
 * A failure after the first part cuts the response short: the client sees that it is incomplete, because no final chunk
 * arrives.
 */
export function sendFile(
  context: ServerContext,
  { name, format, first, next, onEnd, onFailure }: FileParts,
): Response {
  const encoder = new TextEncoder();
  const outgoing = context.env?.outgoing;
  let { rest } = first;
  let isWorking = false;
  let isOver = false;
  let hasEnded = false;
  const endIfOver = () => {
    if (!isOver || isWorking || hasEnded) return;
    hasEnded = true;
    onEnd();
  };
  const finish = () => {
    isOver = true;
    endIfOver();
  };
  // Nobody may read the stream of a client that is gone already.
  if (outgoing?.destroyed || outgoing?.closed) finish();
  outgoing?.once("close", finish);
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (first.text !== "") controller.enqueue(encoder.encode(first.text));
      },
      async pull(controller) {
        if (rest.length === 0) {
          controller.close();
          finish();
          return;
        }
        const rows = rest.slice(0, rowsPerPart);
        rest = rest.slice(rowsPerPart);
        isWorking = true;
        try {
          const { text } = await next(rows);
          // The client may have left in the meantime.
          if (!isOver) controller.enqueue(encoder.encode(text));
        } catch (error) {
          isOver = true;
          onFailure(error);
          if (!outgoing) throw error;
          // Without a final chunk the client sees that the file is incomplete; closing the stream alone would send one.
          outgoing.destroy();
          controller.close();
        } finally {
          isWorking = false;
          endIfOver();
        }
      },
      cancel: finish,
    },
    { highWaterMark: 1 },
  );
  const charset = format === "csv" ? "; charset=utf-8; header=present" : "";
  return context.body(stream, 200, {
    "Content-Type": `${exportMedia[format]}${charset}`,
    "Content-Disposition": `attachment; filename="${name}.${format}"`,
  });
}
