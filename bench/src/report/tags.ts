/** The table of derived tags. */
import type { TagAgreement } from "../quality/tag-agreement.ts";
import type { TagsResult } from "../stages/tags.ts";

export function tagsPart(result: TagsResult | undefined): string[] {
  if (!result) return [];
  const { projects, agreement, techStackFromTexts, timed } = result;
  const rows = [
    ...Object.entries(agreement).map(([kind, each]) => row(kind, each)),
    row("techStack, from texts alone", techStackFromTexts),
  ];
  return [
    "",
    "## Derived tags",
    "",
    `Against the tags given by hand to the demo's ${projects} projects, which were hidden. Precision and recall: the same`,
    "tag after stemming; lenient: half of the shorter tag's stems in common with a tag of the same project and kind.",
    ...(timed ? [`Deriving tags for ${timed.projects} projects took ${timed.seconds.toFixed(1)} s.`] : []),
    "",
    "| | projects with any | derived | given | precision | recall | lenient precision | lenient recall |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

function row(name: string, each: TagAgreement): string {
  const shares = [each.precision, each.recall, each.lenientPrecision, each.lenientRecall];
  const cells = [name, each.covered, each.derived, each.given, ...shares.map((share) => share.toFixed(3))];
  return `| ${cells.join(" | ")} |`;
}
