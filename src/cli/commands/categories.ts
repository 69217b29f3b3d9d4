/** `priorart categories`: the taxonomy. */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createResearchCommand } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";

interface CategoryRow {
  key: string;
  label: string;
  /** Null for the two special keys. */
  areaKey: string | null;
  definition: string;
}

const columns: readonly Column<CategoryRow>[] = [
  { title: "Key", name: "key", value: ({ key }) => key },
  { title: "Category", flexible: true, name: "label", value: ({ label }) => label },
  { title: "Area", name: "area", value: ({ areaKey }) => areaKey },
  { title: "What belongs to it", flexible: true, name: "definition", value: ({ definition }) => definition },
];

export function categoriesCommand(runner: Runner): Command {
  return withFormat(createResearchCommand("categories", "list the categories of projects, with definitions"))
    .examples("categories", "categories --format markdown")
    .action(
      runner.research<CommonOptions & FormatOptions, []>(async (context, options) => {
        const response = await context.ask("getCategories", {});
        const { version, categories, other, insufficientInformation } = response;
        const special = [other, insufficientInformation].map((one) => ({ ...one, areaKey: null }));
        showAnswer(context, formatOf(options), {
          response,
          lead: [`Taxonomy ${version}`],
          records: { columns, rows: [...categories, ...special] },
        });
        return exitCodes.ok;
      }),
    );
}
