/** The values of one project in each column except technologies, which depend on all projects. */
import { builtWithKinds } from "../../contract/api/built-with.ts";
import type { ColumnValue } from "../../search/columns/column.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { categoryLabels } from "./category-keys.ts";
import { toolKey } from "./project-built-with.ts";
import { type ProjectColumnName, type ProjectFlag, tagKinds } from "./project-layout.ts";
import type { SettledProject } from "./settled-project.ts";

const plain = (key: string): ColumnValue => ({ key, label: key });

export function columnValues(
  project: SettledProject,
  taxonomy: Taxonomy,
): Record<Exclude<ProjectColumnName, "technologies">, ColumnValue[]> {
  const { hackathon, prize, accelerator, cluster, record } = project;
  const tags = tagKinds.map((kind) => [kind, project.tags?.[kind].map(plain) ?? []]);
  const tools = builtWithKinds.map((kind) => [
    `tools.${kind}`,
    record.builtWith?.[kind].map(({ name }) => ({ key: toolKey(name), label: name.trim() })) ?? [],
  ]);
  return {
    hackathons: [{ key: hackathon.slug, label: hackathon.name }],
    tracks: project.tracks.map(({ key, name }) => ({ key, label: name })),
    labels: project.labels.map(({ key, name }) => ({ key, label: name })),
    clusters: cluster ? [{ key: cluster.key, label: cluster.label }] : [],
    prizes: prize ? [plain(prize.type)] : [],
    placements: prize?.placement == null ? [] : [plain(String(prize.placement))],
    ...categoryValues(project, taxonomy),
    batches: accelerator ? [{ key: accelerator.batchKey, label: accelerator.batchName }] : [],
    companies: accelerator ? [companyOf(project.slug, accelerator)] : [],
    flags: flagsOf(project).map(plain),
    ...Object.fromEntries([...tags, ...tools]),
  };
}

function categoryValues({ categories }: SettledProject, taxonomy: Taxonomy) {
  const labels = categoryLabels(taxonomy);
  const value = (key: string | null | undefined) => (key ? [{ key, label: labels.get(key) ?? key }] : []);
  const main = value(categories?.primaryKey);
  return { categories: main, allCategories: [...main, ...value(categories?.secondaryKey)] };
}

/** One company may have entered with several projects; a project without a company counts as its own. */
function companyOf(slug: string, accelerator: NonNullable<SettledProject["accelerator"]>): ColumnValue {
  const company = accelerator.companySlug ?? accelerator.companyName ?? `project ${slug}`;
  return { key: JSON.stringify([accelerator.batchKey, company]), label: accelerator.batchKey };
}

function flagsOf({ award, record }: SettledProject): ProjectFlag[] {
  const flags: ProjectFlag[] = award ? [award] : [];
  if (record.isUniversityProject) flags.push("university");
  if (record.isSolanaMobile) flags.push("mobile");
  if (record.builtWith) flags.push("built_with");
  return flags;
}
