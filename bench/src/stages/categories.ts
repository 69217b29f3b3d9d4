/**
 * Categories: the demo's projects, whose categories are given by hand, classified with all of them hidden, and with
 * a part hidden while the rest trains the linear model; and how long classifying takes.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ProjectCategories } from "../../../src/contract/api/shared.ts";
import type { SegmentProject } from "../../../src/corpus/projects/project-input.ts";
import type { Taxonomy } from "../../../src/corpus/taxonomy/taxonomy.ts";
import { seededRandom } from "../measure/random.ts";
import { loadBuilt } from "../product/dist.ts";
import { openSnapshot } from "../product/snapshot.ts";
import { type CategoryAgreement, categoryAgreement } from "../quality/category-agreement.ts";

export interface CategoriesInput {
  /** The demo, published. */
  demo: string;
  /** A data directory whose projects are timed; null: none. */
  data: string | null;
}

export interface CategoriesResult {
  taxonomy: string;
  /** Without given categories: results of the taxonomy alone. */
  unlabelled: CategoryAgreement;
  /** 10-fold cross-validation, on average over several splits. */
  tenths: CategoryAgreement;
  /** Leave-one-hackathon-out cross-validation. */
  hackathons: CategoryAgreement;
  timed: { projects: number; seconds: number; confidence: Record<string, number> } | null;
}

type Vector = Float32Array | null;
type Modules = {
  categories: typeof import("../../../src/publish/categories/categorise-projects.ts");
  taxonomy: typeof import("../../../src/corpus/taxonomy/taxonomy.ts");
  texts: typeof import("../../../src/corpus/projects/project-texts.ts");
  catalog: typeof import("../../../src/catalog/catalog.ts");
};

interface Corpus {
  projects: SegmentProject[];
  vectors: Vector[];
  embed(texts: readonly string[]): Promise<Vector[]>;
}

const divisions = [1, 2, 3];
const run = { report: () => {}, signal: undefined } as never;

export async function measureCategories({ demo, data }: CategoriesInput): Promise<CategoriesResult> {
  const modules = await loadModules();
  const taxonomy = modules.taxonomy.loadTaxonomy();
  const corpus = await openCorpus(modules, demo);
  const { projects } = corpus;
  const given = projects.map(({ record }) => record.categories ?? null);
  /** Results for the projects of one part, whose categories are hidden. */
  const classify = (hidden: (i: number) => boolean) =>
    modules.categories.categoriseProjects(run, {
      ...corpus,
      projects: projects.map((project, i) => (hidden(i) ? withoutCategories(project) : project)),
      taxonomy,
    });
  const inParts = async (partOf: readonly (string | number)[]) => {
    const found: (ProjectCategories | null)[] = projects.map(() => null);
    for (const part of new Set(partOf))
      (await classify((i) => partOf[i] === part)).forEach((each, i) => {
        if (partOf[i] === part) found[i] = each;
      });
    return found;
  };
  const agree = (found: readonly (ProjectCategories | null)[][]) =>
    categoryAgreement(found.flatMap((each) => each.map((answer, i) => [answer, given[i] ?? null] as const)));
  const tenths: (ProjectCategories | null)[][] = [];
  for (const seed of divisions) tenths.push(await inParts(tenthsOf(projects.length, seededRandom(seed))));
  return {
    taxonomy: taxonomy.version,
    unlabelled: agree([await classify(() => true)]),
    tenths: agree(tenths),
    hackathons: agree([await inParts(projects.map(({ hackathonSlug }) => hackathonSlug))]),
    timed: data && existsSync(join(data, "catalog.db")) ? await time(modules, data, taxonomy) : null,
  };
}

async function loadModules(): Promise<Modules> {
  return {
    categories: await loadBuilt("publish/categories/categorise-projects.js"),
    taxonomy: await loadBuilt("corpus/taxonomy/taxonomy.js"),
    texts: await loadBuilt("corpus/projects/project-texts.js"),
    catalog: await loadBuilt("catalog/catalog.js"),
  };
}

/** The projects of a data directory, with vectors of its snapshot's own embedder. */
async function openCorpus({ catalog, texts }: Modules, data: string): Promise<Corpus> {
  const opened = await catalog.openCatalog(join(data, "catalog.db"));
  const projects: SegmentProject[] = [];
  for await (const batch of opened.projects()) projects.push(...batch);
  await opened.close();
  const { model } = await openSnapshot(data);
  const embed = (text: string) => model.embedText(text);
  return {
    projects,
    vectors: projects.map(({ record }) => embed(texts.projectText(record))),
    embed: async (given) => given.map(embed),
  };
}

async function time(modules: Modules, data: string, taxonomy: Taxonomy): Promise<CategoriesResult["timed"]> {
  const corpus = await openCorpus(modules, data);
  const projects = corpus.projects.map(withoutCategories);
  const started = performance.now();
  const found = await modules.categories.categoriseProjects(run, { ...corpus, projects, taxonomy });
  const seconds = (performance.now() - started) / 1000;
  const confidence: Record<string, number> = { high: 0, medium: 0, low: 0 };
  for (const each of found) if (each) confidence[each.confidence]!++;
  return { projects: projects.length, seconds, confidence };
}

function withoutCategories(project: SegmentProject): SegmentProject {
  return { ...project, record: { ...project.record, categories: null } };
}

/** Item → its tenth, after a seeded shuffle. */
function tenthsOf(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const tenth = new Array<number>(count);
  order.forEach((item, place) => {
    tenth[item] = place % 10;
  });
  return tenth;
}
