/** Imports projects. Undeclared hackathons, tracks and labels are created. */
import type { Catalog } from "../catalog/catalog.ts";
import { hashProject } from "../catalog/content-hash.ts";
import { UNAFFILIATED } from "../catalog/hackathons.ts";
import type { ProjectToSave } from "../catalog/projects.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import {
  linkNames,
  MAX_EVIDENCE_TEXT,
  type ProjectRecord,
  projectRecordSchema,
} from "../contract/records/project-record.ts";
import { firstCodePoints } from "../contract/values/text.ts";
import { webUrlSchema } from "../contract/values/web-url.ts";
import { cleanLine } from "./clean-text.ts";
import { toInstant, toUtc } from "./dates.ts";
import { firstText } from "./first-text.ts";
import type { ImportKind, Prepared } from "./import-kind.ts";
import { runImport } from "./run.ts";
import type { ImportOptions, ImportReport } from "./types.ts";

/**
 * Imports JSON Lines or CSV, plain or gzip, `-` for standard input. Throws ImportUsageError, with nothing
 * imported, when an input or the map cannot be used; bad records are counted in the report.
 */
export function importProjects(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return runImport(catalog, projectKind, { inputs, options });
}

export const projectKind: ImportKind<typeof projectRecordSchema, ProjectToSave> = {
  name: "projects",
  recordKind: "project",
  keyName: "slug",
  schema: projectRecordSchema,
  markdown: false,
  identify: identifyProject,
  amend: withoutBadLinks,
  prepare: prepareProject,
  save: saveWithHackathons,
};

function identifyProject(raw: unknown): string | null {
  return firstText(raw, ["slug", "name"]);
}

/** Drops links that are not web URLs, including `javascript:` ones, instead of rejecting the project. */
function withoutBadLinks(
  record: Record<string, unknown>,
  warn: (message: string) => void,
): Record<string, unknown> {
  const { links } = record;
  if (typeof links !== "object" || links === null || Array.isArray(links)) return record;
  const kept: Record<string, unknown> = { ...links };
  for (const name of linkNames) {
    const value = kept[name];
    if (typeof value === "string" && value.trim() === "") kept[name] = null;
    else if (typeof value === "string" && webUrlSchema.safeParse(value.trim()).success)
      kept[name] = value.trim();
    else if (value !== undefined && value !== null) {
      delete kept[name];
      warn(
        `project ${JSON.stringify(identifyProject(record))}: links.${name} was left out: it must be an http or https URL`,
      );
    }
  }
  return { ...record, links: kept };
}

function prepareProject(given: ProjectRecord): Prepared<ProjectToSave> {
  const record: ProjectRecord = { ...given, name: cleanLine(given.name) };
  if (given.oneLiner !== undefined) record.oneLiner = cleanLine(given.oneLiner ?? "") || null;
  if (given.description !== undefined) record.description = given.description?.trim() || null;
  if (given.tracks !== undefined) record.tracks = distinctLines(given.tracks);
  if (given.labels !== undefined) record.labels = distinctLines(given.labels);
  if (given.createdAt !== undefined) record.createdAt = toInstant(given.createdAt);
  if (given.evidenceSummaries !== undefined) record.evidenceSummaries = cutSummaries(given.evidenceSummaries);
  if (given.hackathon) record.hackathon = { ...given.hackathon, startDate: toUtc(given.hackathon.startDate) };
  const hackathonSlug = given.hackathon?.slug ?? UNAFFILIATED.slug;
  const contentHash = hashProject(record);
  return { key: record.slug, contentHash, value: { record, hackathonSlug, contentHash } };
}

type Summaries = NonNullable<ProjectRecord["evidenceSummaries"]>;

function cutSummaries(summaries: Summaries): Summaries {
  const cut: Summaries = {};
  for (const [name, summary] of Object.entries(summaries) as [
    keyof Summaries,
    Summaries[keyof Summaries],
  ][]) {
    const text = summary && firstCodePoints(summary.text, MAX_EVIDENCE_TEXT);
    cut[name] = summary && text !== summary.text ? { ...summary, text: text!, truncated: true } : summary;
  }
  return cut;
}

function distinctLines(names: readonly string[]): string[] {
  return [...new Set(names.map(cleanLine))];
}

async function saveWithHackathons(
  writer: CatalogWriter,
  projects: readonly ProjectToSave[],
  warn: (message: string) => void,
): Promise<void> {
  const byHackathon = new Map<string, ProjectRecord[]>();
  for (const { hackathonSlug, record } of projects) {
    const records = byHackathon.get(hackathonSlug);
    if (records === undefined) byHackathon.set(hackathonSlug, [record]);
    else records.push(record);
  }
  for (const [slug, records] of byHackathon) {
    const given = records.flatMap((record) => record.hackathon ?? []);
    const added = await writer.mentionHackathon({
      slug,
      name:
        given.find((hackathon) => hackathon.name)?.name ??
        (slug === UNAFFILIATED.slug ? UNAFFILIATED.name : null),
      startDate: given.find((hackathon) => hackathon.startDate)?.startDate ?? null,
      projects: records,
    });
    for (const { kind, name } of added) {
      warn(
        `hackathon ${slug} was declared without the ${kind} ${JSON.stringify(name)} that projects name: added`,
      );
    }
  }
  await writer.saveProjects(projects);
}
