/** The texts used to index, embed and quote a project. */
import { builtWithKinds } from "../../contract/api/built-with.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { firstCharacters } from "../../search/snippet.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { categoryLabels } from "./category-keys.ts";
import { withoutFormHeadings } from "./form-headings.ts";
import { summaryTexts } from "./project-evidence.ts";
import { tagKinds } from "./project-layout.ts";
import { purposeOf } from "./purpose.ts";
import type { SettledProject } from "./settled-project.ts";

/** Descriptions say at the beginning what a project is for; what follows makes its vector less specific. */
const embeddedCharacters = 1_500;

/** Version of the rule for the text to embed; increment it when the same projects yield other texts. */
export const projectTextVersion = 2;

/** What vectors of projects depend on beside their records; `embedder`: its version. */
export const projectVectorsVersion = (embedder: string) => `${embedder}, texts ${projectTextVersion}`;

/**
 * The text to embed, and to fit the built-in embedder on: name, one-liner, what the description says about the purpose, and
 * tags. Never empty: a project has a name.
 */
export function projectText(record: ProjectRecord): string {
  const { name, oneLiner, description } = record;
  const purpose = firstCharacters(
    withoutFormHeadings(purposeOf(description ?? "")).trim(),
    embeddedCharacters,
  );
  return [name, oneLiner, purpose, tagsOf(record).join(", ")].filter(Boolean).join("\n");
}

export interface SearchFields {
  name: string;
  oneLiner: string;
  tags: string;
  /** Names of categories, tracks and labels. */
  topics: string;
  /** Names of the tools found in the code. */
  tools: string;
  /** Description and evidence summaries, without headings of forms. */
  description: string;
}

export interface ProjectTexts {
  fields: SearchFields;
  /** Description and evidence summaries: what evidence is quoted from. */
  quoted: string;
}

export function projectTexts(project: SettledProject, taxonomy: Taxonomy): ProjectTexts {
  const { record, description, oneLiner } = project;
  const labels = categoryLabels(taxonomy);
  const { primaryKey, secondaryKey } = project.categories ?? {};
  const categories = [primaryKey, secondaryKey].flatMap((key) => (key ? (labels.get(key) ?? []) : []));
  const choices = [...project.tracks, ...project.labels].map((choice) => choice.name);
  const tools = builtWithKinds.flatMap((kind) => record.builtWith?.[kind].map((tag) => tag.name) ?? []);
  const quoted = [description ?? "", ...summaryTexts(record)].filter(Boolean).join("\n\n");
  const fields = {
    name: record.name,
    oneLiner: withoutFormHeadings(oneLiner ?? ""),
    tags: tagsOf(record).join("\n"),
    topics: [...categories, ...choices].join("\n"),
    tools: tools.join("\n"),
    description: withoutFormHeadings(quoted),
  };
  return { fields, quoted };
}

function tagsOf({ tags }: ProjectRecord): string[] {
  return tagKinds.flatMap((kind) => tags?.[kind] ?? []);
}
