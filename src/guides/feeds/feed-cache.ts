/** The last good response of each feed, in the data directory, for restarts and failing feeds. */
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type ResourcesContent, resourcesContentSchema } from "../../contract/records/resource-record.ts";

export interface FeedCopy {
  /** URL of the feed. */
  url: string;
  /** When the fetch began, ISO 8601 in UTC. */
  fetchedAt: string;
  content: ResourcesContent;
}

const copySchema = z.object({
  url: z.string(),
  fetchedAt: z.iso.datetime(),
  content: resourcesContentSchema,
});

const fileOf = (folder: string, hackathon: string): string => join(folder, `${hackathon}.json`);

/** Null when there is no copy from this URL, or the file is damaged. */
export async function readCopy(
  folder: string,
  { hackathon, url }: { hackathon: string; url: string },
): Promise<FeedCopy | null> {
  try {
    const parsed = copySchema.safeParse(JSON.parse(await readFile(fileOf(folder, hackathon), "utf8")));
    return parsed.success && parsed.data.url === url ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Replaces the copy atomically. Throws file system errors. */
export async function writeCopy(folder: string, hackathon: string, copy: FeedCopy): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = fileOf(folder, hackathon);
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(JSON.stringify(copy));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
