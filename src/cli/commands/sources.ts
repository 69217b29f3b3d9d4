/** `priorart sources [KEY]` */
import type { Command } from "commander";
import type { SourceStatus } from "../../sync/types.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { describeError, exitCodes, UsageError } from "../exit.ts";
import { createCommand } from "../options.ts";
import { type Format, type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";
import { count } from "../progress.ts";

type SourcesOptions = CommonOptions & FormatOptions;

/** Readings shown of one source. */
const HISTORY = 20;

export function sourcesCommand(runner: Runner): Command {
  return withFormat(createCommand("sources", "list the sources of documents, and when each was read"))
    .argument("[key]", "one source: its last readings")
    .examples("sources", "sources docs", "sources --json")
    .action(
      runner.action<SourcesOptions, [string | undefined]>(async (context, options, key) => {
        const runs = key === undefined ? 1 : HISTORY;
        const all = await context.services.listSources(context.config, { runs });
        const format = formatOf(options);
        if (key === undefined) {
          if (all.length === 0 && format === "table")
            context.print("There are no sources yet: declare some with priorart import sources.");
          else showAnswer(context, format, { response: all, records: { columns, rows: all } });
          return exitCodes.ok;
        }
        const one = all.find(({ source }) => source.key === key);
        if (one === undefined) throw new UsageError(`there is no source ${key}; priorart sources lists them`);
        if (one.runs.length === 0 && format === "table") context.print(`${key} has not been read yet.`);
        else showReadings(context, format, one);
        return exitCodes.ok;
      }),
    );
}

/** Readings, then what the newest one could not read. */
function showReadings(context: CommandContext, format: Format, one: SourceStatus): void {
  const records = { columns: runColumns, rows: one.runs };
  const [newest] = one.runs;
  const failed = newest?.problems.length ? newest : null;
  const heading = failed && `Not read on ${minute(failed.startedAt)} (UTC)`;
  const more =
    failed && format === "markdown"
      ? [{ heading: heading!, listing: { columns: problemColumns, rows: failed.problems } }]
      : [];
  showAnswer(context, format, { response: one, records, more });
  if (failed === null || format !== "table") return;
  // Lines: a table would cut the names to its width.
  context.print(`${heading}:`);
  for (const problem of failed.problems) context.print(describeProblem(problem));
  const left = failed.counts.failed - failed.problems.length;
  if (left > 0) context.print(`and ${count(left)} more`);
}

const columns: readonly Column<SourceStatus>[] = [
  { title: "Source", name: "key", value: ({ source }) => source.key },
  { title: "Label", flexible: true, name: "label", value: ({ source }) => source.label },
  {
    title: "Documents",
    right: true,
    name: "documents",
    value: ({ documents }) => documents,
    text: ({ documents }) => count(documents),
  },
  {
    title: "Languages",
    name: "languages",
    value: ({ languages }) => languages.map(({ language }) => language).join("; "),
    text: ({ languages }) =>
      languages.length === 0
        ? "–"
        : languages
            .slice(0, 3)
            .map(({ language }) => language)
            .join(", "),
  },
  {
    title: "Read from",
    name: "connector",
    value: ({ source }) => source.connector?.kind ?? null,
    text: ({ source }) => source.connector?.kind ?? "imports",
  },
  {
    title: "Last read",
    name: "readAt",
    value: ({ runs }) => runs[0]?.startedAt ?? null,
    text: ({ source, runs }) => (runs[0] ? minute(runs[0].startedAt) : source.connector ? "never" : "–"),
  },
  {
    title: "Outcome",
    name: "outcome",
    value: ({ runs }) => runs[0]?.outcome ?? null,
    text: ({ runs }) => runs[0]?.outcome ?? "–",
  },
  {
    title: "Next",
    name: "dueAt",
    value: ({ dueAt }) => dueAt,
    text: ({ dueAt }) => (dueAt === null ? "–" : minute(dueAt)),
  },
];

type Run = SourceStatus["runs"][number];

const countColumn = (title: string, name: "listed" | "added" | "updated" | "withdrawn" | "failed") => ({
  title,
  right: true,
  name,
  value: ({ counts }: Run) => counts[name],
  text: ({ counts }: Run) => count(counts[name]),
});

const runColumns: readonly Column<Run>[] = [
  {
    title: "Started",
    name: "startedAt",
    value: ({ startedAt }) => startedAt,
    text: ({ startedAt }) => minute(startedAt),
  },
  { title: "Outcome", name: "outcome", value: ({ outcome }) => outcome },
  countColumn("Listed", "listed"),
  countColumn("New", "added"),
  countColumn("Changed", "updated"),
  countColumn("Withdrawn", "withdrawn"),
  countColumn("Failed", "failed"),
  {
    title: "Message",
    flexible: true,
    name: "message",
    value: ({ message, problems }) =>
      [...(message === null ? [] : [message]), ...problems.map(describeProblem)].join("; ") || null,
    text: ({ message, problems }) => message ?? problems.slice(0, 1).map(describeProblem).join(""),
  },
];

type Problem = Run["problems"][number];

const problemColumns: readonly Column<Problem>[] = [
  { title: "Item", value: ({ item }) => item },
  { title: "Message", value: ({ message }) => describeError(message) },
];

function describeProblem({ item, message }: Problem): string {
  return `${describeError(item)}: ${describeError(message)}`;
}

/** `2026-03-04 10:30`, in UTC. */
function minute(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}
