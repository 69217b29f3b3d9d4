/** Source suggestions and feedback: received from callers, reviewed by administrators. */
import type { AccountsDb } from "../accounts/tables.ts";
import { AccountError } from "../accounts/types.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { FeedbackRequest, FeedbackResponse } from "../contract/api/feedback.ts";
import type { SourceSuggestionRequest, SourceSuggestionResponse } from "../contract/api/suggestions.ts";
import { type Approval, approveSuggestion } from "./approve-suggestion.ts";
import { addFeedback, findFeedback, listFeedback, settleFeedback } from "./feedback.ts";
import {
  addSuggestion,
  decideSuggestion,
  findSuggestion,
  listSuggestions,
  requireOpen,
} from "./suggestions.ts";
import type {
  Escalated,
  FeedbackEntry,
  FeedbackState,
  ReviewPage,
  SourceDecision,
  SuggestionEntry,
  SuggestionState,
} from "./types.ts";

/**
 * References are ids, or prefixes of at least six characters. All throw AccountError for an operation that is not
 * possible.
 */
export interface Reviews {
  listSuggestions(
    page: ReviewPage<SuggestionState>,
  ): Promise<{ suggestions: SuggestionEntry[]; total: number }>;
  /** Declares the source in the catalog, with the suggestion's address. */
  approveSuggestion(reference: string, decision: SourceDecision): Promise<Approval>;
  declineSuggestion(reference: string, reason: string): Promise<SuggestionEntry>;
  listFeedback(page: ReviewPage<FeedbackState>): Promise<{ feedback: FeedbackEntry[]; total: number }>;
  findFeedback(reference: string): Promise<FeedbackEntry>;
  resolveFeedback(reference: string): Promise<FeedbackEntry>;
  reopenFeedback(reference: string): Promise<FeedbackEntry>;
}

export interface Inbox extends Reviews {
  suggestSource(memberId: string, request: SourceSuggestionRequest): Promise<SourceSuggestionResponse>;
  sendFeedback(memberId: string, request: FeedbackRequest): Promise<FeedbackResponse>;
}

export interface InboxOptions {
  /** Opens the catalog for the duration of `work`. */
  withCatalog<T>(work: (catalog: Pick<Catalog, "write" | "sources">) => Promise<T>): Promise<T>;
  /** Called after the transaction that wrote to the outbox. */
  onEscalation?(escalated: Escalated): void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const MAX_REASON = 500;

/** Uses the accounts database and leaves it open. */
export function createInbox(db: AccountsDb, options: InboxOptions): Inbox {
  const { withCatalog, onEscalation = () => {}, now = Date.now } = options;
  return {
    suggestSource: async (memberId, request) => {
      await addSuggestion(db, request, { memberId, now: now() });
      return { message: "Thanks! We'll review your suggestion." };
    },
    sendFeedback: async (memberId, request) => {
      const escalated = await addFeedback(db, request, { memberId, now: now() });
      if (escalated !== null) onEscalation(escalated);
      return { message: "Feedback received. Thank you." };
    },
    listSuggestions: (page) => listSuggestions(db, page),
    approveSuggestion: (reference, decision) =>
      withCatalog((catalog) => approveSuggestion(db, { reference, decision, catalog, now: now() })),
    declineSuggestion: async (reference, text) => {
      const reason = text.trim();
      if (reason === "" || [...reason].length > MAX_REASON)
        throw new AccountError(`reason: must have 1 to ${MAX_REASON} characters; say why it is declined`);
      const suggestion = await findSuggestion(db, reference);
      requireOpen(suggestion);
      return decideSuggestion(db, suggestion.id, { reason, now: now() });
    },
    listFeedback: (page) => listFeedback(db, page),
    findFeedback: (reference) => findFeedback(db, reference),
    resolveFeedback: (reference) => settleFeedback(db, reference, { state: "resolved", now: now() }),
    reopenFeedback: (reference) => settleFeedback(db, reference, { state: "open", now: now() }),
  };
}
