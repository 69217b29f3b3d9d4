/** Graceful shutdown: closes a server without dropping a request that was already sent. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

export interface ShutdownTimes {
  /** How long requests in flight may take to finish after closing begins. */
  graceMilliseconds: number;
  /** How long idle connections stay open, for requests that clients sent before they could know of the shutdown. */
  idleMilliseconds: number;
}

interface Connection {
  inFlight: Set<ServerResponse>;
  /** Bytes read when it last had no request in flight. */
  idleAt: number;
}

/**
 * Returns the function that closes the server: it stops accepting, answers requests on open connections with
 * `Connection: close`, and resolves when the last connection has closed. Every call returns the same promise.
 *
 * `server.close()` would destroy idle connections immediately, losing requests in transit.
 */
export function gracefulShutdown(server: Server, times: ShutdownTimes): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const connections = new Map<Socket, Connection>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { inFlight: new Set(), idleAt: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  const track = ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.inFlight.add(outgoing);
    if (closing) announceClose(outgoing);
    outgoing.once("close", () => {
      connection.inFlight.delete(outgoing);
      connection.idleAt = socket.bytesRead;
      // The head of this response was sent before closing began, without `Connection: close`: another request may follow.
      if (closing && outgoing.getHeader("Connection") !== "close")
        setTimeout(() => closeIdle(socket, connection), times.idleMilliseconds).unref();
    });
  };
  server.prependListener("request", track);
  server.prependListener("checkContinue", track);
  server.prependListener("checkExpectation", track);
  return () => {
    closing ??= new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), times.graceMilliseconds);
      const idle = setTimeout(() => {
        for (const [socket, connection] of connections) closeIdle(socket, connection);
      }, times.idleMilliseconds);
      NetServer.prototype.close.call(server, () => {
        clearTimeout(cut);
        clearTimeout(idle);
        resolve();
      });
      for (const { inFlight } of connections.values())
        for (const outgoing of inFlight) announceClose(outgoing);
    });
    return closing;
  };
}

function announceClose(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
}

/** A connection that has received a partial request head is not idle. */
function closeIdle(socket: Socket, { inFlight, idleAt }: Connection): void {
  if (inFlight.size === 0 && socket.bytesRead === idleAt) socket.destroySoon();
}
