/** Closing a server without dropping a request. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Node's own list of idle connections leaves out those that never sent a request (a browser opens such ones in
 * advance), and looks only once: so the requests of each connection are counted here.
 */
export function gracefulShutdown(server: Server, graceMilliseconds: number): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const inFlight = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    inFlight.set(socket, 0);
    socket.once("close", () => inFlight.delete(socket));
  });
  const count = ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    inFlight.set(socket, (inFlight.get(socket) ?? 0) + 1);
    outgoing.once("close", () => {
      if (!inFlight.has(socket)) return;
      const left = (inFlight.get(socket) ?? 1) - 1;
      inFlight.set(socket, left);
      if (closing && left === 0) socket.destroySoon();
    });
  };
  server.on("request", count);
  server.on("checkContinue", count);
  return () => {
    closing ??= new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      for (const [socket, requests] of inFlight) if (requests === 0) socket.destroy();
    });
    return closing;
  };
}
