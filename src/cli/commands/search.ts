/** `priorart search projects|archive QUERY`: the service's own searches, in this process. */
import { Command } from "commander";
import type { SearchArchivesResponse } from "../../contract/api/archive.ts";
import type { SearchProjectsResponse } from "../../contract/api/search-projects.ts";
import { ask, showTable } from "../answers.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { collect, createCommand, examples, wholeNumber } from "../options.ts";
import type { Column } from "../table.ts";

interface SearchOptions extends CommonOptions {
  limit: number;
  offset: number;
  json?: boolean;
}

interface ProjectOptions extends SearchOptions {
  hackathon?: string[];
  track?: string[];
  label?: string[];
  category?: string[];
  winners?: boolean;
  accelerator?: boolean;
}

interface ArchiveOptions extends SearchOptions {
  source?: string[];
  intent?: string;
}

export function searchCommand(runner: Runner): Command {
  return new Command("search")
    .summary("search the current snapshot from the command line")
    .description("Search the current snapshot from the command line. No server is needed.")
    .addCommand(projectsCommand(runner))
    .addCommand(archiveCommand(runner));
}

function projectsCommand(runner: Runner): Command {
  return createCommand("projects", "search projects")
    .argument("[query]", "what to look for; leave it out to browse by filters", "")
    .option("--hackathon <slug>", "only this hackathon (repeatable)", collect)
    .option("--track <key>", "only this track, <hackathon>/<track> (repeatable)", collect)
    .option("--label <key>", "only this label, label:<hackathon>/<label> (repeatable)", collect)
    .option("--category <key>", "only this category (repeatable)", collect)
    .option("--winners", "only winners")
    .option("--accelerator", "only projects that joined an accelerator")
    .option("--limit <n>", "results, 1 to 25", wholeNumber(1, 25), 10)
    .option("--offset <n>", "results to skip", wholeNumber(0, 1_000_000), 0)
    .option("--json", "print the response as JSON")
    .addHelpText(
      "after",
      examples(
        'search projects "invoices for freelancers"',
        "search projects --hackathon meridian-2023 --winners --json",
      ),
    )
    .action(
      runner.action<ProjectOptions, [string]>(async (context, options, query) => {
        const request = {
          query,
          limit: options.limit,
          offset: options.offset,
          hackathons: options.hackathon,
          trackKeys: options.track,
          labelKeys: options.label,
          filters: {
            categoryKeys: options.category,
            winnersOnly: options.winners,
            acceleratorOnly: options.accelerator,
          },
        };
        const response = await ask(context, "searchProjects", request);
        if (options.json) context.printJson(response);
        else showProjects(context, response);
        return exitCodes.ok;
      }),
    );
}

function archiveCommand(runner: Runner): Command {
  return createCommand("archive", "search the archive of documents")
    .argument("<query>", "what to look for, best as three to six keywords")
    .option("--source <key>", "only this source (repeatable)", collect)
    .option("--intent <intent>", "docs for precision, ideation for breadth")
    .option("--limit <n>", "documents, 1 to 10", wholeNumber(1, 10), 5)
    .option("--offset <n>", "documents to skip, at most 50", wholeNumber(0, 50), 0)
    .option("--json", "print the response as JSON")
    .addHelpText(
      "after",
      examples('search archive "double spending without a mint"', "search archive custody --source essays"),
    )
    .action(
      runner.action<ArchiveOptions, [string]>(async (context, options, query) => {
        const { source: sources, intent, limit, offset } = options;
        const request = { query, sources, intent, limit, offset };
        const response = await ask(context, "searchArchives", request);
        if (options.json) context.printJson(response);
        else showDocuments(context, response);
        return exitCodes.ok;
      }),
    );
}

const projectColumns: Column[] = [
  { title: "Score", right: true },
  { title: "Project", flexible: true },
  { title: "Hackathon", flexible: true },
  { title: "Award" },
  { title: "What it is", flexible: true },
];

function showProjects(context: CommandContext, response: SearchProjectsResponse): void {
  showTable(
    context,
    projectColumns,
    response.results.map((result) => [
      result.similarity.toFixed(3),
      result.name,
      result.hackathon.name,
      result.award === "honorable_mention" ? "mention" : (result.award ?? ""),
      result.oneLiner ?? result.evidence[0] ?? "",
    ]),
  );
  if (response.hasMore) context.note("There are more results: raise --limit, or continue with --offset.");
}

const documentColumns: Column[] = [
  { title: "Score", right: true },
  { title: "Source" },
  { title: "Title", flexible: true },
  { title: "Passage", flexible: true },
];

function showDocuments(context: CommandContext, response: SearchArchivesResponse): void {
  showTable(
    context,
    documentColumns,
    response.results.map((result) => [
      result.similarity.toFixed(3),
      result.source,
      result.title,
      result.snippet,
    ]),
  );
  if (response.hasMore) context.note("There are more results: raise --limit, or continue with --offset.");
}
