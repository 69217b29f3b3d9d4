/** Research of a command: opened when it is first asked, closed with the command. */
import type { ExportOperationId, Research, ResearchAnswer, ResearchOperationId } from "./services.ts";
import { nearestTo } from "./unknown-names.ts";

export interface LazyResearch {
  /**
   * Asks an operation; options that were not given are left out of the request, as in an HTTP request. Throws ApiError;
   * the message names the nearest names where one is unknown.
   */
  ask<Id extends ResearchOperationId>(operation: Id, request: object): Promise<ResearchAnswer<Id>>;
  /** The pieces of a file, as they come. */
  export(operation: ExportOperationId, request: object): AsyncIterable<string>;
  close(): Promise<void>;
}

export function lazyResearch(open: () => Promise<Research>): LazyResearch {
  let opened: Promise<Research> | null = null;
  const research = () => {
    opened ??= open();
    return opened;
  };
  const withAdvice = async (error: unknown, request: object): Promise<never> => {
    const advice = await nearestTo(error, request, (await research()).ask).catch(() => null);
    if (error instanceof Error) {
      error.message = withCommands(error.message);
      if (advice !== null) error.message = `${error.message.replace(/\.$/, "")}; ${advice}`;
    }
    throw error;
  };
  return {
    async ask(operation, given) {
      const request = withoutUndefined(given);
      return (await research()).ask(operation, request).catch((error) => withAdvice(error, request));
    },
    async *export(operation, given) {
      const request = withoutUndefined(given);
      try {
        yield* (await research()).export(operation, request);
      } catch (error) {
        await withAdvice(error, request);
      }
    },
    async close() {
      await (await opened?.catch(() => null))?.close();
    },
  };
}

/** Advice of the API as that of the command line. */
const withCommands = (message: string): string =>
  message.replaceAll(/\bGET \/(categories|filters)\b/g, "`priorart $1`");

const withoutUndefined = (request: object): object => JSON.parse(JSON.stringify(request));
