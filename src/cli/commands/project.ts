/** `priorart project SLUG`: one project in full. */
import type { Command } from "commander";
import type { ProjectDetails } from "../../contract/api/project.ts";
import { builtWithKinds } from "../../contract/values/built-with-kinds.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createResearchCommand } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { awardText } from "../output/record-columns.ts";
import { type Sheet, showSheet } from "../output/sheet.ts";

export function projectCommand(runner: Runner): Command {
  return withFormat(createResearchCommand("project", "show one project in full"))
    .argument("<slug>", "slug of the project")
    .examples("project pillbox-radio", "project pillbox-radio --format markdown")
    .action(
      runner.research<CommonOptions & FormatOptions, [string]>(async (context, options, slug) => {
        showSheet(context, formatOf(options), sheetOf(await context.ask("getProject", { slug })));
        return exitCodes.ok;
      }),
    );
}

const listed = (texts: readonly string[] | undefined): string => texts?.join(", ") ?? "";

function sheetOf(project: ProjectDetails): Sheet {
  const { name, slug, hackathon, prize, tags, cluster, categories, accelerator, evidenceSummaries } = project;
  const links = Object.entries(project.links).filter(([, url]) => typeof url === "string");
  return {
    response: project,
    title: name,
    facts: [
      ["Slug", slug],
      [
        "Hackathon",
        [`${hackathon.name} (${hackathon.slug})`, hackathon.startDate.slice(0, 10)]
          .filter(Boolean)
          .join(", "),
      ],
      ["Tracks", listed(project.tracks.map(({ name: track, key }) => `${track} (${key})`))],
      ["Labels", listed(project.labels)],
      ["Award", awardText(project.award)],
      ["Prize", prize && describePrize(prize)],
      ["Accelerator", accelerator && `${accelerator.batchName} (${accelerator.batchKey})`],
      [
        "Category",
        categories &&
          listed([categories.primaryKey, ...(categories.secondaryKey ? [categories.secondaryKey] : [])]),
      ],
      ["Cluster", cluster && `${cluster.label} (${cluster.key})`],
      ["Team", describeTeam(project.team)],
      ["Problem", listed(tags?.problemTags)],
      ["Solution", listed(tags?.solutionTags)],
      ["Primitives", listed(tags?.primitives)],
      ["Tech stack", listed(tags?.techStack)],
      ["For", listed(tags?.targetUsers)],
      ...builtWithKinds.map(
        (kind) => [titleCase(kind), listed(project.builtWith?.[kind].map((tag) => tag.name))] as const,
      ),
      ...links.map(([kind, url]) => [titleCase(kind), String(url)] as const),
    ],
    texts: [
      { heading: null, text: project.oneLiner ?? "" },
      { heading: "Description", text: project.description ?? "" },
      { heading: "Repository", text: evidenceSummaries?.repoSummary?.text ?? "", markdown: true },
      { heading: "Pitch", text: evidenceSummaries?.pitchSummary?.text ?? "", markdown: true },
      { heading: "Demo", text: evidenceSummaries?.demoSummary?.text ?? "", markdown: true },
    ],
  };
}

const titleCase = (kind: string): string =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function describePrize({ name, type, placement, amount, trackName }: NonNullable<ProjectDetails["prize"]>) {
  return listed(
    [
      name ?? type,
      placement !== null && `place ${placement}`,
      amount?.toLocaleString("en-US"),
      trackName,
    ].filter((part) => typeof part === "string"),
  );
}

function describeTeam({ count, members }: ProjectDetails["team"]): string {
  const names = members.map(({ displayName, username }) => displayName ?? username ?? "").filter(Boolean);
  return names.length > 0 ? `${count}: ${listed(names)}` : String(count);
}
