/** `priorart cluster KEY`: one group of similar projects. */
import type { Command } from "commander";
import type { Cluster } from "../../contract/api/clusters.ts";
import type { TagCount } from "../../contract/api/filters.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createResearchCommand } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { barColumn, type Column, type Section } from "../output/listing.ts";
import { showSheet } from "../output/sheet.ts";

export function clusterCommand(runner: Runner): Command {
  return withFormat(createResearchCommand("cluster", "show one group of similar projects"))
    .argument("<key>", "key of a cluster, such as v1-c3")
    .examples("cluster v1-c3", "cluster v1-c3 --json")
    .action(
      runner.research<CommonOptions & FormatOptions, [string]>(async (context, options, key) => {
        const cluster = await context.ask("getCluster", { key });
        const { label, summary, projectCount, winnerCount, representativeProjects: rows, topTags } = cluster;
        showSheet(context, formatOf(options), {
          response: cluster,
          title: label,
          facts: [
            ["Key", cluster.key],
            ["Projects", projectCount],
            ["Winners", winnerCount],
          ],
          texts: [{ heading: null, text: summary }],
          sections: [
            { heading: "Nearest to the centre", listing: { columns: projectColumns, rows } },
            tagSection("Problem tags", topTags.problemTags),
            tagSection("Primitives", topTags.primitives),
            tagSection("Tech stack", topTags.techStack),
          ],
        });
        return exitCodes.ok;
      }),
    );
}

const projectColumns: readonly Column<Cluster["representativeProjects"][number]>[] = [
  { title: "Slug", value: ({ slug }) => slug },
  { title: "Project", flexible: true, value: ({ name }) => name },
  { title: "Award", value: ({ isWinner }) => (isWinner ? "winner" : "") },
  { title: "What it is", flexible: true, value: ({ oneLiner }) => oneLiner },
];

const tagColumns: readonly Column<TagCount>[] = [
  { title: "Tag", flexible: true, value: ({ tag }) => tag },
  { title: "Projects", right: true, value: ({ count }) => count },
  barColumn(({ count }) => count),
];

const tagSection = (heading: string, rows: readonly TagCount[]): Section => ({
  heading,
  listing: { columns: tagColumns, rows },
});
