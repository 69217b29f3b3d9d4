/** The tables of both databases, in an order in which each is copied after those that it references. */
import type { AccountTables } from "../accounts/tables.ts";
import type { CatalogTables } from "../catalog/tables.ts";

export interface CopiedTable {
  name: string;
  /** Column that the database numbers. */
  numbered?: string;
  /** Rows are copied in the order in which they were made, which their queries use. */
  ordered?: boolean;
}

type Plan<Tables> = { [Name in keyof Tables]: Omit<CopiedTable, "name"> | "left out" };

/** Every table must be listed: the compiler checks it. */
const catalog: Plan<CatalogTables> = {
  hackathon: {},
  track: {},
  source: {},
  project: {},
  document: {},
  withdrawal: {},
  import_run: {},
  vector: {},
  state: {},
  derived: {},
  scan: {},
  resources: {},
  faq: {},
  member: {},
  entry: {},
  entry_team: {},
  entry_update: {},
  sync_state: {},
  sync_run: { numbered: "id" },
  source_item: {},
  source_document: {},
  boilerplate: {},
};

/** What lasts a minute, or belongs to a running server, is left out. */
const accounts: Plan<AccountTables> = {
  member: {},
  token: { ordered: true },
  session: {},
  sign_in_method: {},
  sign_in_state: {},
  invitation: {},
  limit_counter: {},
  limit_minute: "left out",
  limit_place: "left out",
  limit_window: "left out",
  source_suggestion: {},
  feedback: {},
  escalation: {},
  shortlist: {},
  shortlist_item: { numbered: "position" },
  saved_search: {},
  oauth_client: {},
  oauth_grant: { ordered: true },
  oauth_code: {},
  oauth_token: {},
  audit_entry: { numbered: "id" },
  lease: "left out",
};

const listed = (plan: Record<string, Omit<CopiedTable, "name"> | "left out">): CopiedTable[] =>
  Object.entries(plan).flatMap(([name, how]) => (how === "left out" ? [] : [{ name, ...how }]));

export const copiedTables = { catalog: listed(catalog), accounts: listed(accounts) };
