/** A way to read what someone suggests. */
import type { ConnectorRecord } from "../contract/records/connector-record.ts";

export interface Proposal {
  connector: ConnectorRecord;
  /** For the operator: what was found. */
  why: string;
}
