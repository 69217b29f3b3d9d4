/** `priorart clusters`: the groups of similar projects. */
import type { Command } from "commander";
import type { ClusterOverview } from "../../contract/api/clusters.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createResearchCommand } from "../options.ts";
import { percent } from "../output/bars.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { barColumn, type Column, showAnswer } from "../output/listing.ts";

export function clustersCommand(runner: Runner): Command {
  return withFormat(createResearchCommand("clusters", "list the groups of similar projects"))
    .examples("clusters", "clusters --format csv")
    .action(
      runner.research<CommonOptions & FormatOptions, []>(async (context, options) => {
        const response = await context.ask("listClusters", {});
        showAnswer(context, formatOf(options), { response, records: { columns, rows: response.clusters } });
        return exitCodes.ok;
      }),
    );
}

const columns: readonly Column<ClusterOverview>[] = [
  { title: "Key", name: "key", value: ({ key }) => key },
  { title: "Cluster", flexible: true, name: "label", value: ({ label }) => label },
  { title: "Projects", right: true, name: "projectCount", value: ({ projectCount }) => projectCount },
  barColumn(({ projectCount }) => projectCount),
  { title: "Winners", right: true, name: "winnerCount", value: ({ winnerCount }) => winnerCount },
  {
    title: "Share",
    right: true,
    name: "winnerShare",
    value: ({ winnerShare }) => winnerShare,
    text: ({ winnerShare }) => percent(winnerShare),
  },
  {
    title: "Closeness",
    right: true,
    name: "crowdedness",
    value: ({ crowdedness }) => crowdedness,
    text: ({ crowdedness }) => crowdedness.toFixed(2),
  },
  { name: "summary", value: ({ summary }) => summary },
];
