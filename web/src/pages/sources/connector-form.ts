/** The fields of connectors in a form, and the records that they make. */
import type { ConnectorKind, ConnectorRecord } from "../../../../src/contract/records/connector-record.ts";

export type RemoteKind = Exclude<ConnectorKind, "folder">;

export interface ConnectorField {
  name: string;
  label: string;
  hint?: string;
  /** `lines`: one value in each line. */
  type: "text" | "lines" | "number";
  required?: boolean;
}

const url = (label: string, hint?: string): ConnectorField => ({
  name: "url",
  label,
  hint,
  type: "text",
  required: true,
});
const urls: ConnectorField = {
  name: "urls",
  label: "Addresses of the files",
  hint: "One in each line.",
  type: "lines",
  required: true,
};
const include: ConnectorField = {
  name: "include",
  label: "Only paths that match",
  hint: "Patterns such as docs/** or *.md, one in each line; empty: all.",
  type: "lines",
};
const exclude: ConnectorField = { name: "exclude", label: "Without paths that match", type: "lines" };
const delay: ConnectorField = {
  name: "delaySeconds",
  label: "Pause between requests, in seconds",
  hint: "Empty: 1, or what the site's robots.txt asks for.",
  type: "number",
};

export const connectorFields: Record<RemoteKind, readonly ConnectorField[]> = {
  git: [
    url("Address of the repository", "Such as https://git.example.org/docs.git."),
    { name: "branch", label: "Branch", hint: "Empty: the default branch.", type: "text" },
    include,
    exclude,
    {
      name: "link",
      label: "Link of a file",
      hint: "Where people read it, such as https://git.example.org/docs/{path}; empty: no link.",
      type: "text",
    },
  ],
  feed: [url("Address of the feed"), delay],
  site: [
    url("Address of the sitemap or first page"),
    {
      name: "depth",
      label: "Links to follow from the first page",
      hint: "Not used with a sitemap. Empty: 2.",
      type: "number",
    },
    { name: "maxPages", label: "Most pages to read", hint: "Empty: 10,000.", type: "number" },
    include,
    exclude,
    delay,
  ],
  pdf: [urls, include, exclude],
  mbox: [urls, include, exclude],
  transcript: [
    urls,
    include,
    exclude,
    {
      name: "recording",
      label: "Address of the recording",
      hint: "If there is one for all; times become links into it.",
      type: "text",
    },
  ],
};

export type Values = Readonly<Record<string, string>>;

/** What the fields of a connector contain. */
export function valuesOf(connector: ConnectorRecord | null): Values {
  if (connector === null) return {};
  return Object.fromEntries(
    Object.entries(connector).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join("\n") : String(value),
    ]),
  );
}

/** The record of the filled fields of a kind; the service checks it. */
export function connectorOf(kind: RemoteKind, values: Values): ConnectorRecord {
  const record: Record<string, unknown> = { kind };
  for (const { name, type, required } of connectorFields[kind]) {
    const text = (values[name] ?? "").trim();
    if (text === "" && !required) continue;
    if (type === "number") record[name] = Number(text);
    else if (type === "lines")
      record[name] = text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
    else record[name] = text;
  }
  return record as ConnectorRecord;
}

/**
 * The service's message for each field: `connector.url: must be …; key: …` as a map. What names no known field is
 * under "".
 */
export function messagesByField(message: string, fields: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of message.split(/; (?=[a-z]\w*(?:[.[]\S*)?: )/i)) {
    const [, path = "", text = part] = /^([a-z]\w*(?:[.[]\S*?)?): (.*)$/is.exec(part) ?? [];
    const field = fields.find((name) => path === name || path.startsWith(`${name}[`)) ?? "";
    const told = field === "" ? part : text;
    found.set(field, found.has(field) ? `${found.get(field)}; ${told}` : told);
  }
  return found;
}
