/** `priorart feedback list|show|resolve|reopen` */
import { type Command, Option } from "commander";
import { jsonText } from "../../contract/values/json-text.ts";
import type { FeedbackEntry, FeedbackState } from "../../inbox/types.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { createCommand, createGroup, wholeNumber } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";
import { shortId, withReviews } from "../reviews.ts";

export function feedbackCommand(runner: Runner): Command {
  return createGroup(
    "feedback",
    "review members' feedback on the service",
    "Review members' feedback on the service.",
  )
    .addCommand(listCommand(runner))
    .addCommand(showCommand(runner))
    .addCommand(settleCommand(runner, "resolved"))
    .addCommand(settleCommand(runner, "open"));
}

interface ListOptions extends CommonOptions, FormatOptions {
  state: FeedbackState | "all";
  limit: number;
}

function listCommand(runner: Runner): Command {
  return withFormat(createCommand("list", "list feedback, newest first"))
    .addOption(
      new Option("--state <state>", "which entries to list")
        .choices(["open", "resolved", "all"])
        .default("open"),
    )
    .option("--limit <n>", "maximum number of entries", wholeNumber(1, 10_000), 50)
    .examples("feedback list", "feedback list --state all --json")
    .action(
      runner.action<ListOptions, []>((context, { state, limit, ...options }) =>
        withReviews(context, async (reviews) => {
          const wanted = state === "all" ? undefined : state;
          const page = await reviews.listFeedback({ state: wanted, offset: 0, limit });
          const { feedback, total } = page;
          const format = formatOf(options);
          if (total === 0 && format === "table")
            context.print(`There is no ${state === "all" ? "" : `${state} `}feedback.`);
          else showAnswer(context, format, { response: page, records: { columns, rows: feedback } });
          if (format !== "json" && total > feedback.length)
            context.note(`${total - feedback.length} more: --limit ${Math.min(total, 10_000)}`);
        }),
      ),
    );
}

const columns: readonly Column<FeedbackEntry>[] = [
  { title: "Id", name: "id", value: ({ id }) => id, text: ({ id }) => shortId(id) },
  {
    title: "Day",
    name: "createdAt",
    value: ({ createdAt }) => createdAt,
    text: ({ createdAt }) => createdAt.slice(0, 10),
  },
  { title: "Severity", name: "severity", value: ({ severity }) => severity },
  { title: "Category", name: "category", value: ({ category }) => category },
  { title: "State", name: "state", value: ({ state }) => state },
  { title: "Webhook", text: (entry) => webhookState(entry) },
  { title: "Message", flexible: true, name: "message", value: ({ message }) => message },
  { title: "From", flexible: true, name: "from", value: ({ from }) => from, text: ({ from }) => from ?? "–" },
];

function webhookState({ escalation }: FeedbackEntry): string {
  if (escalation === null) return "–";
  if (escalation.deliveredAt !== null) return "delivered";
  return escalation.attempts === 0 ? "waiting" : `tried ${escalation.attempts}×`;
}

interface ShowOptions extends CommonOptions {
  json?: boolean;
}

function showCommand(runner: Runner): Command {
  return createCommand("show", "show one piece of feedback in full")
    .argument("<id>", "its id, or the beginning of the id")
    .option("--json", "print as JSON")
    .examples("feedback show 3f2a9c1d")
    .action(
      runner.action<ShowOptions, [string]>((context, { json }, id) =>
        withReviews(context, async (reviews) => {
          const entry = await reviews.findFeedback(id);
          if (json) context.printJson(entry);
          else for (const line of inFull(entry)) context.print(line);
        }),
      ),
    );
}

function inFull(entry: FeedbackEntry): string[] {
  const { escalation, context } = entry;
  const failed = escalation?.problem ? `, last error: ${escalation.problem}` : "";
  return [
    `Id:       ${entry.id}`,
    `Sent:     ${entry.createdAt}, by ${entry.from ?? "a removed member"}`,
    `Severity: ${entry.severity}`,
    `Category: ${entry.category}`,
    `State:    ${entry.state}${entry.resolvedAt === null ? "" : ` since ${entry.resolvedAt}`}`,
    ...(escalation === null ? [] : [`Webhook:  ${webhookState(entry)}${failed}`]),
    "",
    ...entry.message.split(/\r\n|[\n\r\u2028\u2029]/).map(printable),
    ...(context === null ? [] : ["", "Context:", ...jsonText(context, 2).split("\n").map(printable)]),
  ];
}

/** Control characters must not move the cursor or colour the terminal. */
const printable = (line: string): string => line.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");

function settleCommand(runner: Runner, state: FeedbackState): Command {
  const [name, summary, done] =
    state === "resolved"
      ? ["resolve", "mark feedback as resolved", "Resolved"]
      : ["reopen", "reopen resolved feedback", "Reopened"];
  return createCommand(name!, summary!)
    .argument("<id>", "its id, or the beginning of the id")
    .examples(`feedback ${name} 3f2a9c1d`)
    .action(
      runner.action<CommonOptions, [string]>((context, _options, reference) =>
        withReviews(context, async (reviews) => {
          const { id } = await (state === "resolved"
            ? reviews.resolveFeedback(reference)
            : reviews.reopenFeedback(reference));
          context.print(`${done} ${id}.`);
        }),
      ),
    );
}
