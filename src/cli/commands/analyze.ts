/** `priorart analyze`: the distribution of a cohort's projects. */
import type { Command } from "commander";
import type { AnalyzeBucket, AnalyzeDimension, AnalyzeResponse } from "../../contract/api/analysis.ts";
import { type AnalysisOptions, addAnalysisOptions, analysisOf } from "../analysis-options.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { dimensionTitles } from "../dimensions.ts";
import { createResearchCommand } from "../options.ts";
import { percent } from "../output/bars.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Answer, barColumn, type Column, showAnswer } from "../output/listing.ts";
import { counted } from "../progress.ts";
import { warnUnknown } from "../unknown-names.ts";

export function analyzeCommand(runner: Runner): Command {
  const command = createResearchCommand(
    "analyze",
    "show how projects are distributed over categories, clusters and tags",
  );
  return withFormat(addAnalysisOptions(command))
    .examples(
      "analyze",
      "analyze --dimension primitives --hackathon meridian-2023 --winners",
      "analyze --dimension categories --top 43 --include-secondary-categories --format csv",
    )
    .action(
      runner.research<CommonOptions & FormatOptions & AnalysisOptions, []>(async (context, options) => {
        const request = analysisOf(options);
        const response = await context.ask("analyze", request);
        const format = formatOf(options);
        showAnswer(context, format, answerOf(response));
        if (response.categoryCountsOverlap && format === "table")
          context.note("Second categories are counted too, so shares can add up to more than 100 %.");
        return warnUnknown(context, request);
      }),
    );
}

type Row = AnalyzeBucket & { dimension: AnalyzeDimension };

const columns: readonly Column<Row>[] = [
  { name: "dimension", value: ({ dimension }) => dimension },
  { title: "Name", flexible: true, name: "label", value: ({ label }) => label },
  { title: "Key", flexible: true, name: "key", value: ({ key }) => key },
  { title: "Projects", right: true, name: "count", value: ({ count }) => count },
  {
    title: "Share",
    right: true,
    name: "share",
    value: ({ share }) => share,
    text: ({ share }) => percent(share),
  },
  barColumn(({ count }) => count),
  {
    title: "Such as",
    flexible: true,
    name: "sampleProjectSlugs",
    value: ({ sampleProjectSlugs }) => sampleProjectSlugs.join("; "),
    text: ({ sampleProjectSlugs }) => sampleProjectSlugs.join(", "),
  },
];

function answerOf(response: AnalyzeResponse): Answer<Row> {
  const { totals, buckets } = response;
  const found = Object.entries(buckets) as [AnalyzeDimension, AnalyzeBucket[]][];
  const rowsOf = (dimension: AnalyzeDimension, rows: readonly AnalyzeBucket[]): Row[] =>
    rows.map((row) => ({ dimension, ...row }));
  return {
    response,
    lead: [`${counted(totals.projects, "project")}, ${counted(totals.winners, "winner")}`],
    records: { columns, rows: found.flatMap(([dimension, rows]) => rowsOf(dimension, rows)) },
    sections: found.map(([dimension, buckets]) => {
      const rows = rowsOf(dimension, buckets);
      // The keys of tags are the tags themselves.
      const keyed = rows.some(({ key, label }) => key !== label);
      return {
        heading: dimensionTitles[dimension],
        listing: { columns: keyed ? columns : columns.filter(({ title }) => title !== "Key"), rows },
      };
    }),
  };
}
