/** The process that looks at a source before it is declared. */
import type { Config } from "../config/config.ts";
import { discover, type Proposal } from "../connectors/discover.ts";
import { ParseThread } from "../connectors/formats/parse-thread.ts";
import type { ConnectorRecord } from "../contract/records/connector-record.ts";
import { previewSource, type SourcePreview } from "../sync/preview.ts";
import { runAsChild } from "./child-process.ts";
import { connectorContext, openSource } from "./connectors.ts";

export interface InspectionTask {
  kind: "start";
  config: Config;
  look: { at: "address"; url: string } | { at: "connector"; connector: ConnectorRecord; documents: number };
}

export type InspectionResult = { proposals: Proposal[] } | { preview: SourcePreview };

runAsChild<InspectionTask, InspectionResult, never>(async ({ config, look }, { signal }) => {
  const context = connectorContext(config);
  if (look.at === "address") return { proposals: await discover(look.url, { http: context.http, signal }) };
  const thread = new ParseThread();
  try {
    const preview = await previewSource(look.connector, {
      open: openSource,
      parse: (content) => thread.parse(content),
      context,
      signal,
      documents: look.documents,
    });
    return { preview };
  } finally {
    await thread.stop();
  }
});
