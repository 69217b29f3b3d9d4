/** For tests: the demo's projects in a separate snapshot, with a fake embedder. */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { type HackathonRecord, hackathonRecordSchema } from "../contract/records/hackathon-record.ts";
import {
  fakeEmbed,
  hackathonsOf,
  type OpenIndex,
  openIndex,
  readProjects,
  taxonomy,
} from "../corpus/projects/project-index.case.ts";
import type { ProjectSegmentInput, SegmentProject } from "../corpus/projects/project-input.ts";
import type { SegmentHackathon } from "../corpus/projects/project-layout.ts";
import type { ProjectContext } from "./context.ts";

const demo = new URL("../../demo/", import.meta.url);

export const demoProjects: readonly SegmentProject[] = readdirSync(new URL("projects/", demo))
  .sort()
  .flatMap((name) => readProjects(new URL(`projects/${name}`, demo)));

const declared: HackathonRecord[] = parse(readFileSync(new URL("hackathons.yaml", demo), "utf8")).map(
  (entry: unknown) => hackathonRecordSchema.parse(entry),
);

export const demoHackathons: readonly SegmentHackathon[] = declared.map((hackathon) => ({
  slug: hackathon.slug,
  name: hackathon.name ?? hackathon.slug,
  startDate: hackathon.startDate ?? null,
  tracks: hackathon.tracks ?? [],
  labels: hackathon.labels ?? [],
}));

export interface TestContext extends ProjectContext, Pick<OpenIndex, "index" | "dispose"> {}

export const freshness = {
  projectsSyncedAt: "2026-01-02T03:04:05.000Z",
  embeddingsVersion: "fake-64",
  archiveIngestedAt: null,
};

/** Projects in a context; the declared hackathons of the demo and those that the projects name. */
export function contextOf(
  projects: readonly SegmentProject[],
  changes: Partial<ProjectSegmentInput> = {},
): TestContext {
  const known = new Set(demoHackathons.map(({ slug }) => slug));
  const named = hackathonsOf(projects).filter(({ slug }) => !known.has(slug));
  const { index, dispose } = openIndex(projects, { hackathons: [...demoHackathons, ...named], ...changes });
  return {
    index,
    dispose,
    snapshot: {
      projects: index,
      taxonomy,
      corpusRevision: "revision-1",
      freshness,
      landscape: null,
      calibrated: (cosine) => Math.max(0, cosine),
      archiveSources: () => [{ key: "essays", label: "Essays", documentCount: 3 }],
    },
    embedQuery: async (text) => fakeEmbed(text),
  };
}
