/** Members in a temporary catalog, imported like real ones. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import { type MeResponse, meResponseSchema } from "../contract/api/me.ts";
import type { HackathonRecord } from "../contract/records/hackathon-record.ts";
import type { entryRecordSchema, memberRecordSchema } from "../contract/records/member-record.ts";
import { databaseAt } from "../database/database-at.case.ts";
import { importMembers } from "../ingest/members.ts";
import { getMe } from "./get-me.ts";

export type GivenMember = z.input<typeof memberRecordSchema>;
export type GivenEntry = z.input<typeof entryRecordSchema>;

export interface MemberCatalog {
  catalog: Catalog;
  /** Current time for imports and requests. */
  clock: Date;
  declare(...hackathons: HackathonRecord[]): Promise<void>;
  /** Fails when a record is rejected. */
  save(...members: GivenMember[]): Promise<void>;
  /** The response, validated against the contract. */
  me(email: string): Promise<MeResponse>;
  close(): Promise<void>;
}

export async function openMemberCatalog(): Promise<MemberCatalog> {
  const folder = mkdtempSync(join(tmpdir(), "priorart-members-"));
  const catalog = await openCatalog(databaseAt(join(folder, "catalog.db")), { now: () => at.clock });
  let files = 0;
  const at: MemberCatalog = {
    catalog,
    clock: new Date("2025-06-01T12:00:00.000Z"),
    declare: (...hackathons) =>
      catalog.write(async (writer) => {
        for (const hackathon of hackathons) await writer.declareHackathon(hackathon);
      }),
    async save(...members) {
      const file = join(folder, `${++files}.jsonl`);
      writeFileSync(file, members.map((member) => `${JSON.stringify(member)}\n`).join(""));
      const report = await importMembers(catalog, [file], { dataDir: folder });
      if (report.rejected > 0) throw new Error(`rejected: see ${report.rejectsFile}`);
    },
    async me(email) {
      const answer = await getMe(catalog, { email, now: at.clock });
      return meResponseSchema.parse(answer);
    },
    async close() {
      await catalog.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return at;
}

export function entry(id: string, more: Partial<GivenEntry> = {}): GivenEntry {
  return { id, name: `Entry ${id}`, program: { slug: "jam" }, status: "submitted", ...more };
}
