/**
 * Trains the words by which publish categorises projects, on invented texts and on real projects that were read, and
 * writes `src/publish/categories/trained-words.json`. README.md says how.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCatalog } from "../../src/catalog/catalog.ts";
import type { CatalogProject } from "../../src/catalog/types.ts";
import { loadTaxonomy } from "../../src/corpus/taxonomy/taxonomy.ts";
import type { TrainedWordsFile } from "../../src/publish/categories/trained-words.ts";
import { closenessIn } from "./closeness.ts";
import { learnFromTexts } from "./invented-texts.ts";
import { agreementOf, readingsOf } from "./readings.ts";
import { correctOnReadings } from "./real-projects.ts";

const target = new URL("../../src/publish/categories/trained-words.json", import.meta.url);
const [data] = process.argv.slice(2);
if (!data) {
  process.stderr.write(
    "usage: npx tsx tools/categories/train.ts DATA, a data directory with the projects, published\n",
  );
  process.exit(2);
}

const taxonomy = loadTaxonomy();
const { categories } = taxonomy;
const startBias: Record<string, number> = JSON.parse(
  readFileSync(new URL("bias.json", import.meta.url), "utf8"),
);
const learned = learnFromTexts(taxonomy);
const readings = readingsOf(await projectsOf(data));
const bias = categories.map(({ key }) => startBias[key] ?? 0);
const addCloseness = closenessIn(data, categories);
const corrected = correctOnReadings({ ...learned, bias }, readings, { taxonomy, addCloseness });
const { terms, rarity, weights, answers } = corrected;

const step = Number((weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127).toFixed(5));
const file: TrainedWordsFile = {
  digest: taxonomy.digest,
  bias: corrected.bias.map((each) => Number(each.toFixed(2))),
  terms,
  rarity,
  weights: Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / step))).toString("base64"),
  step,
};
writeFileSync(target, `${JSON.stringify(file)}\n`);
process.stdout.write(`${learned.texts} texts, ${readings.length} readings, ${terms.length} terms\n`);
process.stdout.write(`held out: ${agreementOf(readings, answers)}\n`);

async function projectsOf(folder: string): Promise<CatalogProject[]> {
  const catalog = await openCatalog(join(folder, "catalog.db"));
  const projects: CatalogProject[] = [];
  for await (const batch of catalog.projects()) projects.push(...batch);
  await catalog.close();
  return projects;
}
