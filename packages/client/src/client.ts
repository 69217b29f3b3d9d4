/** The client: one method per operation. */
import { routes } from "./generated/routes.ts";
import type { Methods, OperationTypes } from "./generated/types.ts";
import { type CallOptions, type ClientOptions, settingsOf } from "./options.ts";
import { createPages, type Pages } from "./paging.ts";
import type { Fields } from "./request.ts";
import { createSend, readJson, readStream, readText } from "./send.ts";

export type OperationId = keyof OperationTypes;
/** The fields that an operation takes. */
export type RequestOf<Id extends OperationId> = OperationTypes[Id]["request"];
/** What an operation returns. */
export type ResponseOf<Id extends OperationId> = OperationTypes[Id]["response"];

/** Operations that return a file. */
export type FileOperationId = "exportProjects" | "exportAnalysis";

/**
 * The file's bytes as they arrive. It counts as a request in flight until it has been read to its end or cancelled, and
 * only its beginning is retried.
 */
export type Streams = {
  [Id in FileOperationId]: (
    input: RequestOf<Id>,
    options?: CallOptions,
  ) => Promise<ReadableStream<Uint8Array>>;
};

export interface Client extends Methods {
  /** Calls an operation by its id. */
  call<Id extends OperationId>(id: Id, input: RequestOf<Id>, options?: CallOptions): Promise<ResponseOf<Id>>;
  readonly pages: Pages;
  readonly streams: Streams;
}

/**
 * Every call rejects with PriorArtError, or with the reason of an aborted signal. Throws TypeError for options that no
 * request could be sent with.
 */
export function createClient(options: ClientOptions): Client {
  const send = createSend(settingsOf(options));
  const call = (id: OperationId, input: unknown = {}, callOptions: CallOptions = {}) =>
    send<unknown>(routes[id], input as Fields, {
      ...callOptions,
      read: routes[id].text ? readText : readJson,
    });
  const stream =
    <Id extends FileOperationId>(id: Id): Streams[Id] =>
    (input, callOptions = {}) =>
      send(routes[id], input as Fields, { ...callOptions, read: readStream });
  const methods = Object.fromEntries(
    Object.keys(routes).map((id) => [
      id,
      (input?: unknown, callOptions?: CallOptions) => call(id as OperationId, input, callOptions),
    ]),
  ) as unknown as Methods;
  return {
    ...methods,
    call: call as Client["call"],
    pages: createPages(methods),
    streams: { exportProjects: stream("exportProjects"), exportAnalysis: stream("exportAnalysis") },
  };
}
