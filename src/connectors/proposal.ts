/** A proposal how to read a suggested source. */
import type { ConnectorRecord } from "../contract/records/connector-record.ts";

export interface Proposal {
  connector: ConnectorRecord;
  /** For the operator: what was found. */
  why: string;
}
