/**
 * The format of a backup: a tar file, gzip-compressed or not. Its first entry describes it, its last contains the
 * checksums of all others, so that a foreign file is recognised first and an incomplete one at the end.
 */
import { z } from "zod";

/** Grows when an older version could not restore the file. */
export const backupFormat = 1;

export const descriptionName = "backup.json";
export const checksumsName = "checksums.json";

/** Greatest size of those two, in bytes: they are read into memory. */
export const maxJsonBytes = 4 * 1024 * 1024;

/** Databases, in the order in which they are copied. */
export const databaseNames = ["accounts.db", "catalog.db"] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** Small files beside the databases. */
export const smallFileNames = ["secret", "escalation-secret", "demo.json", "demo-token"] as const;

/** Names of all files that a backup may contain: no other is ever written by a restore. Later segments of a build end in a number. */
const allowedName =
  /^(?:accounts\.db|catalog\.db|secret|escalation-secret|demo\.json|demo-token|snapshots\/(?:CURRENT|\d{6}\.json)|segments\/[a-z]+(?:-[a-z0-9]+){1,2}\.(?:seg|txt))$/;

/** Only what identifies a backup and its format; the rest depends on the format. */
export const headerSchema = z.object({ kind: z.literal("priorart-backup"), format: z.int().positive() });

export const descriptionSchema = headerSchema.extend({
  /** The program's version that wrote it. */
  version: z.string().max(100),
  /** ISO 8601, UTC. */
  createdAt: z.iso.datetime(),
  /** Schema versions of the databases. */
  schemas: z.partialRecord(z.enum(databaseNames), z.int().nonnegative()),
  /** Id of the snapshot in it; null: none. */
  snapshot: z.string().nullable(),
  files: z.array(z.object({ name: z.string().regex(allowedName), bytes: z.int().nonnegative() })).max(10_000),
});
export type BackupDescription = z.infer<typeof descriptionSchema>;

/** SHA-256, hex, by name. */
export const checksumsSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));
