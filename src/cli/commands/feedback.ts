/** `priorart feedback list|show|resolve|reopen` */
import { Command, Option } from "commander";
import { jsonText } from "../../contract/values/json-text.ts";
import type { FeedbackEntry, FeedbackState } from "../../inbox/types.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { createCommand, examples, wholeNumber } from "../options.ts";
import { shortId, withReviews } from "../reviews.ts";
import { renderTable } from "../table.ts";

export function feedbackCommand(runner: Runner): Command {
  return new Command("feedback")
    .summary("review what members say about the service")
    .description("Review what members say about the service.")
    .addCommand(listCommand(runner))
    .addCommand(showCommand(runner))
    .addCommand(settleCommand(runner, "resolved"))
    .addCommand(settleCommand(runner, "open"));
}

interface ListOptions extends CommonOptions {
  state: FeedbackState | "all";
  limit: number;
  json?: boolean;
}

function listCommand(runner: Runner): Command {
  return createCommand("list", "list feedback, newest first")
    .addOption(
      new Option("--state <state>", "which entries to list")
        .choices(["open", "resolved", "all"])
        .default("open"),
    )
    .option("--limit <n>", "maximum number of entries", wholeNumber(1, 10_000), 50)
    .option("--json", "print as JSON")
    .addHelpText("after", examples("feedback list", "feedback list --state all --json"))
    .action(
      runner.action<ListOptions, []>((context, { state, limit, json }) =>
        withReviews(context, async (reviews) => {
          const wanted = state === "all" ? undefined : state;
          const page = await reviews.listFeedback({ state: wanted, offset: 0, limit });
          const { feedback, total } = page;
          if (json) context.printJson(page);
          else if (total === 0) context.print(`There is no ${state === "all" ? "" : `${state} `}feedback.`);
          else for (const line of describe(feedback)) context.print(line);
          if (!json && total > feedback.length)
            context.note(`${total - feedback.length} more: --limit ${total}`);
        }),
      ),
    );
}

function describe(feedback: readonly FeedbackEntry[]): string[] {
  const columns = [
    { title: "Id" },
    { title: "Day" },
    { title: "Severity" },
    { title: "Category" },
    { title: "State" },
    { title: "Webhook" },
    { title: "Message", flexible: true },
    { title: "From", flexible: true },
  ];
  const rows = feedback.map((entry) => [
    shortId(entry.id),
    entry.createdAt.slice(0, 10),
    entry.severity,
    entry.category,
    entry.state,
    webhookState(entry),
    entry.message,
    entry.from ?? "–",
  ]);
  return renderTable(columns, rows, process.stdout.columns ?? 160);
}

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
    .addHelpText("after", examples("feedback show 3f2a9c1d"))
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
    .addHelpText("after", examples(`feedback ${name} 3f2a9c1d`))
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
