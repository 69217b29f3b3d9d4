/** What an upgrade check reports. */

/** `ok`: nothing to do; `action`: usable, and `message` says what to do or what will happen; `failed`: not usable. */
export type CheckState = "ok" | "action" | "failed";

export interface Check {
  name: "node" | "catalog" | "accounts" | "snapshot" | "embedder" | "settings" | "disk" | "server";
  state: CheckState;
  message: string;
}

export interface UpgradeReport {
  /** The program's. */
  version: string;
  dataDir: string;
  /** Whether this version can use the data directory. */
  usable: boolean;
  checks: Check[];
}
