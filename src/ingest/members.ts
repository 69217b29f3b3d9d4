/** Imports members: profiles with their entries. */
import type { Catalog } from "../catalog/catalog.ts";
import { hashMember } from "../catalog/content-hash.ts";
import type { MemberToSave } from "../catalog/members.ts";
import {
  type EntryRecord,
  type MemberRecord,
  memberRecordSchema,
} from "../contract/records/member-record.ts";
import { cleanLine } from "./clean-text.ts";
import { toInstant } from "./dates.ts";
import { firstText } from "./first-text.ts";
import type { ImportKind, Prepared } from "./import-kind.ts";
import { runImport } from "./run.ts";
import type { ImportOptions, ImportReport } from "./types.ts";

/**
 * Imports JSON Lines or CSV, plain or gzip, `-` for standard input. Throws ImportUsageError, with nothing
 * imported, when an input or the map cannot be used; bad records are counted in the report.
 */
export function importMembers(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return runImport(catalog, memberKind, { inputs, options });
}

export const memberKind: ImportKind<typeof memberRecordSchema, MemberToSave> = {
  name: "members",
  recordKind: "member",
  keyName: "member",
  schema: memberRecordSchema,
  // One member may write a hundred rows: entries, teams and updates have their own tables.
  batch: { records: 100, bytes: 512 * 1024 },
  markdown: false,
  identify: (raw) => firstText(raw, ["email"]),
  prepare: prepareMember,
  save: (writer, members) => writer.saveMembers(members),
};

function prepareMember(given: MemberRecord): Prepared<MemberToSave> {
  const record: MemberRecord = { ...given };
  if (given.profile) record.profile = { ...given.profile, ...cleanNames(given.profile) };
  if (given.registrations !== undefined) record.registrations = [...new Set(given.registrations)];
  if (given.entries !== undefined) record.entries = given.entries.map(prepareEntry);
  const contentHash = hashMember(record);
  return { key: record.email, contentHash, value: { record, contentHash } };
}

function prepareEntry(given: EntryRecord): EntryRecord {
  const entry: EntryRecord = { ...given, name: cleanLine(given.name) };
  if (given.slug !== undefined) entry.slug = given.slug || null;
  if (given.tracks !== undefined) entry.tracks = [...new Set(given.tracks.map(cleanLine))];
  if (given.createdAt !== undefined) entry.createdAt = toInstant(given.createdAt);
  if (given.team !== undefined)
    entry.team = given.team.map((teammate) => ({ ...teammate, ...cleanNames(teammate) }));
  if (given.updates !== undefined)
    entry.updates = given.updates.map((update) => ({
      ...update,
      publishedAt: toInstant(update.publishedAt)!,
    }));
  return entry;
}

/** An empty name is treated as absent. */
function cleanNames({ displayName, username }: { displayName?: string | null; username?: string | null }) {
  return {
    ...(displayName !== undefined && { displayName: cleanLine(displayName ?? "") || null }),
    ...(username !== undefined && { username: cleanLine(username ?? "") || null }),
  };
}
