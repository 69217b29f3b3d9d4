/** `priorart resources [WORDS]`: sponsors, topics and RPC providers of a hackathon. */
import { type Command, Option } from "commander";
import type { ResourceLink, ResourcesResponse } from "../../contract/api/resources.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createResearchCommand } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";

interface ResourcesOptions extends CommonOptions, FormatOptions {
  hackathon?: string;
  track?: string;
  topic?: string;
  kind?: string;
}

/** One sponsor, topic or provider. */
interface ResourceRow {
  kind: "sponsor" | "topic" | "rpc";
  id: string;
  name: string;
  track: string;
  text: string;
  links: ResourceLink[];
}

const titles = { sponsor: "Sponsors", topic: "Topics", rpc: "RPC providers" } as const;

export function resourcesCommand(runner: Runner): Command {
  const command = createResearchCommand("resources", "list the resources of a hackathon")
    .argument("[words]", "only resources with all of these words")
    .option("--hackathon <slug>", "of this hackathon (default: the current one)")
    .option("--track <id>", "only for this track, or for all tracks")
    .option("--topic <id>", "only this topic")
    .addOption(
      new Option("--kind <kind>", "only resources of this kind (default: all)").choices([
        "all",
        "sponsors",
        "topics",
        "rpc",
      ]),
    );
  return withFormat(command)
    .examples(
      "resources",
      "resources wallets --hackathon northwind-2025",
      "resources --kind rpc --format csv",
    )
    .action(
      runner.research<ResourcesOptions, [string | undefined]>(async (context, options, q) => {
        const { hackathon, track, topic, kind } = options;
        const response = await context.ask("getResources", { hackathon, track, topic, kind, q });
        const rows = rowsOf(response);
        showAnswer(context, formatOf(options), {
          response,
          lead: leadOf(response),
          records: { columns, rows },
          sections: (["sponsor", "topic", "rpc"] as const)
            .map((one) => ({
              heading: titles[one],
              listing: { columns, rows: rows.filter((row) => row.kind === one) },
            }))
            .filter(({ listing }) => listing.rows.length > 0),
        });
        if (rows.length === 0) context.note("Nothing found.");
        return exitCodes.ok;
      }),
    );
}

function leadOf({ hackathon, eventDates, source }: ResourcesResponse): string[] {
  const day = (name: string, date: string | null | undefined) =>
    date ? [`${name} ${date.slice(0, 10)}`] : [];
  const dates = [
    ...day("starts", eventDates?.startDate),
    ...day("deadline", eventDates?.submissionDeadline),
    ...day("winners", eventDates?.winnerAnnouncementDate),
  ];
  return [
    `${hackathon.name} (${hackathon.slug})${dates.length > 0 ? `: ${dates.join(", ")}` : ""}`,
    `Source: ${source.url}, ${source.fetchedAt.slice(0, 10)}${source.stale ? ", being fetched again" : ""}`,
  ];
}

function rowsOf({ sponsors, topics, rpcProviders }: ResourcesResponse): ResourceRow[] {
  return [
    ...sponsors.map((one) => ({
      kind: "sponsor" as const,
      id: one.slug,
      name: one.name,
      track: one.trackId ?? "",
      text: one.content,
      links: one.links,
    })),
    ...topics.map((one) => ({
      kind: "topic" as const,
      id: one.id,
      name: one.title,
      track: one.trackId ?? "",
      text: one.summary ?? "",
      links: one.groups.flatMap(({ links }) => links.map(({ label, url }) => ({ label, url }))),
    })),
    ...rpcProviders.map((one) => ({
      kind: "rpc" as const,
      id: "",
      name: one.name,
      track: one.trackId ?? "",
      text: [one.description, one.offer].filter(Boolean).join(" "),
      links: one.links,
    })),
  ];
}

const columns: readonly Column<ResourceRow>[] = [
  { name: "kind", value: ({ kind }) => kind },
  { title: "Id", name: "id", value: ({ id }) => id },
  { title: "Name", flexible: true, name: "name", value: ({ name }) => name },
  { title: "Track", name: "track", value: ({ track }) => track },
  { title: "What it is", flexible: true, name: "text", value: ({ text }) => text },
  {
    title: "Links",
    flexible: true,
    name: "links",
    value: ({ links }) => links.map(({ url }) => url).join(" "),
  },
];
