/** `priorart check IDEA`: who has built it, how crowded it is, what has been written, as a report. */
import { type Command, Option } from "commander";
import { checkIdea } from "../../idea-check/check-idea.ts";
import { reportOf } from "../../idea-check/report.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { addFilterOptions, projectOptions, projectsOf } from "../filter-options.ts";
import { createResearchCommand } from "../options.ts";
import { jsonOption } from "../output/format.ts";
import { warnUnknown } from "../unknown-names.ts";

interface CheckOptions extends CommonOptions {
  format: "markdown" | "json";
  json?: boolean;
}

export function checkCommand(runner: Runner): Command {
  const command = createResearchCommand("check", "check an idea against prior work, as a Markdown report")
    .argument("<idea>", "the idea, in a sentence or more, at most 500 characters")
    .addOption(
      new Option("--format <format>", "markdown, or json: the responses behind the report")
        .choices(["markdown", "json"])
        .default("markdown"),
    )
    .addOption(jsonOption());
  return addFilterOptions(command, projectOptions)
    .notes(
      "The same answers as on the page of the idea check: who has built it, how crowded it is, what set winners apart, what has been written, what it is built with.",
    )
    .examples(
      'check "an app where market vendors settle payments by text message"',
      'check "escrow for freelancers" --hackathon meridian-2023 --json',
    )
    .action(
      runner.research<CheckOptions, [string]>(async (context, options, given) => {
        const idea = given.trim();
        const projects = projectsOf(options);
        const checked = await checkIdea(context.ask, idea, projects);
        if (options.json || options.format === "json") context.printJson({ idea, ...checked });
        else {
          const { remote, publicUrl } = context.config;
          context.write(reportOf({ idea, origin: remote?.server ?? publicUrl, ...checked }));
        }
        return warnUnknown(context, projects);
      }),
    );
}
