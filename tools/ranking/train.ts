/**
 * Learns the weights of src/research/ranking from judged collections, and reports how each collection fares with the
 * weights learned from all, and with those learned without it.
 *
 *     npx tsx tools/ranking/train.ts collections.json
 *
 * collections.json: an array of { name, kind: "archive" | "projects", data, queries }; see collection.ts.
 */
import { readFileSync } from "node:fs";
import { rankingWeights } from "../../src/research/ranking/linear-model.ts";
import type { Collection } from "./collection.ts";
import { type Example, examplesOf, featureNames } from "./features.ts";
import { fitWeights, quality } from "./fit.ts";

const [path] = process.argv.slice(2);
if (!path) {
  process.stderr.write("usage: npx tsx tools/ranking/train.ts collections.json\n");
  process.exit(2);
}
const collections: Collection[] = JSON.parse(readFileSync(path, "utf8"));

for (const kind of ["archive", "projects"] as const) {
  const chosen = collections.filter((collection) => collection.kind === kind);
  if (chosen.length === 0) continue;
  const sets: Example[][] = [];
  for (const collection of chosen) sets.push(await examplesOf(collection));
  // Judged queries rarely name a tag, so this weight is set by hand.
  const fixed = new Map([[featureNames.indexOf("topics"), rankingWeights[kind].topics]]);
  const weights = fitWeights(sets, fixed);
  const rounded = featureNames.map((name, f) => [name, Math.round(weights[f]! * 100) / 100]);
  process.stdout.write(`"${kind}": ${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
  chosen.forEach(({ name }, i) => {
    const without = fitWeights(sets.toSpliced(i, 1), fixed);
    const figures = [weights, without].map((learned) => quality(sets[i]!, learned).toFixed(3));
    process.stdout.write(`${name}: nDCG@10 ${figures[0]}, learned without it ${figures[1]}\n`);
  });
}
