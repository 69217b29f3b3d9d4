/** Streams an export: each part is made when the client has taken the one before. */
import { type ExportFormat, type ExportPart, type ExportRow, exportMedia } from "../contract/api/exports.ts";
import { acceptsGzip, openGzip, shortestCompressed } from "./compression.ts";
import type { ServerContext } from "./context.ts";

/** Rows asked for at a time. */
const rowsPerPart = 250;

export interface FileParts {
  /** File name without extension. */
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
 * Compressed part by part where the client accepts gzip. A failure after the first part cuts the response short: the client sees that it is incomplete, because no final chunk
 * arrives.
 */
export function sendFile(
  context: ServerContext,
  { name, format, first, next, onEnd, onFailure }: FileParts,
): Response {
  const isLong = first.rest.length > 0 || first.text.length >= shortestCompressed;
  if (isLong) context.header("Vary", "Accept-Encoding", { append: true });
  const gzip = isLong && acceptsGzip(context.req.header("accept-encoding")) ? openGzip() : null;
  if (gzip) context.header("Content-Encoding", "gzip");
  const encoder = new TextEncoder();
  const encoded = (text: string) => gzip?.add(text) ?? encoder.encode(text);
  const outgoing = context.env?.outgoing;
  const parts = (async function* () {
    if (first.text !== "") yield encoded(first.text);
    for (let at = 0; at < first.rest.length; at += rowsPerPart) {
      const { text } = await next(first.rest.slice(at, at + rowsPerPart));
      yield encoded(text);
    }
    if (gzip) yield gzip.end();
  })();
  let isWorking = false;
  let isOver = false;
  let hasEnded = false;
  const endIfOver = () => {
    if (!isOver || isWorking || hasEnded) return;
    hasEnded = true;
    gzip?.close();
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
      async pull(controller) {
        isWorking = true;
        try {
          const { value, done } = await parts.next();
          // The client may have left in the meantime.
          if (isOver) return;
          isOver = done === true;
          if (value === undefined) controller.close();
          else controller.enqueue(value);
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
