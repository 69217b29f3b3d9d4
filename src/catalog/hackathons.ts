/** Hackathons with their tracks and labels: declared by `import hackathons`, or created from what projects mention. */
import type { HackathonRecord } from "../contract/records/hackathon-record.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";
import { findByName, slugOf } from "../contract/values/slug.ts";
import type { Changes } from "./changes.ts";
import type { Outcome } from "./outcome.ts";
import type { CatalogDb, CatalogTables } from "./tables.ts";
import type { CatalogHackathon } from "./types.ts";

/** The hackathon of projects that name none. */
export const UNAFFILIATED = { slug: "unaffiliated", name: "No hackathon" } as const;

type TrackKind = CatalogTables["track"]["kind"];
interface Track {
  slug: string;
  name: string;
}

/** Tracks added by records come after the declared ones, by slug. */
const AFTER_DECLARED = 1_000_000;

/** All hackathons by slug, without tracks and labels. */
export async function listHackathonDates(
  db: CatalogDb,
): Promise<Omit<CatalogHackathon, "tracks" | "labels">[]> {
  const rows = await db.selectFrom("hackathon").selectAll().orderBy("slug").execute();
  return rows.map((row) => ({
    slug: row.slug,
    name: row.name ?? row.slug,
    startDate: row.start_date,
    submissionDeadline: row.submission_deadline,
    winnerAnnouncementDate: row.winner_announcement_date,
    current: row.current === 1,
  }));
}

export async function listHackathons(db: CatalogDb): Promise<CatalogHackathon[]> {
  const hackathons = await listHackathonDates(db);
  const tracks = await db
    .selectFrom("track")
    .selectAll()
    .orderBy("hackathon")
    .orderBy("position")
    .orderBy("slug")
    .execute();
  const byKey = new Map<string, Track[]>();
  for (const { kind, hackathon, slug, name } of tracks) {
    const key = `${kind} ${hackathon}`;
    byKey.set(key, [...(byKey.get(key) ?? []), { slug, name }]);
  }
  const choices = (kind: TrackKind, slug: string): Track[] => byKey.get(`${kind} ${slug}`) ?? [];
  return hackathons.map((hackathon) => ({
    ...hackathon,
    tracks: choices("track", hackathon.slug),
    labels: choices("label", hackathon.slug),
  }));
}

/**
 * Replaces the stored hackathon by a declared one. Its tracks and labels are the declared ones and those that its
 * projects name.
 */
export async function declareHackathon(
  db: CatalogDb,
  record: HackathonRecord,
  changes: Changes,
): Promise<Outcome> {
  const { slug } = record;
  const next = {
    name: record.name ?? null,
    start_date: record.startDate ?? null,
    submission_deadline: record.submissionDeadline ?? null,
    winner_announcement_date: record.winnerAnnouncementDate ?? null,
    current: record.current ? 1 : 0,
    declared: 1,
  };
  const now = await db.selectFrom("hackathon").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (now === undefined)
    await db
      .insertInto("hackathon")
      .values({ slug, ...next })
      .execute();
  const differs = now !== undefined && JSON.stringify({ ...now, ...next }) !== JSON.stringify(now);
  if (differs) await db.updateTable("hackathon").set(next).where("slug", "=", slug).execute();
  const tracks = await declareTracks(db, record);
  if (now !== undefined && !differs && !tracks) return "unchanged";
  changes.mark();
  return now === undefined ? "inserted" : "updated";
}

/** Whether the tracks or labels differ from the stored ones. */
async function declareTracks(db: CatalogDb, record: HackathonRecord): Promise<boolean> {
  const read = () =>
    db
      .selectFrom("track")
      .selectAll()
      .where("hackathon", "=", record.slug)
      .orderBy("kind")
      .orderBy("slug")
      .execute();
  const before = await read();
  await db.deleteFrom("track").where("hackathon", "=", record.slug).execute();
  for (const kind of ["track", "label"] as const) {
    const declared = (kind === "track" ? record.tracks : record.labels) ?? [];
    for (const [position, { slug, name }] of declared.entries()) {
      await db
        .insertInto("track")
        .values({ hackathon: record.slug, kind, slug, name, position })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
  const projects = await db
    .selectFrom("project")
    .select("record")
    .where("hackathon", "=", record.slug)
    .orderBy("slug")
    .execute();
  const records = projects.map((project) => JSON.parse(project.record) as ProjectRecord);
  await addNamedTracks(db, record.slug, records);
  return JSON.stringify(await read()) !== JSON.stringify(before);
}

/** What the projects of one hackathon mention about it. */
export interface HackathonMention {
  slug: string;
  name: string | null;
  startDate: string | null;
  projects: readonly ProjectRecord[];
}

/**
 * Creates a hackathon that projects mention, or fills in its unknown fields; a declared one keeps its name and date.
 * Unknown tracks and labels are added, and returned when the hackathon is declared.
 */
export async function mentionHackathon(
  db: CatalogDb,
  mention: HackathonMention,
  changes: Changes,
): Promise<{ kind: TrackKind; name: string }[]> {
  const { slug, name, startDate } = mention;
  const now = await db.selectFrom("hackathon").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (now === undefined) {
    const made = { slug, name, start_date: startDate, current: 0, declared: 0 };
    await db.insertInto("hackathon").values(made).execute();
    changes.mark();
  } else if (now.declared === 0) {
    const next = { name: now.name ?? name, start_date: now.start_date ?? startDate };
    if (next.name !== now.name || next.start_date !== now.start_date) {
      await db.updateTable("hackathon").set(next).where("slug", "=", slug).execute();
      changes.mark();
    }
  }
  const added = await addNamedTracks(db, slug, mention.projects);
  if (added.length > 0) changes.mark();
  return now?.declared === 1 ? added : [];
}

async function addNamedTracks(
  db: CatalogDb,
  hackathon: string,
  records: readonly ProjectRecord[],
): Promise<{ kind: TrackKind; name: string }[]> {
  const added: { kind: TrackKind; name: string }[] = [];
  for (const kind of ["track", "label"] as const) {
    const names = new Set(
      records.flatMap((record) => (kind === "track" ? record.tracks : record.labels) ?? []),
    );
    if (names.size === 0) continue;
    const known: Track[] = await db
      .selectFrom("track")
      .select(["slug", "name"])
      .where("hackathon", "=", hackathon)
      .where("kind", "=", kind)
      .orderBy("position")
      .orderBy("slug")
      .execute();
    for (const name of names) {
      if (findByName(known, name) !== undefined) continue;
      const track = { slug: slugOf(name), name };
      if (track.slug === "") continue;
      known.push(track);
      added.push({ kind, name });
      await db
        .insertInto("track")
        .values({ hackathon, kind, ...track, position: AFTER_DECLARED })
        .execute();
    }
  }
  return added;
}
