/** Sends raw bytes, for requests that no HTTP client sends. */
import { connect } from "node:net";

/** Sends each piece in turn and resolves with the server's whole output until it closed the connection. */
export function exchange(port: number, pieces: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const received: Buffer[] = [];
    socket.on("data", (chunk) => received.push(chunk));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // The server may close while a refused body is still being sent.
      if (error.code !== "EPIPE" && error.code !== "ECONNRESET") reject(error);
    });
    socket.on("close", () => resolve(Buffer.concat(received).toString()));
    for (const piece of pieces) socket.write(piece);
  });
}
