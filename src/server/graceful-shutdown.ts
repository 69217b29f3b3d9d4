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
  let accepted = 0;
  /** No longer accepting. Clients that got `Connection: close` earlier would reconnect. */
  let isClosed = false;
  server.on("connection", (socket: Socket) => {
    accepted++;
    connections.set(socket, { inFlight: new Set(), idleAt: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  const track = ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.inFlight.add(outgoing);
    if (isClosed) announceClose(outgoing);
    outgoing.once("close", () => {
      connection.inFlight.delete(outgoing);
      connection.idleAt = socket.bytesRead;
      // The head of this response was sent before closing began, without `Connection: close`: another request may follow.
      if (isClosed && outgoing.getHeader("Connection") !== "close")
        setTimeout(() => afterReading(() => closeIdle(socket, connection)), times.idleMilliseconds).unref();
    });
  };
  server.prependListener("request", track);
  server.prependListener("checkContinue", track);
  server.prependListener("checkExpectation", track);
  return () => {
    closing ??= new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), times.graceMilliseconds);
      const closeAllIdle = () => {
        for (const [socket, connection] of connections) closeIdle(socket, connection);
      };
      const stopAccepting = () => {
        isClosed = true;
        const idle = setTimeout(() => afterReading(closeAllIdle), times.idleMilliseconds);
        NetServer.prototype.close.call(server, () => {
          clearTimeout(cut);
          clearTimeout(idle);
          resolve();
        });
        for (const { inFlight } of connections.values())
          for (const outgoing of inFlight) announceClose(outgoing);
      };
      afterAccepting(() => accepted, stopAccepting, performance.now() + times.idleMilliseconds);
    });
    return closing;
  };
}

/**
 * Closing a connection with bytes that were not read resets it, and a busy event loop reads late. The first of the two
 * turns may begin after this one's reading.
 */
const afterReading = (close: () => void): void => void setImmediate(setImmediate, close);

/** The same for connections that were not accepted: the event loop accepts one a turn. New ones may keep arriving. */
function afterAccepting(accepted: () => number, close: () => void, deadline: number): void {
  const before = accepted();
  afterReading(() => {
    if (accepted() === before || performance.now() > deadline) close();
    else afterAccepting(accepted, close, deadline);
  });
}

function announceClose(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
}

/** A connection that has received a partial request head is not idle. */
function closeIdle(socket: Socket, { inFlight, idleAt }: Connection): void {
  if (inFlight.size === 0 && socket.bytesRead === idleAt) socket.destroySoon();
}
