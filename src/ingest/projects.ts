/** Importing projects: their hackathons, tracks and labels are made when nobody declared them. */
import type { Catalog } from "../catalog/catalog.ts";
import { hashProject } from "../catalog/content-hash.ts";
import { UNAFFILIATED } from "../catalog/hackathons.ts";
import type { ProjectToSave } from "../catalog/projects.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import { type ProjectRecord, projectRecordSchema } from "../contract/records/project-record.ts";
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

const projectKind: ImportKind<typeof projectRecordSchema, ProjectToSave> = {
  name: "projects",
  recordKind: "project",
  keyName: "slug",
  schema: projectRecordSchema,
  markdown: false,
  identify: (raw) => firstText(raw, ["slug", "name"]),
  prepare: prepareProject,
  save: saveWithHackathons,
};

function prepareProject(given: ProjectRecord): Prepared<ProjectToSave> {
  const record: ProjectRecord = { ...given, name: cleanLine(given.name) };
  if (given.oneLiner !== undefined) record.oneLiner = cleanLine(given.oneLiner ?? "") || null;
  if (given.description !== undefined) record.description = given.description?.trim() || null;
  if (given.tracks !== undefined) record.tracks = distinctLines(given.tracks);
  if (given.labels !== undefined) record.labels = distinctLines(given.labels);
  if (given.createdAt !== undefined) record.createdAt = toInstant(given.createdAt);
  if (given.hackathon) record.hackathon = { ...given.hackathon, startDate: toUtc(given.hackathon.startDate) };
  const hackathonSlug = given.hackathon?.slug ?? UNAFFILIATED.slug;
  const contentHash = hashProject(record);
  return { key: record.slug, contentHash, value: { record, hackathonSlug, contentHash } };
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
