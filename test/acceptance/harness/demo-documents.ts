/** The demo's archive, read from its files: front matter and text. */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

const demo = new URL("../../../demo/", import.meta.url);

export interface DemoSource {
  key: string;
  label: string;
  access: "open" | "excerpt";
  licenceNote: string;
}

export interface DemoDocument {
  documentId: string;
  title: string;
  author: string | null;
  url: string | null;
  /** As the front matter spells it. */
  date: string;
  source: string;
  /** What follows the front matter, trimmed. */
  content: string;
}

export const demoSources = parse(readFileSync(new URL("sources.yaml", demo), "utf8")) as DemoSource[];

function readDocument(path: string): DemoDocument {
  const text = readFileSync(new URL(`archive/${path}`, demo), "utf8");
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)!;
  const {
    title,
    author = null,
    url = null,
    date,
    source,
    documentId,
  } = parse(head!) as Record<string, string>;
  return {
    documentId: documentId!,
    title: title!,
    author,
    url,
    date: String(date),
    source: source!,
    content: body!.trim(),
  };
}

export const demoDocuments: DemoDocument[] = demoSources.flatMap(({ key }) =>
  readdirSync(new URL(`archive/${key}/`, demo))
    .sort()
    .map((name) => readDocument(`${key}/${name}`)),
);

export const excerptSources = new Set(
  demoSources.filter(({ access }) => access === "excerpt").map(({ key }) => key),
);
