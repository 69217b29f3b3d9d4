/** `priorart technologies counts|trends|co-usage|top`: the technologies of projects. */
import { Command, Option } from "commander";
import type { BuiltWithKind } from "../../contract/api/built-with.ts";
import { ask } from "../answers.ts";
import { addCohortOptions, cohortOf, technologyOptions } from "../cohort-options.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand, examples, wholeNumber } from "../options.ts";
import { showCoUsage, showCounts, showHackathons, showTop } from "./technology-tables.ts";

interface TechnologyOptions extends CommonOptions {
  kind?: BuiltWithKind;
  top?: number;
  json?: boolean;
}

const kinds = [
  "languages",
  "frameworks",
  "chains",
  "protocols",
  "services",
  "tooling",
  "standards",
] as const satisfies readonly BuiltWithKind[];

export function technologiesCommand(runner: Runner): Command {
  return new Command("technologies")
    .summary("count the technologies of projects")
    .description("Count the technologies of projects, as detected in their repositories.")
    .addCommand(countsCommand(runner))
    .addCommand(trendsCommand(runner))
    .addCommand(coUsageCommand(runner))
    .addCommand(topCommand(runner));
}

function countsCommand(runner: Runner): Command {
  return technologyCommand("counts", "count the projects that use a technology, per hackathon")
    .addHelpText("after", examples("technologies counts rust", "technologies counts react --winners-only"))
    .action(
      runner.action<TechnologyOptions, [string]>(async (context, options, name) => {
        const response = await ask(context, "countTechnology", requestOf(options, name));
        if (options.json) context.printJson(response);
        else showCounts(context, response);
        return exitCodes.ok;
      }),
    );
}

function trendsCommand(runner: Runner): Command {
  return technologyCommand("trends", "show the share of a technology from hackathon to hackathon")
    .addHelpText(
      "after",
      examples("technologies trends typescript", "technologies trends rust --hackathon meridian-2023 --json"),
    )
    .action(
      runner.action<TechnologyOptions, [string]>(async (context, options, name) => {
        const response = await ask(context, "trendTechnology", requestOf(options, name));
        if (options.json) context.printJson(response);
        else showHackathons(context, response.hackathons, ({ share }) => share);
        return exitCodes.ok;
      }),
    );
}

function coUsageCommand(runner: Runner): Command {
  return withTop(technologyCommand("co-usage", "list what is used together with a technology"))
    .addHelpText(
      "after",
      "\nShare: of the projects that use the technology. Lift: that share divided by the share in the whole cohort.\n" +
        examples("technologies co-usage rust", "technologies co-usage react --top 20"),
    )
    .action(
      runner.action<TechnologyOptions, [string]>(async (context, options, name) => {
        const request = { ...requestOf(options, name), topK: options.top };
        const response = await ask(context, "findCoUsage", request);
        if (options.json) context.printJson(response);
        else showCoUsage(context, response);
        return exitCodes.ok;
      }),
    );
}

function topCommand(runner: Runner): Command {
  const command = createCommand("top", "list the most used technologies").addOption(
    new Option("--kind <kind>", "only technologies of this kind").choices(kinds),
  );
  return withTop(addCohortOptions(command, technologyOptions))
    .option("--json", "print the response as JSON")
    .addHelpText("after", examples("technologies top", "technologies top --kind frameworks --winners-only"))
    .action(
      runner.action<TechnologyOptions, []>(async (context, options) => {
        const response = await ask(context, "listTopTechnologies", {
          cohort: cohortOf(options, technologyOptions),
          technologyCategory: options.kind,
          topK: options.top,
        });
        if (options.json) context.printJson(response);
        else showTop(context, response);
        return exitCodes.ok;
      }),
    );
}

function technologyCommand(name: string, summary: string): Command {
  const command = createCommand(name, summary)
    .argument("<name>", "name of a technology of any kind, ignoring case")
    .addOption(
      new Option("--kind <kind>", "the kind to echo in the response").choices(kinds).default("languages"),
    );
  return addCohortOptions(command, technologyOptions).option("--json", "print the response as JSON");
}

function withTop(command: Command): Command {
  return command.option("--top <n>", "rows, 1 to 50 (default: 10)", wholeNumber(1, 50));
}

function requestOf(options: TechnologyOptions, name: string) {
  return { technology: { category: options.kind, name }, cohort: cohortOf(options, technologyOptions) };
}
