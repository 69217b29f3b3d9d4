/** `priorart suggestions list|approve|decline` */
import { type Command, Option } from "commander";
import { sourceAccesses, sourceKinds } from "../../contract/records/source-record.ts";
import type { SourceDecision, SuggestionEntry, SuggestionState } from "../../inbox/types.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { createCommand, createGroup, wholeNumber } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";
import { onOneLine } from "../output/width.ts";
import { shortId, withReviews } from "../reviews.ts";

export function suggestionsCommand(runner: Runner): Command {
  return createGroup(
    "suggestions",
    "review the sources that members suggest",
    "Review the sources that members suggest.",
  )
    .addCommand(listCommand(runner))
    .addCommand(approveCommand(runner))
    .addCommand(declineCommand(runner));
}

interface ListOptions extends CommonOptions, FormatOptions {
  state: SuggestionState | "all";
  limit: number;
}

function listCommand(runner: Runner): Command {
  return withFormat(createCommand("list", "list suggestions, newest first"))
    .addOption(
      new Option("--state <state>", "which suggestions to list")
        .choices(["open", "approved", "declined", "all"])
        .default("open"),
    )
    .option("--limit <n>", "maximum number of suggestions", wholeNumber(1, 10_000), 50)
    .examples("suggestions list", "suggestions list --state all --json")
    .action(
      runner.action<ListOptions, []>((context, { state, limit, ...options }) =>
        withReviews(context, async (reviews) => {
          const wanted = state === "all" ? undefined : state;
          const page = await reviews.listSuggestions({ state: wanted, offset: 0, limit });
          const { suggestions, total } = page;
          const format = formatOf(options);
          if (total === 0 && format === "table")
            context.print(`There are no ${state === "all" ? "" : `${state} `}suggestions.`);
          else showAnswer(context, format, { response: page, records: { columns, rows: suggestions } });
          if (format !== "json" && total > suggestions.length)
            context.note(`${total - suggestions.length} more: --limit ${Math.min(total, 10_000)}`);
        }),
      ),
    );
}

const columns: readonly Column<SuggestionEntry>[] = [
  { title: "Id", name: "id", value: ({ id }) => id, text: ({ id }) => shortId(id) },
  {
    title: "Day",
    name: "createdAt",
    value: ({ createdAt }) => createdAt,
    text: ({ createdAt }) => createdAt.slice(0, 10),
  },
  { title: "State", name: "state", value: ({ state }) => state },
  { title: "Address", flexible: true, name: "url", value: ({ url }) => url },
  { title: "Name", flexible: true, name: "name", value: ({ name }) => name, text: ({ name }) => name ?? "–" },
  {
    title: "Reason",
    flexible: true,
    name: "reason",
    value: ({ reason }) => reason,
    text: ({ reason }) => reason ?? "–",
  },
  { title: "From", flexible: true, name: "from", value: ({ from }) => from, text: ({ from }) => from ?? "–" },
];

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
    .examples(
      "suggestions approve 3f2a9c1d --key slow-ledger",
      "suggestions approve 3f2a9c1d --access excerpt",
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
    .examples('suggestions decline 3f2a9c1d --reason "Behind a paywall."')
    .action(
      runner.action<DeclineOptions, [string]>((context, { reason }, id) =>
        withReviews(context, async (reviews) => {
          const { url } = await reviews.declineSuggestion(id, reason);
          context.print(`Declined ${url}.`);
        }),
      ),
    );
}
