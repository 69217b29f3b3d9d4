/** `priorart audit` */
import type { Command } from "commander";
import type { AuditEntry } from "../../accounts/types.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand, wholeNumber } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";

interface AuditOptions extends CommonOptions, FormatOptions {
  limit: number;
  find?: string;
}

export function auditCommand(runner: Runner): Command {
  return withFormat(createCommand("audit", "list what administrators did, newest first"))
    .option("--limit <n>", "maximum number of entries", wholeNumber(1, 10_000), 50)
    .option("--find <text>", "only entries whose actor, action, target or detail contains this text")
    .examples("audit", "audit --find ada@example.org", "audit --limit 10000 --format csv")
    .notes(
      "The last 10,000 entries are kept. Queries, tokens and texts that people wrote are never recorded.",
    )
    .action(
      runner.action<AuditOptions, []>(async (context, { limit, find, ...options }) => {
        const accounts = await context.services.openAccounts(context.config);
        try {
          const page = await accounts.audit.list({ offset: 0, limit, search: find });
          const format = formatOf(options);
          if (page.total === 0 && format === "table") context.print("Nothing is recorded yet.");
          else showAnswer(context, format, { response: page, records: { columns, rows: page.entries } });
          if (format !== "json" && page.total > page.entries.length)
            context.note(`${page.total - page.entries.length} more: --limit ${Math.min(page.total, 10_000)}`);
          return exitCodes.ok;
        } finally {
          await accounts.close();
        }
      }),
    );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    title: "Time (UTC)",
    name: "at",
    value: ({ at }) => at,
    text: ({ at }) => at.slice(0, 16).replace("T", " "),
  },
  { title: "Who", flexible: true, name: "actor", value: ({ actor }) => actor },
  { title: "Where", name: "via", value: ({ via }) => via },
  { title: "Action", name: "action", value: ({ action }) => action },
  {
    title: "Of",
    flexible: true,
    name: "target",
    value: ({ target }) => target,
    text: ({ target }) => target ?? "–",
  },
  {
    title: "Detail",
    name: "detail",
    value: ({ detail }) => detail,
    text: ({ detail }) => detail ?? "",
  },
];
