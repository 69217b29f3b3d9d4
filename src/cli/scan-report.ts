/** Prints the result of a scan as text and tables. */
import { builtWithKinds, type RepositoryChainTag } from "../contract/api/built-with.ts";
import type { CommandContext } from "./context.ts";
import { renderTable, type TableColumn } from "./output/table.ts";
import { outputWidth } from "./output/width.ts";
import { count, counted, describeSeconds } from "./progress.ts";
import type { CodeScanned, ProjectsScanned } from "./services.ts";

const columns: TableColumn[] = [
  { title: "Kind" },
  { title: "Name", flexible: true },
  { title: "Version", flexible: true },
  { title: "Confidence", right: true },
  { title: "Evidence", flexible: true },
];
/** Maximum number of printed summary lines; the JSON has all. */
const SUMMARY_LINES = 12;

export function showCode(context: CommandContext, report: CodeScanned): void {
  const { builtWith, repoSummary } = report;
  const rows = builtWithKinds.flatMap((kind) =>
    builtWith[kind].map((tag: RepositoryChainTag, index) => [
      index === 0 ? kind : "",
      tag.network === undefined || tag.network === "unknown" ? tag.name : `${tag.name} (${tag.network})`,
      tag.version ?? "",
      tag.confidence?.toFixed(2) ?? "",
      tag.evidence ?? "",
    ]),
  );
  if (rows.length === 0) context.print("Nothing was recognised.");
  else {
    const [titles, ...lines] = renderTable(columns, rows, outputWidth());
    context.print(context.colours.bold(titles));
    for (const line of lines) context.print(line);
  }
  if (repoSummary === null) context.note("No README that describes the project.");
  else showSummary(context, repoSummary.text);
  for (const reason of report.truncated) context.note(`left out: ${reason}`);
}

function showSummary(context: CommandContext, text: string): void {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  context.print("");
  context.print(context.colours.bold("Summary"));
  for (const line of lines.slice(0, SUMMARY_LINES)) context.print(line);
  if (lines.length > SUMMARY_LINES)
    context.note(`… and ${counted(lines.length - SUMMARY_LINES, "more line")}: --json prints all.`);
}

const meanings: readonly (readonly [keyof ProjectsScanned["outcomes"], string])[] = [
  ["private", "private or gone"],
  ["unreachable", "unreachable"],
  ["timed-out", "timed out"],
  ["too-large", "too large"],
  ["not-a-repository", "whose link is not a repository"],
  ["refused", "at a refused address"],
  ["failed", "failed"],
];
const EXAMPLES = 10;

export function showProjects(context: CommandContext, report: ProjectsScanned): void {
  const { tried, outcomes, summaries, failures, seconds, doneBefore, withoutLink, left } = report;
  if (tried === 0 && !report.interrupted) context.print("Nothing to scan.");
  else {
    const others = meanings.flatMap(([outcome, words]) =>
      outcomes[outcome] ? [`${count(outcomes[outcome])} ${words}`] : [],
    );
    context.print(
      `${counted(tried, "project")} tried in ${describeSeconds(seconds)}: ${[`${count(outcomes.scanned ?? 0)} scanned (${count(summaries)} with a summary)`, ...others].join(", ")}.`,
    );
  }
  const rest = [
    doneBefore > 0 && `${counted(doneBefore, "was", "were")} scanned before`,
    withoutLink > 0 && `${counted(withoutLink, "has", "have")} no link to code`,
    left > 0 && counted(left, "remains", "remain"),
  ].filter((part) => part !== false);
  if (rest.length > 0) context.note(`Of the others, ${rest.join(", ")}.`);
  for (const { slug, repository, reason } of failures.slice(0, EXAMPLES))
    context.note(`${slug}: ${plain(repository)}: ${reason}`);
  if (failures.length > EXAMPLES)
    context.note(`… and ${count(failures.length - EXAMPLES)} more: --json lists all.`);
}

/** Links come from records: they must not move the cursor. */
const plain = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").slice(0, 200);
