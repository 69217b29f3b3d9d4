/** `priorart suggestions list|approve|decline` */
import { Command, Option } from "commander";
import { sourceAccesses, sourceKinds } from "../../contract/records/source-record.ts";
import type { SourceDecision, SuggestionEntry, SuggestionState } from "../../inbox/types.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { createCommand, examples, wholeNumber } from "../options.ts";
import { shortId, withReviews } from "../reviews.ts";
import { onOneLine, renderTable } from "../table.ts";

export function suggestionsCommand(runner: Runner): Command {
  return new Command("suggestions")
    .summary("review the sources that members suggest")
    .description("Review the sources that members suggest.")
    .addCommand(listCommand(runner))
    .addCommand(approveCommand(runner))
    .addCommand(declineCommand(runner));
}

interface ListOptions extends CommonOptions {
  state: SuggestionState | "all";
  limit: number;
  json?: boolean;
}

function listCommand(runner: Runner): Command {
  return createCommand("list", "list suggestions, newest first")
    .addOption(
      new Option("--state <state>", "which suggestions to list")
        .choices(["open", "approved", "declined", "all"])
        .default("open"),
    )
    .option("--limit <n>", "maximum number of suggestions", wholeNumber(1, 10_000), 50)
    .option("--json", "print as JSON")
    .addHelpText("after", examples("suggestions list", "suggestions list --state all --json"))
    .action(
      runner.action<ListOptions, []>((context, { state, limit, json }) =>
        withReviews(context, async (reviews) => {
          const wanted = state === "all" ? undefined : state;
          const page = await reviews.listSuggestions({ state: wanted, offset: 0, limit });
          const { suggestions, total } = page;
          if (json) context.printJson(page);
          else if (total === 0)
            context.print(`There are no ${state === "all" ? "" : `${state} `}suggestions.`);
          else for (const line of describe(suggestions)) context.print(line);
          if (!json && total > suggestions.length)
            context.note(`${total - suggestions.length} more: --limit ${total}`);
        }),
      ),
    );
}

function describe(suggestions: readonly SuggestionEntry[]): string[] {
  const columns = [
    { title: "Id" },
    { title: "Day" },
    { title: "State" },
    { title: "Address", flexible: true },
    { title: "Name", flexible: true },
    { title: "Reason", flexible: true },
    { title: "From", flexible: true },
  ];
  const rows = suggestions.map((suggestion) => [
    shortId(suggestion.id),
    suggestion.createdAt.slice(0, 10),
    suggestion.state,
    suggestion.url,
    suggestion.name ?? "–",
    suggestion.reason ?? "–",
    suggestion.from ?? "–",
  ]);
  return renderTable(columns, rows, process.stdout.columns ?? 160);
}

type ApproveOptions = CommonOptions & SourceDecision;

function approveCommand(runner: Runner): Command {
  return createCommand("approve", "declare the suggested source, so that its documents can be imported")
    .argument("<id>", "the suggestion's id, or the beginning of the id")
    .option("--key <key>", "key of the source (default: derived from its name)")
    .option("--label <label>", "label of the source (default: the suggested name, or the host)")
    .addOption(new Option("--kind <kind>", "kind of the source").choices(sourceKinds).default("other"))
    .addOption(
      new Option("--access <access>", "how much of its documents callers may read")
        .choices(sourceAccesses)
        .default("open"),
    )
    .option("--licence-note <text>", "licence note shown to callers")
    .addHelpText(
      "after",
      examples(
        "suggestions approve 3f2a9c1d --key slow-ledger",
        "suggestions approve 3f2a9c1d --access excerpt",
      ),
    )
    .action(
      runner.action<ApproveOptions, [string]>((context, options, id) =>
        withReviews(context, async (reviews) => {
          const { key, label, kind, access, licenceNote } = options;
          const decision = { key, label, kind, access, licenceNote };
          const { source } = await reviews.approveSuggestion(id, decision);
          context.print(`Declared the source ${source.key} (${onOneLine(source.label)}): ${source.url}`);
          context.note(
            `Import its documents with priorart import archive; each must name ${source.key} as its source.`,
          );
        }),
      ),
    );
}

interface DeclineOptions extends CommonOptions {
  reason: string;
}

function declineCommand(runner: Runner): Command {
  return createCommand("decline", "decline a suggestion, with a reason")
    .argument("<id>", "the suggestion's id, or the beginning of the id")
    .requiredOption("--reason <text>", "reason, stored with the suggestion (1 to 500 characters)")
    .addHelpText("after", examples('suggestions decline 3f2a9c1d --reason "Behind a paywall."'))
    .action(
      runner.action<DeclineOptions, [string]>((context, { reason }, id) =>
        withReviews(context, async (reviews) => {
          const { url } = await reviews.declineSuggestion(id, reason);
          context.print(`Declined ${url}.`);
        }),
      ),
    );
}
