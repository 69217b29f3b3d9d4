/** The console's dependencies. The composition root supplies them; tests supply fakes. */

import type { OAuth } from "../../accounts/oauth/types.ts";
import type { AccountLimits } from "../../accounts/rate-limits/types.ts";
import type { SignedIn, SignIn } from "../../accounts/sign-in/types.ts";
import type { AuditLog, Members, Tokens } from "../../accounts/types.ts";
import type { AuditAction } from "../../contract/api/console/audit-actions.ts";
import type {
  ConsoleInput,
  ConsoleOperationId,
  ConsoleOutput,
  consoleOperations,
} from "../../contract/api/console/operations.ts";
import type { FaqsQuery, FaqsResponse } from "../../contract/api/faqs.ts";
import type { MeResponse } from "../../contract/api/me.ts";
import type { ResourcesQuery, ResourcesResponse } from "../../contract/api/resources.ts";
import type { ConnectorRecord } from "../../contract/records/connector-record.ts";
import type { Reviews } from "../../inbox/inbox.ts";
import type { Saved } from "../../saved/types.ts";

/** A file of the console's pages. */
export interface ConsolePage {
  bytes: Uint8Array<ArrayBuffer>;
  /** `Content-Type`. */
  type: string;
  cacheControl: string;
}

export interface ConsolePages {
  /**
   * The file at a path below `/console/`, "" for the page that every address returns. Client-side routes (`invitation/…`) return the first
   * page too; null: not found.
   */
  read(path: string): Promise<ConsolePage | null>;
}

/** Records for members and administrators: the responses of the public API, and some more. */
export interface ConsoleRecords {
  /** `email`: the account's normalized address. */
  getMe(email: string): Promise<MeResponse>;
  listResourceHackathons(): Promise<ConsoleOutput<"listResourceHackathons">["hackathons"]>;
  getResources(query: ResourcesQuery): Promise<ResourcesResponse>;
  getFaqs(query: FaqsQuery): Promise<FaqsResponse>;
  getCorpus(): Promise<ConsoleOutput<"getCorpus">>;
  /** Documents in the catalog, by source; a source without any is left out. */
  documentCounts(): Promise<Map<string, number>>;
}

/** Looks at sources before they are declared. */
export interface SourceInspection {
  propose(url: string): Promise<ConsoleOutput<"proposeConnectors">>;
  preview(connector: ConnectorRecord): Promise<ConsoleOutput<"previewSource">>;
}

/** Sources. Throws ApiError for what is not possible. */
export interface ConsoleSources {
  list(): Promise<ConsoleOutput<"listSources">>;
  get(key: string): Promise<ConsoleOutput<"getSource">>;
  add(source: ConsoleInput<"addSource">): Promise<ConsoleOutput<"addSource">>;
  change(source: ConsoleInput<"changeSource">): Promise<ConsoleOutput<"changeSource">>;
  /** Asks for a reading; it begins soon. */
  read(key: string, options: { allowWithdrawals: boolean }): Promise<void>;
}

/** Publishing, snapshots and the machine. Throws ApiError for what is not possible. */
export interface ConsolePublishing {
  state(): ConsoleOutput<"getPublish">;
  start(options: { refit: boolean; recluster: boolean }): void;
  cancel(): void;
  snapshots(): Promise<ConsoleOutput<"listSnapshots">>;
  rollBack(from: string): Promise<string>;
  system(): Promise<ConsoleOutput<"getSystem">>;
}

/** Uploaded files and their imports. Throws ApiError for what is not possible. */
export interface ConsoleImports {
  state(): ConsoleOutput<"getImport">;
  maps(): ConsoleOutput<"listImportMaps">;
  /** `by`: the administrator's address, here and below. */
  startUpload(file: ConsoleInput<"startUpload">, by: string): Promise<void>;
  addPart(part: ConsoleInput<"addUploadPart">, bytes: Uint8Array, by: string): Promise<void>;
  /** Returns the file's name. */
  discard(): Promise<string>;
  preview(request: ConsoleInput<"previewImport">): Promise<ConsoleOutput<"previewImport">>;
  /** Returns the file's name. */
  start(request: ConsoleInput<"startImport">, by: string): Promise<string>;
  /** Returns the file's name. */
  cancel(): string;
  rejects(name: string): Promise<string>;
}

export interface ConsolePorts {
  imports: ConsoleImports;
  sources: ConsoleSources;
  publishing: ConsolePublishing;
  signIn: SignIn;
  records: ConsoleRecords;
  accounts: Tokens & Members & { audit: AuditLog };
  oauth: OAuth;
  reviews: Reviews;
  saved: Saved;
  inspection: SourceInspection;
  /** Reads a source as soon as possible. */
  readSource(key: string): void;
  /** Public origin of the service, for links. */
  origin(): string;
  /** The configured listening address or host name: an accepted `Host` if there is no public origin. */
  listenHost: string;
  /** Limits of the operations that pages call with a session. */
  pageLimits: AccountLimits;
  /** Requests of pages in flight per account, for the `RateLimit-Policy` header only. 0: off. */
  pageConcurrencyLimit: number;
  /** Null if the pages are not part of the build. */
  pages: ConsolePages | null;
}

/** A validated request of the console. */
export interface ConsoleRequest<Id extends ConsoleOperationId> {
  input: ConsoleInput<Id>;
  /** The body, of an operation that takes any bytes. */
  bytes: Uint8Array;
  /** The signed-in member. */
  member: (typeof consoleOperations)[Id]["role"] extends "anyone" ? SignedIn | null : SignedIn;
  headers: Headers;
  /** The client's address. */
  address: string;
  /** Whether the request comes from this machine directly. */
  isLocal: boolean;
  /** The service's origin, as the browser addresses it. */
  origin: string;
}

export type ConsoleAnswer<Id extends ConsoleOperationId> = {
  body: ConsoleOutput<Id>;
  /** Values of `Set-Cookie`. */
  cookies?: string[];
  /** The body is the text of this file. */
  download?: Download;
} & ((typeof consoleOperations)[Id] extends { audit: AuditAction } ? { audit: Audited } : unknown);

/** A file to save, by its name and `Content-Type`. */
export interface Download {
  name: string;
  type: string;
}

/** What the audit log records of an operation besides its action. */
export interface Audited {
  /** An address, a key or a file name; null where there is only one. */
  target: string | null;
  detail?: string;
}

export type ConsoleHandler<Id extends ConsoleOperationId> = (
  request: ConsoleRequest<Id>,
) => Promise<ConsoleAnswer<Id>>;

/** Some or all handlers. */
export type ConsoleHandlers<Id extends ConsoleOperationId = ConsoleOperationId> = {
  [One in Id]: ConsoleHandler<One>;
};

/** Dependencies of handlers: the console's ports and some of the server's. */
export interface HandlerContext extends ConsolePorts {
  /** First part of the scopes' names. */
  service: string;
}
