/** What the console needs from outside. The composition root supplies it; tests supply fakes. */
import type { SignedIn, SignIn } from "../../accounts/sign-in/types.ts";
import type { Members, Tokens } from "../../accounts/types.ts";
import type {
  ConsoleInput,
  ConsoleOperationId,
  ConsoleOutput,
  consoleOperations,
} from "../../contract/api/console/operations.ts";
import type { FaqsQuery, FaqsResponse } from "../../contract/api/faqs.ts";
import type { MeResponse } from "../../contract/api/me.ts";
import type { ResourcesQuery, ResourcesResponse } from "../../contract/api/resources.ts";
import type { Reviews } from "../../inbox/inbox.ts";

/** A file of the console's pages. */
export interface ConsolePage {
  bytes: Uint8Array<ArrayBuffer>;
  /** `Content-Type`. */
  type: string;
  cacheControl: string;
}

export interface ConsolePages {
  /**
   * The file at a path below `/console/`, "" for the first page. Paths that the pages themselves tell apart
   * (`invitation/…`) answer with the first page too; null: there is nothing there.
   */
  read(path: string): Promise<ConsolePage | null>;
}

/** What members and administrators see of the records: the answers of the public interface, and a few more. */
export interface ConsoleRecords {
  /** `email`: of the account, in the one spelling of accounts. */
  getMe(email: string): Promise<MeResponse>;
  listResourceHackathons(): Promise<ConsoleOutput<"listResourceHackathons">["hackathons"]>;
  getResources(query: ResourcesQuery): Promise<ResourcesResponse>;
  getFaqs(query: FaqsQuery): Promise<FaqsResponse>;
  getCorpus(): Promise<ConsoleOutput<"getCorpus">>;
}

export interface ConsolePorts {
  signIn: SignIn;
  records: ConsoleRecords;
  accounts: Tokens & Members;
  reviews: Reviews;
  /** Where members reach the service: for links. */
  origin(): string;
  /** The address or name that the server was told to listen on: a `Host` that is accepted without a public origin. */
  listenHost: string;
  /** Null where the pages are not part of the build. */
  pages: ConsolePages | null;
}

/** One validated request of the console. */
export interface ConsoleRequest<Id extends ConsoleOperationId> {
  input: ConsoleInput<Id>;
  /** Who is signed in. */
  member: (typeof consoleOperations)[Id]["role"] extends "anyone" ? SignedIn | null : SignedIn;
  headers: Headers;
  /** The client's address. */
  address: string;
}

export interface ConsoleAnswer<Id extends ConsoleOperationId> {
  body: ConsoleOutput<Id>;
  /** Values of `Set-Cookie`. */
  cookies?: string[];
}

export type ConsoleHandler<Id extends ConsoleOperationId> = (
  request: ConsoleRequest<Id>,
) => Promise<ConsoleAnswer<Id>>;

/** Every handler, or some of them. */
export type ConsoleHandlers<Id extends ConsoleOperationId = ConsoleOperationId> = {
  [One in Id]: ConsoleHandler<One>;
};

/** What makes handlers may use of the server besides the console's own ports. */
export interface HandlerContext extends ConsolePorts {
  /** First half of the scopes' names. */
  service: string;
}
