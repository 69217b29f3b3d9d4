/** `priorart technologies counts|trends|co-usage|top`: the technologies of projects. */
import { type Command, Option } from "commander";
import type { BuiltWithKind } from "../../contract/api/built-with.ts";
import type { TechnologyTotals } from "../../contract/api/technologies.ts";
import { builtWithKinds } from "../../contract/values/built-with-kinds.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { addFilterOptions, filtersOf, technologyOptions } from "../filter-options.ts";
import { createGroup, createResearchCommand, type ProgramCommand, wholeNumber } from "../options.ts";
import { percent } from "../output/bars.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { showAnswer } from "../output/listing.ts";
import { counted } from "../progress.ts";
import { warnUnknown, warnUnknownTechnology } from "../unknown-names.ts";
import { coUsageColumns, countColumns, topColumns, trendColumns } from "./technology-columns.ts";

interface TechnologyOptions extends CommonOptions, FormatOptions {
  kind?: BuiltWithKind;
  top?: number;
}

export function technologiesCommand(runner: Runner): Command {
  return createGroup(
    "technologies",
    "count the technologies of projects",
    "Count the technologies of projects, as detected in their repositories.",
  )
    .addCommand(countsCommand(runner))
    .addCommand(trendsCommand(runner))
    .addCommand(coUsageCommand(runner))
    .addCommand(topCommand(runner));
}

function countsCommand(runner: Runner): Command {
  return technologyCommand("counts", "count the projects that use a technology, per hackathon")
    .examples("technologies counts rust", "technologies counts react --winners")
    .action(
      runner.research<TechnologyOptions, [string]>(async (context, options, name) => {
        const request = requestOf(options, name);
        const response = await context.ask("countTechnology", request);
        showAnswer(context, formatOf(options), {
          response,
          lead: [describeTotals(response.technology.name, response.totals)],
          records: { columns: countColumns, rows: response.hackathons },
        });
        return warn(context, request, response.totals.count);
      }),
    );
}

function trendsCommand(runner: Runner): Command {
  return technologyCommand("trends", "show the share of a technology from hackathon to hackathon")
    .examples("technologies trends typescript", "technologies trends rust --hackathon meridian-2023 --json")
    .action(
      runner.research<TechnologyOptions, [string]>(async (context, options, name) => {
        const request = requestOf(options, name);
        const response = await context.ask("trendTechnology", request);
        const { hackathons: rows } = response;
        showAnswer(context, formatOf(options), { response, records: { columns: trendColumns, rows } });
        return warn(
          context,
          request,
          rows.reduce((sum, { count }) => sum + count, 0),
        );
      }),
    );
}

function coUsageCommand(runner: Runner): Command {
  return withTop(technologyCommand("co-usage", "list what is used together with a technology"))
    .notes(
      "Share: of the projects that use the technology. Lift: that share divided by the share in the whole cohort.",
    )
    .examples("technologies co-usage rust", "technologies co-usage react --top 20")
    .action(
      runner.research<TechnologyOptions, [string]>(async (context, options, name) => {
        const request = { ...requestOf(options, name), topK: options.top };
        const response = await context.ask("findCoUsage", request);
        showAnswer(context, formatOf(options), {
          response,
          lead: [describeTotals(response.technology.name, response.totals)],
          records: { columns: coUsageColumns, rows: response.results },
        });
        return warn(context, request, response.totals.count);
      }),
    );
}

function topCommand(runner: Runner): Command {
  const command = createResearchCommand("top", "list the most used technologies").addOption(
    new Option("--kind <kind>", "only technologies of this kind").choices(builtWithKinds),
  );
  return withFormat(withTop(addFilterOptions(command, technologyOptions)))
    .examples("technologies top", "technologies top --kind frameworks --winners")
    .action(
      runner.research<TechnologyOptions, []>(async (context, options) => {
        const request = {
          cohort: filtersOf(options, technologyOptions),
          technologyCategory: options.kind,
          topK: options.top,
        };
        const response = await context.ask("listTopTechnologies", request);
        const { projects, projectsWithRepositoryTags } = response.totals;
        showAnswer(context, formatOf(options), {
          response,
          lead: [`${counted(projects, "project")}; the tools of ${projectsWithRepositoryTags} are known`],
          records: { columns: topColumns, rows: response.results },
        });
        return warnUnknown(context, request);
      }),
    );
}

function technologyCommand(name: string, summary: string): ProgramCommand {
  const command = createResearchCommand(name, summary)
    .argument("<name>", "name of a technology of any kind, ignoring case")
    .addOption(
      new Option("--kind <kind>", "the kind to echo in the response")
        .choices(builtWithKinds)
        .default("languages"),
    );
  return withFormat(addFilterOptions(command, technologyOptions));
}

function withTop(command: ProgramCommand): ProgramCommand {
  return command.option("--top <n>", "rows, 1 to 50 (default: 10)", wholeNumber(1, 50));
}

const requestOf = (options: TechnologyOptions, name: string) => ({
  technology: { category: options.kind ?? "languages", name },
  cohort: filtersOf(options, technologyOptions),
});

function describeTotals(name: string, totals: TechnologyTotals): string {
  const { projects, projectsWithRepositoryTags, count, share } = totals;
  return (
    `${name}: ${count} of ${counted(projects, "project")} (${percent(share)}); ` +
    `the tools of ${projectsWithRepositoryTags} are known`
  );
}

/** A technology without projects may be misspelt, or not be in the cohort. */
async function warn(
  context: CommandContext,
  request: ReturnType<typeof requestOf>,
  count: number,
): Promise<ExitCode> {
  const names = await warnUnknown(context, request);
  const technology = count === 0 ? await warnUnknownTechnology(context, request.technology) : exitCodes.ok;
  return names === exitCodes.ok ? technology : names;
}
