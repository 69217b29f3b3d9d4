/** Every kind of connector, loaded when first needed. */
import type { ConnectorKind } from "../contract/records/connector-record.ts";
import type { Connector } from "./connector.ts";

export const connectors: { readonly [Kind in ConnectorKind]: () => Promise<Connector<Kind>> } = {
  git: async () => (await import("./git/git.ts")).gitConnector,
  pdf: async () => (await import("./pdf/pdf.ts")).pdfConnector,
  mbox: async () => (await import("./mbox/mbox.ts")).mboxConnector,
  transcript: async () => (await import("./transcript/transcript.ts")).transcriptConnector,
  feed: async () => (await import("./feed/feed.ts")).feedConnector,
  site: async () => (await import("./site/site.ts")).siteConnector,
  folder: async () => (await import("./folder/folder.ts")).folderConnector,
};
