/** Derived tags: against the demo's hand-assigned ones, which are hidden first; and the time to derive them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectRecord } from "../../../src/contract/records/project-record.ts";
import type { SegmentProject } from "../../../src/corpus/projects/project-input.ts";
import { loadBuilt, packageRoot } from "../product/dist.ts";
import { loadEngine } from "../product/engine.ts";
import { type TagAgreement, type TagKind, tagAgreement } from "../quality/tag-agreement.ts";

export interface TagsInput {
  /** A data directory whose projects are timed; null: none. */
  data: string | null;
}

export interface TagsResult {
  projects: number;
  /** From everything in the demo's records, tools included. */
  agreement: Record<TagKind, TagAgreement>;
  /** techStack without the recorded tools: from texts alone. */
  techStackFromTexts: TagAgreement;
  /** Deriving tags for every project of the data directory, imported tags hidden. */
  timed: { projects: number; seconds: number } | null;
}

type Derive = typeof import("../../../src/publish/tags/derive-tags.ts");

const kinds: readonly TagKind[] = ["problemTags", "solutionTags", "primitives", "techStack", "targetUsers"];
const run = { signal: undefined };

export async function measureTags({ data }: TagsInput): Promise<TagsResult> {
  const { deriveTags } = await loadBuilt<Derive>("publish/tags/derive-tags.js");
  const { analyzer } = await loadEngine();
  const records = demoRecords();
  const agree = (kind: TagKind, projects: readonly SegmentProject[]) => {
    const derived = [...deriveTags(run, projects)];
    return tagAgreement(
      records.map(({ tags }, i) => [derived[i]?.[kind] ?? [], tags?.[kind] ?? []] as const),
      analyzer.analyze,
    );
  };
  const silent = records.map(withoutTags);
  return {
    projects: records.length,
    agreement: Object.fromEntries(
      kinds.map((kind) => [kind, agree(kind, silent)]),
    ) as TagsResult["agreement"],
    techStackFromTexts: agree(
      "techStack",
      records.map((record) => withoutTags({ ...record, builtWith: null })),
    ),
    timed: data && existsSync(join(data, "catalog.db")) ? await time(deriveTags, data) : null,
  };
}

function demoRecords(): ProjectRecord[] {
  const folder = join(packageRoot, "demo/projects");
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return names.sort().flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ProjectRecord),
  );
}

function withoutTags(record: ProjectRecord): SegmentProject {
  return { slug: record.slug, hackathonSlug: "demo", createdAt: "", record: { ...record, tags: null } };
}

async function time(
  deriveTags: Derive["deriveTags"],
  data: string,
): Promise<NonNullable<TagsResult["timed"]>> {
  const { openCatalog } =
    await loadBuilt<typeof import("../../../src/catalog/catalog.ts")>("catalog/catalog.js");
  const catalog = await openCatalog(join(data, "catalog.db"));
  const projects: SegmentProject[] = [];
  for await (const page of catalog.projects())
    projects.push(...page.map(({ record }) => withoutTags(record)));
  await catalog.close();
  const started = performance.now();
  for (const _ of deriveTags(run, projects));
  return { projects: projects.length, seconds: (performance.now() - started) / 1000 };
}
