/** The table of categories. */
import type { CategoryAgreement } from "../quality/category-agreement.ts";
import type { CategoriesResult } from "../stages/categories.ts";

export function categoriesPart(result: CategoriesResult | undefined): string[] {
  if (!result) return [];
  const { taxonomy, unlabelled, tenths, hackathons, timed } = result;
  return [
    "",
    "## Categories",
    "",
    `Against the categories given by hand to the demo's ${unlabelled.projects} projects (taxonomy ${taxonomy}). Main: the same`,
    "main category; either: the given main category is one of the two found; accepted: the main category found is one",
    "of the two given. By confidence: the share with the same main category, and of how many.",
    ...(timed ? [timedLine(timed)] : []),
    "",
    "| | main | either | accepted | with a second | high | medium | low |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    row("no categories given", unlabelled),
    row("tenths, three divisions", tenths),
    row("by hackathon", hackathons),
  ];
}

function timedLine({ projects, seconds, confidence }: NonNullable<CategoriesResult["timed"]>): string {
  const shares = Object.entries(confidence).map(
    ([name, count]) => `${name} ${Math.round((100 * count) / Math.max(1, projects))} %`,
  );
  return `Classifying ${projects} projects of the corpus took ${seconds.toFixed(1)} s: ${shares.join(", ")}.`;
}

function row(name: string, each: CategoryAgreement): string {
  const shares = [each.top1, each.either, each.accepted, each.second].map((share) => share.toFixed(3));
  const { high, medium, low } = each.byConfidence;
  const confident = [high, medium, low].map(({ top1, projects }) => `${top1.toFixed(2)} of ${projects}`);
  return `| ${[name, ...shares, ...confident].join(" | ")} |`;
}
