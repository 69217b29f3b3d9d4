/** Mail archives: files of this machine, whose threads are the items, or files at addresses. */
import type { ConnectorRecordOf } from "../../contract/records/connector-record.ts";
import type { Connector, ConnectorContext, OpenSource } from "../connector.ts";
import { openListedUrls } from "../files/listed-urls.ts";
import { formatOfName } from "../formats/format.ts";
import { openArchive } from "./archive.ts";

export const mboxConnector: Connector<"mbox"> = { open };

async function open(record: ConnectorRecordOf<"mbox">, context: ConnectorContext): Promise<OpenSource> {
  const { urls, path = "", include, exclude } = record;
  if (urls !== undefined) return openListedUrls({ urls, formatOf: () => "mbox" }, context);
  // Archives have all kinds of names: patterns decide where they are given.
  const isArchive = (name: string) => include !== undefined || formatOfName(name) === "mbox";
  return openArchive({ path, include, exclude, isArchive }, context);
}
