/** The process that looks at a source before it is declared. */
import type { Config } from "../config/config.ts";
import { discover, type Proposal } from "../connectors/discover.ts";
import { ParseThread } from "../connectors/formats/parse-thread.ts";
import type { ConsoleOutput } from "../contract/api/console/operations.ts";
import type { ConnectorRecord } from "../contract/records/connector-record.ts";
import { countCodePoints, firstCodePoints } from "../contract/values/text.ts";
import { previewSource } from "../sync/preview.ts";
import { runAsChild } from "./child-process.ts";
import { connectorContext, openSource } from "./connectors.ts";
import { inspectingFolder, useTemporaryFolder } from "./temporary-folder.ts";

export interface InspectionTask {
  kind: "start";
  config: Config;
  look: { at: "address"; url: string } | { at: "connector"; connector: ConnectorRecord; documents: number };
}

export type InspectionResult =
  | { proposals: Proposal[] }
  | { preview: Omit<ConsoleOutput<"previewSource">, "failure"> };

const BEGINNING_CHARACTERS = 1_000;

runAsChild<InspectionTask, InspectionResult, never>(async ({ config, look }, { signal }) => {
  const context = connectorContext(config);
  if (look.at === "address") return { proposals: await discover(look.url, { http: context.http, signal }) };
  const leaveFolder = useTemporaryFolder(inspectingFolder(config));
  const thread = new ParseThread();
  try {
    const preview = await previewSource(look.connector, {
      open: openSource,
      parse: (content) => thread.parse(content),
      context,
      signal,
      documents: look.documents,
    });
    // Whole texts stay here: they can have millions of characters.
    const documents = preview.documents.map(({ title, author, url, publishedAt, content }) => ({
      title,
      author,
      url,
      publishedAt,
      beginning: firstCodePoints(content, BEGINNING_CHARACTERS),
      totalChars: countCodePoints(content),
    }));
    return { preview: { documents, problems: preview.problems } };
  } finally {
    await thread.stop();
    leaveFolder();
  }
});
