/** The writes available within one transaction on the catalog. */
import type { HackathonRecord } from "../contract/records/hackathon-record.ts";
import type { ResourcesRecord } from "../contract/records/resource-record.ts";
import type { SourceRecord } from "../contract/records/source-record.ts";
import { type Changes, writeState } from "./changes.ts";
import { documentHashes, saveDocuments } from "./documents.ts";
import { type CatalogFaq, deleteFaq, saveFaq } from "./faqs.ts";
import { declareHackathon, type HackathonMention, mentionHackathon } from "./hackathons.ts";
import { type ImportRun, saveRun } from "./import-runs.ts";
import { type MemberToSave, memberHashes, saveMembers } from "./members.ts";
import type { Outcome } from "./outcome.ts";
import { type ProjectToSave, projectHashes, saveProjects } from "./projects.ts";
import { deleteResources, saveResources } from "./resources.ts";
import { saveScan } from "./scans.ts";
import { declareSource, mentionSource } from "./sources.ts";
import type { CatalogDb, RecordKind } from "./tables.ts";
import type { CatalogDocument, CatalogScan } from "./types.ts";

/** Reads content hashes by key, for each kind of record. */
export const recordHashes = {
  project: projectHashes,
  document: documentHashes,
  member: memberHashes,
} satisfies Record<RecordKind, unknown>;

/** Valid until its transaction ends. */
export class CatalogWriter {
  readonly #db: CatalogDb;
  readonly #changes: Changes;
  /** Time of the transaction, ISO 8601 in UTC. */
  readonly now: string;

  constructor(db: CatalogDb, changes: Changes, now: string) {
    this.#db = db;
    this.#changes = changes;
    this.now = now;
  }

  declareSource(record: SourceRecord): Promise<Outcome> {
    return declareSource(this.#db, record, this.#changes);
  }

  mentionSource(key: string, label: string | null): Promise<void> {
    return mentionSource(this.#db, { key, label }, this.#changes);
  }

  declareHackathon(record: HackathonRecord): Promise<Outcome> {
    return declareHackathon(this.#db, record, this.#changes);
  }

  /** Returns the tracks and labels that a declared hackathon did not have. */
  mentionHackathon(mention: HackathonMention): Promise<{ kind: "track" | "label"; name: string }[]> {
    return mentionHackathon(this.#db, mention, this.#changes);
  }

  /** Content hashes of those of the given records that the catalog contains. */
  hashes(kind: RecordKind, keys: readonly string[]): Promise<Map<string, string>> {
    return recordHashes[kind](this.#db, keys);
  }

  /** Inserts or replaces; the hackathons must exist. */
  async saveProjects(projects: readonly ProjectToSave[]): Promise<void> {
    if (projects.length === 0) return;
    await saveProjects(this.#db, projects, this.now);
    await writeState(this.#db, "projects_imported_at", this.now);
    this.#changes.mark();
  }

  /** Inserts or replaces; the sources must exist. */
  async saveDocuments(documents: readonly CatalogDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await saveDocuments(this.#db, documents);
    await writeState(this.#db, "archive_imported_at", this.now);
    this.#changes.mark();
  }

  /** Inserts or replaces, with their entries. */
  saveMembers(members: readonly MemberToSave[]): Promise<void> {
    return saveMembers(this.#db, members, this.now);
  }

  /** Inserts or replaces. Throws an Error when the project does not exist. */
  saveScan(scan: CatalogScan): Promise<Outcome> {
    return saveScan(this.#db, scan, this.#changes);
  }

  /** Replaces the hackathon's resources; creates the hackathon when it is unknown. */
  saveResources(record: ResourcesRecord): Promise<Outcome> {
    return saveResources(this.#db, { record, now: this.now }, this.#changes);
  }

  /** False when there were none. */
  deleteResources(hackathon: string): Promise<boolean> {
    return deleteResources(this.#db, hackathon, this.#changes);
  }

  /** Inserts or replaces. */
  saveFaq(faq: CatalogFaq): Promise<Outcome> {
    return saveFaq(this.#db, faq, this.#changes);
  }

  /** `key` is `<program>/<id>`. False when there was none. */
  deleteFaq(key: string): Promise<boolean> {
    return deleteFaq(this.#db, key, this.#changes);
  }

  saveRun(run: ImportRun): Promise<void> {
    return saveRun(this.#db, run);
  }
}
