/** `priorart compare`: the differences between two cohorts. */
import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import type { CompareDimension, CompareResponse, CompareRow } from "../../contract/api/analysis.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { dimensionNames, dimensionTitles } from "../dimensions.ts";
import { UsageError } from "../exit.ts";
import { addFilterOptions, comparedOptions, filtersOf } from "../filter-options.ts";
import { collectOneOf, createResearchCommand, wholeNumber } from "../options.ts";
import { bar, barWidth, percent, points } from "../output/bars.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Answer, type Column, showAnswer } from "../output/listing.ts";
import { counted } from "../progress.ts";
import { warnUnknown } from "../unknown-names.ts";

interface CompareOptions extends CommonOptions, FormatOptions {
  dimension?: string[];
  top?: number;
}

const dimensions = dimensionNames.filter((name) => name !== "categories");

export function compareCommand(runner: Runner): Command {
  const command = createResearchCommand("compare", "show where two cohorts of projects, A and B, differ")
    .option(
      "--dimension <name>",
      `what to compare: ${dimensions.join(", ")} (repeatable; default: clusters and primitives)`,
      collectOneOf(dimensions),
    )
    .option("--top <n>", "rows per dimension, 1 to 20 (default: 10)", wholeNumber(1, 20));
  addFilterOptions(command, comparedOptions);
  addFilterOptions(command, comparedOptions, { letter: "a", help: "cohort A" });
  addFilterOptions(command, comparedOptions, { letter: "b", help: "cohort B" });
  return withFormat(command)
    .notes(
      "Options without a letter apply to both cohorts, unless one overrides them. A cohort without options is all projects.",
      "Lift is the share in A divided by the share in B: 1 means no difference.",
    )
    .examples(
      "compare --a-winners",
      "compare --hackathon meridian-2023 --a-winners --dimension techStack",
      "compare --a-hackathon meridian-2023 --b-hackathon lattice-2024 --json",
    )
    .action(
      runner.research<CompareOptions, []>(async (context, options) => {
        const [cohortA, cohortB] = [sideOf(options, "a"), sideOf(options, "b")];
        if (isDeepStrictEqual(cohortA, cohortB))
          throw new UsageError(
            "cohorts A and B are the same: give an option of one of them, such as --a-winners",
          );
        const request = {
          cohortA,
          cohortB,
          dimensions: options.dimension ?? ["clusters", "primitives"],
          topK: options.top,
        };
        const response = await context.ask("compare", request);
        showAnswer(context, formatOf(options), answerOf(response));
        return warnUnknown(context, request);
      }),
    );
}

/** The options common to both cohorts, overridden by those of this one. */
function sideOf(options: CompareOptions, letter: string): Record<string, unknown> {
  const own = Object.entries(filtersOf(options, comparedOptions, letter));
  const given = own.filter(([, value]) => value !== undefined);
  return { ...filtersOf(options, comparedOptions), ...Object.fromEntries(given) };
}

type Row = CompareRow & { dimension: CompareDimension };

/** One scale for both sides, so that they can be compared. */
const shareBar = (shareOf: (row: Row) => number): Column<Row> => ({
  title: "",
  drawn: true,
  text: (row, rows) => {
    const most = Math.max(0, ...rows.flatMap(({ shareA, shareB }) => [shareA, shareB]));
    return bar(shareOf(row), most, Math.max(4, barWidth() >> 1));
  },
});
const shareColumn = (name: "shareA" | "shareB"): Column<Row> => ({
  title: "Share",
  right: true,
  name,
  value: (row) => row[name],
  text: (row) => percent(row[name]),
});

const columns: readonly Column<Row>[] = [
  { name: "dimension", value: ({ dimension }) => dimension },
  { title: "Name", flexible: true, name: "label", value: ({ label }) => label },
  { title: "Key", flexible: true, name: "key", value: ({ key }) => key },
  { title: "A", right: true, name: "countA", value: ({ countA }) => countA },
  shareColumn("shareA"),
  shareBar(({ shareA }) => shareA),
  { title: "B", right: true, name: "countB", value: ({ countB }) => countB },
  shareColumn("shareB"),
  shareBar(({ shareB }) => shareB),
  {
    title: "Lift",
    right: true,
    name: "lift",
    value: ({ lift }) => lift,
    text: ({ lift }) => lift.toFixed(2),
  },
  {
    title: "Points",
    right: true,
    name: "delta",
    value: ({ delta }) => delta,
    text: ({ delta }) => points(delta),
  },
];

function answerOf(response: CompareResponse): Answer<Row> {
  const { totalsA, totalsB } = response;
  const found = (Object.entries(response.results) as [CompareDimension, CompareRow[]][]).map(
    ([dimension, rows]) => ({ dimension, rows: rows.map((row) => ({ dimension, ...row })) }),
  );
  const lead = [
    ["A", totalsA],
    ["B", totalsB],
  ] as const;
  return {
    response,
    lead: lead.map(
      ([letter, { projects, winners }]) =>
        `${letter}: ${counted(projects, "project")}, ${counted(winners, "winner")}`,
    ),
    records: { columns, rows: found.flatMap(({ rows }) => rows) },
    sections: found.map(({ dimension, rows }) => {
      // The keys of tags are the tags themselves.
      const keyed = rows.some(({ key, label }) => key !== label);
      return {
        heading: dimensionTitles[dimension],
        listing: { columns: keyed ? columns : columns.filter(({ title }) => title !== "Key"), rows },
      };
    }),
  };
}
