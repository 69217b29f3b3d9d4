import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";

export type Connector = ConsoleOutput<"proposeConnectors">["proposals"][number]["connector"];

const names: Record<Connector["kind"], string> = {
  git: "Repository",
  feed: "Feed",
  site: "Web site",
  pdf: "PDF",
  mbox: "Mail archive",
  transcript: "Transcript",
  folder: "Folder",
};

/** Such as `Feed: https://example.org/feed.xml`. */
export function describeConnector(connector: Connector): string {
  return `${names[connector.kind]}: ${placeOf(connector)}`;
}

function placeOf(connector: Connector): string {
  if ("url" in connector) return connector.url;
  if ("urls" in connector && connector.urls) return connector.urls.join(", ");
  return connector.path ?? "";
}
