/** `priorart analyze`: the distribution of a cohort's projects. */
import type { Command } from "commander";
import type { AnalyzeBucket, AnalyzeDimension, AnalyzeResponse } from "../../contract/api/analysis.ts";
import { ask, showHeading, showTable } from "../answers.ts";
import { bars, percent } from "../bars.ts";
import {
  addCohortOptions,
  cohortOf,
  cohortOptions,
  collectOneOf,
  dimensionTitles,
} from "../cohort-options.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand, examples, wholeNumber } from "../options.ts";
import { counted } from "../progress.ts";
import type { Column } from "../table.ts";

interface AnalyzeOptions extends CommonOptions {
  dimension?: string[];
  top?: number;
  samples?: number;
  json?: boolean;
}

const dimensions = Object.keys(dimensionTitles);

export function analyzeCommand(runner: Runner): Command {
  const command = createCommand(
    "analyze",
    "show how projects are distributed over categories, clusters and tags",
  ).option(
    "--dimension <name>",
    `what to count: ${dimensions.join(", ")} (repeatable; default: categories and clusters)`,
    collectOneOf(dimensions),
  );
  return addCohortOptions(command, cohortOptions)
    .option(
      "--top <n>",
      "rows per dimension, 1 to 20, or to 43 with categories (default: 10)",
      wholeNumber(1, 43),
    )
    .option("--samples <n>", "example projects per row, 0 to 5 (default: 2)", wholeNumber(0, 5))
    .option("--json", "print the response as JSON")
    .addHelpText(
      "after",
      examples(
        "analyze",
        "analyze --dimension primitives --hackathon meridian-2023 --winners-only",
        "analyze --dimension categories --top 43 --include-secondary-categories --json",
      ),
    )
    .action(
      runner.action<AnalyzeOptions, []>(async (context, options) => {
        const response = await ask(context, "analyze", {
          cohort: cohortOf(options, cohortOptions),
          dimensions: options.dimension ?? ["categories", "clusters"],
          topK: options.top,
          samplePerBucket: options.samples,
        });
        if (options.json) context.printJson(response);
        else show(context, response);
        return exitCodes.ok;
      }),
    );
}

function show(context: CommandContext, { totals, buckets, categoryCountsOverlap }: AnalyzeResponse): void {
  context.print(`${counted(totals.projects, "project")}, ${counted(totals.winners, "winner")}`);
  for (const [dimension, found] of Object.entries(buckets) as [AnalyzeDimension, AnalyzeBucket[]][]) {
    showHeading(context, dimensionTitles[dimension]);
    showBuckets(context, found);
    if (dimension === "categories" && categoryCountsOverlap)
      context.note("Second categories are counted too, so shares can add up to more than 100 %.");
  }
}

function showBuckets(context: CommandContext, buckets: readonly AnalyzeBucket[]): void {
  // The keys of tags are the tags themselves.
  const keyed = buckets.some(({ key, label }) => key !== label);
  const columns: Column[] = [
    { title: "Name", flexible: true },
    ...(keyed ? [{ title: "Key", flexible: true }] : []),
    { title: "Projects", right: true },
    { title: "Share", right: true },
    { title: "" },
    { title: "Such as", flexible: true },
  ];
  const drawn = bars(buckets.map(({ count }) => count));
  const rows = buckets.map(({ key, label, count, share, sampleProjectSlugs }, i) => [
    label,
    ...(keyed ? [key] : []),
    String(count),
    percent(share),
    drawn[i] ?? "",
    sampleProjectSlugs.join(", "),
  ]);
  showTable(context, columns, rows);
}
