/** Opens connectors with what the settings allow. */
import type { Config } from "../config/config.ts";
import { connectors } from "../connectors/connectors.ts";
import { createHttpClient } from "../net/http-client.ts";
import { createPoliteClient } from "../net/polite-client.ts";
import type { SyncOptions } from "../sync/types.ts";
import { version } from "./version.ts";

export function connectorContext({ allowPrivateHosts }: Config): SyncOptions["context"] {
  return {
    http: createPoliteClient(createHttpClient({ allowPrivateHosts }), { version }),
    allowPrivateHosts,
    allowFiles: allowPrivateHosts.includes("file"),
    now: Date.now,
  };
}

export const openSource: SyncOptions["open"] = async (record, context) => {
  const connector = await connectors[record.kind]();
  // Each kind of connector takes the record of its own kind.
  return connector.open(record as never, context);
};
