/** `priorart compare`: the differences between two cohorts. */
import type { Command } from "commander";
import type { CompareDimension, CompareResponse, CompareRow } from "../../contract/api/analysis.ts";
import { ask, showHeading, showTable } from "../answers.ts";
import { bar, barWidth, percent, points } from "../bars.ts";
import {
  addCohortOptions,
  cohortOf,
  collectOneOf,
  comparedOptions,
  dimensionTitles,
} from "../cohort-options.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand, examples, wholeNumber } from "../options.ts";
import { counted } from "../progress.ts";
import type { Column } from "../table.ts";

interface CompareOptions extends CommonOptions {
  dimension?: string[];
  top?: number;
  json?: boolean;
}

const dimensions = Object.keys(dimensionTitles).filter((name) => name !== "categories");

export function compareCommand(runner: Runner): Command {
  const command = createCommand("compare", "show where two cohorts of projects, A and B, differ").option(
    "--dimension <name>",
    `what to compare: ${dimensions.join(", ")} (repeatable; default: clusters and primitives)`,
    collectOneOf(dimensions),
  );
  addCohortOptions(command, comparedOptions, { letter: "a", help: "cohort A" });
  addCohortOptions(command, comparedOptions, { letter: "b", help: "cohort B" });
  return addCohortOptions(command, comparedOptions)
    .option("--top <n>", "rows per dimension, 1 to 20 (default: 10)", wholeNumber(1, 20))
    .option("--json", "print the response as JSON")
    .addHelpText(
      "after",
      "\nOptions without a letter apply to both cohorts, unless one overrides them. A cohort without options is all projects." +
        "\nLift is the share in A divided by the share in B: 1 means no difference.\n" +
        examples(
          "compare --a-winners-only",
          "compare --hackathon meridian-2023 --a-winners-only --dimension techStack",
          "compare --a-hackathon meridian-2023 --b-hackathon lattice-2024 --json",
        ),
    )
    .action(
      runner.action<CompareOptions, []>(async (context, options) => {
        const response = await ask(context, "compare", {
          cohortA: sideOf(options, "a"),
          cohortB: sideOf(options, "b"),
          dimensions: options.dimension ?? ["clusters", "primitives"],
          topK: options.top,
        });
        if (options.json) context.printJson(response);
        else show(context, response);
        return exitCodes.ok;
      }),
    );
}

/** The options common to both cohorts, overridden by those of this one. */
function sideOf(options: CompareOptions, letter: string): Record<string, unknown> {
  const own = Object.entries(cohortOf(options, comparedOptions, letter));
  const given = own.filter(([, value]) => value !== undefined);
  return { ...cohortOf(options, comparedOptions), ...Object.fromEntries(given) };
}

function show(context: CommandContext, { totalsA, totalsB, results }: CompareResponse): void {
  for (const [letter, totals] of [
    ["A", totalsA],
    ["B", totalsB],
  ] as const)
    context.print(`${letter}: ${counted(totals.projects, "project")}, ${counted(totals.winners, "winner")}`);
  for (const [dimension, found] of Object.entries(results) as [CompareDimension, CompareRow[]][]) {
    showHeading(context, dimensionTitles[dimension]);
    showTable(context, columns, rows(found));
  }
}

const columns: Column[] = [
  { title: "Name", flexible: true },
  { title: "A", right: true },
  { title: "Share", right: true },
  { title: "" },
  { title: "B", right: true },
  { title: "Share", right: true },
  { title: "" },
  { title: "Lift", right: true },
  { title: "Points", right: true },
];

function rows(found: readonly CompareRow[]): string[][] {
  // One scale for both sides, so that they can be compared.
  const most = Math.max(0, ...found.flatMap(({ shareA, shareB }) => [shareA, shareB]));
  const width = Math.max(4, barWidth() >> 1);
  return found.map(({ label, countA, shareA, countB, shareB, lift, delta }) => [
    label,
    String(countA),
    percent(shareA),
    bar(shareA, most, width),
    String(countB),
    percent(shareB),
    bar(shareB, most, width),
    lift.toFixed(2),
    points(delta),
  ]);
}
