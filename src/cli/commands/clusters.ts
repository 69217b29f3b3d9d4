/** `priorart clusters [KEY]`: lists the groups of similar projects, or shows one. */
import type { Command } from "commander";
import type { Cluster } from "../../contract/api/clusters.ts";
import type { FiltersResponse, TagCount } from "../../contract/api/filters.ts";
import { ask, showHeading, showTable, showText } from "../answers.ts";
import { bars } from "../bars.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand, examples } from "../options.ts";
import { counted } from "../progress.ts";

interface ClustersOptions extends CommonOptions {
  json?: boolean;
}

export function clustersCommand(runner: Runner): Command {
  return createCommand("clusters", "list the groups of similar projects, or show one of them")
    .argument("[key]", "a cluster of the list, such as v1-c3")
    .option("--json", "print the response as JSON")
    .addHelpText("after", examples("clusters", "clusters v1-c3", "clusters v1-c3 --json"))
    .action(
      runner.action<ClustersOptions, [string | undefined]>(async (context, options, key) => {
        if (key === undefined) {
          const { clusters } = await ask(context, "getFilters", {});
          if (options.json) context.printJson({ clusters });
          else showList(context, clusters);
        } else {
          const cluster = await ask(context, "getCluster", { key });
          if (options.json) context.printJson(cluster);
          else showCluster(context, cluster);
        }
        return exitCodes.ok;
      }),
    );
}

function showList(context: CommandContext, clusters: FiltersResponse["clusters"]): void {
  if (clusters.length === 0) {
    context.note("There are no clusters in this snapshot.");
    return;
  }
  const drawn = bars(clusters.map(({ projectCount }) => projectCount));
  showTable(
    context,
    [
      { title: "Key" },
      { title: "Cluster", flexible: true },
      { title: "Projects", right: true },
      { title: "" },
    ],
    clusters.map(({ key, label, projectCount }, i) => [key, label, String(projectCount), drawn[i] ?? ""]),
  );
}

function showCluster(context: CommandContext, cluster: Cluster): void {
  const { key, label, summary, projectCount, winnerCount, representativeProjects, topTags } = cluster;
  context.print(context.colours.bold(`${label} (${key})`));
  context.print(`${counted(projectCount, "project")}, ${counted(winnerCount, "winner")}`);
  context.print("");
  showText(context, summary);
  showHeading(context, "Nearest to the centre");
  showTable(
    context,
    [{ title: "Project", flexible: true }, { title: "Award" }, { title: "What it is", flexible: true }],
    representativeProjects.map(({ name, oneLiner, isWinner }) => [
      name,
      isWinner ? "winner" : "",
      oneLiner ?? "",
    ]),
  );
  showTags(context, "Problem tags", topTags.problemTags);
  showTags(context, "Primitives", topTags.primitives);
  showTags(context, "Tech stack", topTags.techStack);
}

function showTags(context: CommandContext, title: string, tags: readonly TagCount[]): void {
  if (tags.length === 0) return;
  showHeading(context, title);
  const drawn = bars(tags.map(({ count }) => count));
  showTable(
    context,
    [{ title: "Tag", flexible: true }, { title: "Projects", right: true }, { title: "" }],
    tags.map(({ tag, count }, i) => [tag, String(count), drawn[i] ?? ""]),
  );
}
