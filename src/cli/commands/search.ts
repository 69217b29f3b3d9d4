/** `priorart search projects|archive QUERY`: the service's own searches. */
import { type Command, Option } from "commander";
import type { ArchiveSearchResult, SearchArchivesResponse } from "../../contract/api/archive.ts";
import type { Explanation } from "../../contract/api/explanation.ts";
import type { ProjectSearchResult } from "../../contract/api/project.ts";
import type {
  FacetDimension,
  SearchDiagnostics,
  SearchProjectsResponse,
} from "../../contract/api/search-projects.ts";
import { maxArchiveOffset, maxFacetBuckets } from "../../contract/values/bounds.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { addFilterOptions, projectOptions, projectsOf } from "../filter-options.ts";
import {
  collect,
  collectOneOf,
  createGroup,
  createResearchCommand,
  decimalNumber,
  wholeNumber,
} from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { barColumn, type Column, type Section, showAnswer } from "../output/listing.ts";
import { documentColumns, projectColumns } from "../output/record-columns.ts";
import { warnUnknown } from "../unknown-names.ts";

interface SearchOptions extends CommonOptions, FormatOptions {
  limit: number;
  offset: number;
  explain?: boolean;
}

interface ProjectOptions extends SearchOptions {
  diversify?: boolean;
  facet?: string[];
  facetTop?: number;
  diagnostics?: boolean;
}

interface ArchiveOptions extends SearchOptions {
  source?: string[];
  intent?: string;
  passagesPerDocument?: number;
  documentsPerSource?: number;
  minSimilarity?: number;
}

export function searchCommand(runner: Runner): Command {
  return createGroup("search", "search projects or the archive of documents")
    .addCommand(projectsCommand(runner))
    .addCommand(archiveCommand(runner));
}

const facetTitles: Record<FacetDimension, string> = {
  categories: "Categories",
  hackathons: "Hackathons",
  tracks: "Tracks",
  labels: "Labels",
  clusters: "Clusters",
  prizes: "Prizes",
  problemTags: "Problem tags",
  solutionTags: "Solution tags",
  primitives: "Primitives",
  techStack: "Tech stack",
};
const facets = Object.keys(facetTitles);

function projectsCommand(runner: Runner): Command {
  const command = createResearchCommand("projects", "search projects")
    .argument("[query]", "what to look for; leave it out to browse by filters", "")
    .option("--limit <n>", "results, 1 to 25", wholeNumber(1, 25), 10)
    .option("--offset <n>", "results to skip", wholeNumber(0, 1_000_000), 0)
    .option("--diversify", "spread the results across hackathons, tracks and clusters")
    .option(
      "--facet <name>",
      `also count the matches by ${facets.join(", ")} (repeatable)`,
      collectOneOf(facets),
    )
    .option(
      "--facet-top <n>",
      `rows per facet, 1 to 20, or to ${maxFacetBuckets} with categories (default: 8)`,
      wholeNumber(1, maxFacetBuckets),
    )
    .option("--diagnostics", "also print how the search was done")
    .option("--explain", "also print why each result was found");
  return withFormat(addFilterOptions(command, projectOptions))
    .examples(
      'search projects "invoices for freelancers"',
      "search projects --hackathon meridian-2023 --winners --format csv",
      'search projects "barter ledger" --facet categories --facet techStack',
    )
    .action(
      runner.research<ProjectOptions, [string]>(async (context, options, query) => {
        const request = {
          query,
          limit: options.limit,
          offset: options.offset,
          ...projectsOf(options),
          diversify: options.diversify,
          includeFacets: options.facet && true,
          facets: options.facet,
          facetTopK: options.facetTop,
          includeDiagnostics: options.diagnostics,
          explain: options.explain,
        };
        const response = await context.ask("searchProjects", request);
        const columns = options.explain ? [...projectColumns, why] : projectColumns;
        showAnswer(context, formatOf(options), {
          response,
          records: { columns, rows: response.results },
          more: facetSections(response),
        });
        tellDiagnostics(context, response.diagnostics);
        tellMore(context, response);
        return warnUnknown(context, request);
      }),
    );
}

