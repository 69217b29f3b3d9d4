/** `priorart remove project|document|source|member|resources|faq KEY…` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand, createGroup } from "../options.ts";
import type { RemovedKind } from "../services.ts";

interface RemoveOptions extends CommonOptions {
  json?: boolean;
}

export function removeCommand(runner: Runner): Command {
  return createGroup(
    "remove",
    "withdraw projects, documents, sources, members' records, resources or FAQs",
    "Withdraw what was imported. A running server stops showing it within a second.",
  )
    .addCommand(removeKind(runner, "project", { argument: "slug", example: "remove project ferry-notes" }))
    .addCommand(
      removeKind(runner, "document", {
        argument: "document-id",
        example: "remove document 0b0f4d1e-7c0a-4a53-9a57-0d4f4f6f2f10",
      }),
    )
    .addCommand(
      removeKind(runner, "source", {
        argument: "key",
        records: "sources with all their documents",
        example: "remove source letters",
      }),
    )
    .addCommand(
      removeKind(runner, "member", {
        argument: "e-mail",
        records: "members' profiles and entries (not their accounts)",
        example: "remove member ada@example.org",
      }),
    )
    .addCommand(
      removeKind(runner, "resources", {
        argument: "hackathon",
        records: "all resources of hackathons",
        one: "hackathon with resources named",
        example: "remove resources northwind-2025",
      }),
    )
    .addCommand(
      removeKind(runner, "faq", {
        argument: "program/id",
        records: "FAQs",
        one: "FAQ",
        example: "remove faq hackathon/team-size",
      }),
    );
}

function removeKind(
  runner: Runner,
  kind: RemovedKind,
  words: { argument: string; records?: string; one?: string; example: string },
): Command {
  const { argument, records = `${kind}s`, one = kind, example } = words;
  return createCommand(kind, `withdraw ${records}`)
    .argument(`<${argument}...>`, `${argument} of each record to withdraw`)
    .option("--json", "print the report as JSON")
    .examples(example)
    .action(
      runner.action<RemoveOptions, [string[]]>(async (context, options, keys) => {
        const removed = await context.services.remove(context.config, { kind, keys });
        const unknown = keys.filter((key) => !removed.includes(key));
        if (options.json) context.printJson({ removed, unknown });
        else if (removed.length > 0) context.print(`Withdrew ${removed.join(", ")}.`);
        for (const key of unknown) context.note(`There is no ${one} ${key}.`);
        return unknown.length > 0 ? exitCodes.partial : exitCodes.ok;
      }),
    );
}
