/** How sources and their readings are put into words. */
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import type { ConnectorKind } from "../../../../src/contract/records/connector-record.ts";
import type { SourceRecord } from "../../../../src/contract/records/source-record.ts";
import { languageName } from "../../ui/language-name.ts";

type Tone = "accent" | "success" | "warning" | "danger";

export type Source = ConsoleOutput<"listSources">["sources"][number];
export type Run = ConsoleOutput<"getSource">["runs"][number];

export const connectorNames: Record<ConnectorKind, string> = {
  git: "Git repository",
  feed: "Feed (RSS, Atom, JSON)",
  site: "Web site",
  pdf: "PDF files",
  mbox: "Mail archive",
  transcript: "Transcripts",
  folder: "Folder",
};

export const kindNames: Record<SourceRecord["kind"], string> = {
  essays: "Essays",
  research: "Research",
  protocol: "Protocol documentation",
  governance: "Governance",
  talks: "Talks",
  security: "Security",
  forum: "Forum",
  other: "Other",
};

const outcomes: Record<Run["outcome"], { name: string; tone: Tone }> = {
  running: { name: "Being read", tone: "accent" },
  complete: { name: "Read", tone: "success" },
  unchanged: { name: "Unchanged", tone: "success" },
  held: { name: "Waits for you", tone: "warning" },
  failed: { name: "Failed", tone: "danger" },
  interrupted: { name: "Interrupted", tone: "warning" },
};

/** The state of a reading in a word or two; some items failed although the reading ended. */
export function outcomeOf({ outcome, counts }: Pick<Run, "outcome" | "counts">): {
  name: string;
  tone: Tone;
} {
  if (outcome === "complete" && counts.failed > 0)
    return { name: `Read, ${counts.failed.toLocaleString("en")} failed`, tone: "warning" };
  return outcomes[outcome];
}

/** `3 new, 1 changed`. */
export function changesOf({ counts }: Pick<Run, "counts">): string {
  const parts = [
    [counts.added, "new"],
    [counts.updated, "changed"],
    [counts.withdrawn, "withdrawn"],
  ] as const;
  const told = parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count.toLocaleString("en")} ${name}`);
  return told.length === 0 ? "Nothing changed" : told.join(", ");
}

/** Where its documents come from, in a line. */
export function originOf({ connector }: Pick<Source, "connector">): string {
  if (connector === null) return "Imported files";
  if ("url" in connector) return connector.url;
  if (connector.path !== undefined) return connector.path;
  const { urls = [] } = "urls" in connector ? connector : {};
  return urls.length === 1 ? urls[0]! : `${urls.length} addresses`;
}

/** `English 1,200, German 3`; the most frequent five. */
export function languagesOf(languages: Source["languages"]): string {
  const shown = languages
    .slice(0, 5)
    .map(({ language, documents }) => `${languageName(language)} ${documents.toLocaleString("en")}`);
  const more = languages.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
