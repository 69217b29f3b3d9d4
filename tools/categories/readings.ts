/** The categories that readers gave to real projects: `readings.tsv`. */
import { readFileSync } from "node:fs";
import type { ProjectCategories } from "../../src/contract/api/shared.ts";
import type { ProjectRecord } from "../../src/contract/records/project-record.ts";
import { Digest } from "../../src/digest/digest.ts";

export interface Reading {
  record: ProjectRecord;
  /** Keys of categories: the best one first, then those that fit as well. */
  categories: string[];
  /** No weight is fitted to it. */
  held: boolean;
}

/** Of those of the projects that were read, in their order. */
export function readingsOf(projects: readonly { slug: string; record: ProjectRecord }[]): Reading[] {
  const lines = readFileSync(new URL("readings.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const byDigest = new Map(
    lines.map((line) => {
      const [digest, keys, held] = line.split("\t");
      return [digest!, { categories: keys!.split(","), held: held === "held" }];
    }),
  );
  return projects.flatMap(({ slug, record }) => {
    const reading = byDigest.get(new Digest().add(slug).short());
    return reading ? [{ record, ...reading }] : [];
  });
}

/** How often answers agree with the readings that were held out, in words. */
export function agreementOf(readings: readonly Reading[], answers: readonly ProjectCategories[]): string {
  const held = readings.flatMap((reading, i) => (reading.held ? [{ reading, answer: answers[i]! }] : []));
  const share = (among: typeof held, keysOf: (answer: ProjectCategories) => (string | null)[]) =>
    `${among.filter(({ reading, answer }) => keysOf(answer).some((key) => key && reading.categories.includes(key))).length} of ${among.length}`;
  const main = ({ primaryKey }: ProjectCategories) => [primaryKey];
  const levels = (["high", "medium", "low"] as const).map((level) => {
    const among = held.filter(({ answer }) => answer.confidence === level);
    return `${level} ${share(among, main)}`;
  });
  const either = share(held, ({ primaryKey, secondaryKey }) => [primaryKey, secondaryKey]);
  return `main ${share(held, main)}, main or second ${either}; ${levels.join(", ")}`;
}
