/** For tests: projects, a run that reports nothing, and an embedder of word counts. */
import { fakeEmbed, projectOf } from "../../corpus/projects/project-index.case.ts";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import { projectText } from "../../corpus/projects/project-texts.ts";
import { loadTaxonomy, type Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import type { PublishRun } from "../types.ts";
import { type CategoriseInput, categoriseProjects } from "./categorise-projects.ts";

export const taxonomy = loadTaxonomy();

export const quietRun = { report: () => {}, signal: undefined } as unknown as PublishRun;

/** Categorises with vectors of the fake embedder by default. */
export function categorise(projects: readonly SegmentProject[], changes: Partial<CategoriseInput> = {}) {
  return categoriseProjects(quietRun, {
    projects,
    vectors: projects.map(({ record }) => fakeEmbed(projectText(record))),
    taxonomy,
    embed: async (texts) => texts.map(fakeEmbed),
    ...changes,
  });
}

/** A project with only a one-liner. */
export function described(slug: string, oneLiner: string, more: Partial<SegmentProject["record"]> = {}) {
  return projectOf({ slug, oneLiner, ...more });
}

/** The shipped taxonomy with every category under another key, as an operator's own might have it. */
export function renamed(): Taxonomy {
  const categories = taxonomy.categories.map((category) => ({ ...category, key: `own-${category.key}` }));
  return { ...taxonomy, version: "own-1", categories, digest: "own" };
}
