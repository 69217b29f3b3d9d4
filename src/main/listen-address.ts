/** Checks the address to listen on, and explains why it cannot be used. */
import { createServer } from "node:net";
import { CommandError } from "../cli/exit.ts";

interface Address {
  host: string;
  /** 0: any free port. */
  port: number;
}

/** Listens briefly. Throws CommandError when the address cannot be listened on. */
export async function checkAddress({ host, port }: Address): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    throw addressError({ host, port }, error);
  }
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}

/** A CommandError that names the setting to change; other errors are returned unchanged. */
export function addressError({ host, port }: Address, error: unknown): unknown {
  const failure = failureOf(error);
  switch (failure?.code) {
    case "EADDRINUSE":
      return new CommandError(
        `port ${port} on ${host} is in use; stop the program that uses it, or set PRIORART_PORT to another port (0 takes any free one)`,
      );
    case "EACCES":
      // A file that may not be opened has the same code.
      if (failure.syscall !== "listen") return error;
      return new CommandError(
        `this user may not listen on port ${port}; set PRIORART_PORT to one above 1023`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new CommandError(`${host} is not an address of this machine; set PRIORART_HOST to one that is`);
    default:
      return error;
  }
}

function failureOf(error: unknown): NodeJS.ErrnoException | undefined {
  if (!(error instanceof Error)) return undefined;
  return (error as NodeJS.ErrnoException).code === undefined ? failureOf(error.cause) : error;
}