function archiveCommand(runner: Runner): Command {
  const command = createResearchCommand("archive", "search the archive of documents")
    .argument("<query>", "what to look for, best as three to six keywords")
    .option("--source <key>", "only this source (repeatable)", collect)
    .addOption(
      new Option("--intent <intent>", "docs for precision, ideation for breadth (default: docs)").choices([
        "docs",
        "ideation",
      ]),
    )
    .option("--limit <n>", "documents, 1 to 10", wholeNumber(1, 10), 5)
    .option(
      "--offset <n>",
      `documents to skip, at most ${maxArchiveOffset}`,
      wholeNumber(0, maxArchiveOffset),
      0,
    )
    .option(
      "--passages-per-document <n>",
      "passages shown of each document, 1 to 4 (default: 2, with intent ideation 3)",
      wholeNumber(1, 4),
    )
    .option(
      "--documents-per-source <n>",
      "documents of one source, 0 to 10; 0: any number (default: 3; any number with a single --source)",
      wholeNumber(0, 10),
    )
    .option("--min-similarity <n>", "minimum similarity, 0 to 1 (default: 0.2)", decimalNumber(0, 1))
    .option("--explain", "also print why each passage was found");
  return withFormat(command)
    .examples(
      'search archive "double spending without a mint"',
      "search archive custody --source essays --format markdown",
      'search archive "session key rotation" --intent ideation --limit 10 --json',
    )
    .action(
      runner.research<ArchiveOptions, [string]>(async (context, options, query) => {
        const { source: sources, intent, limit, offset, minSimilarity, explain } = options;
        const request = {
          query,
          sources,
          intent,
          limit,
          offset,
          maxChunksPerDoc: options.passagesPerDocument,
          maxDocsPerSource: options.documentsPerSource ?? (new Set(sources).size === 1 ? 0 : undefined),
          minSimilarity,
          explain,
        };
        const response = await context.ask("searchArchives", request);
        const columns = explain ? [...documentColumns, why] : documentColumns;
        showAnswer(context, formatOf(options), { response, records: { columns, rows: response.results } });
        tellMore(context, response);
        return warnUnknown(context, request);
      }),
    );
}

const why: Column<ProjectSearchResult | ArchiveSearchResult> = {
  title: "Why",
  flexible: true,
  name: "explanation",
  value: ({ explanation }) => describeExplanation(explanation),
};

/** The channels that add most, and the words that match. */
function describeExplanation(explanation: Explanation | undefined): string {
  if (!explanation) return "";
  const channels = explanation.channels
    .filter(({ contribution }) => contribution > 0)
    .sort((a, b) => b.contribution - a.contribution)
    .slice(0, 3)
    .map(({ name, contribution }) => `${name} ${contribution.toFixed(2)}`);
  return [channels.join(", "), explanation.terms.join(" ")].filter(Boolean).join("; ");
}

function facetSections({ facets: found = {} }: SearchProjectsResponse): Section[] {
  return Object.entries(found).map(([name, rows]) => ({
    heading: facetTitles[name as FacetDimension],
    listing: {
      columns: [
        { title: "Key", value: ({ key }) => key, flexible: true },
        { title: "Name", value: ({ label }) => label, flexible: true },
        { title: "Projects", value: ({ count }) => count, right: true },
        barColumn(({ count }) => count),
      ],
      rows,
    },
  }));
}

function tellDiagnostics({ note }: CommandContext, diagnostics: SearchDiagnostics | undefined): void {
  for (const [name, value] of Object.entries(diagnostics ?? {}))
    note(`${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`);
}

function tellMore(
  { note }: CommandContext,
  { hasMore }: SearchProjectsResponse | SearchArchivesResponse,
): void {
  if (hasMore) note("There are more results: raise --limit, or continue with --offset.");
}
