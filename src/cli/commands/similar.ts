/** `priorart similar SLUG|ID`: what is nearest to one project or to one document. */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createResearchCommand, wholeNumber } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { showAnswer } from "../output/listing.ts";
import { documentColumns, projectColumns } from "../output/record-columns.ts";

interface SimilarOptions extends CommonOptions, FormatOptions {
  limit: number;
}

const documentId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function similarCommand(runner: Runner): Command {
  const command = createResearchCommand("similar", "list what is nearest to a project or to a document")
    .argument("<slug|id>", "slug of a project, or id of a document")
    // Query parameters are text.
    .option("--limit <n>", "results, 1 to 25", wholeNumber(1, 25), 10);
  return withFormat(command)
    .examples("similar pillbox-radio", "similar 0b0f4d1e-7c0a-4a53-9a57-0d4f4f6f2f10 --limit 5 --json")
    .action(
      runner.research<SimilarOptions, [string]>(async (context, options, record) => {
        const format = formatOf(options);
        const limit = String(options.limit);
        if (documentId.test(record)) {
          const response = await context.ask("similarDocuments", { documentId: record, limit });
          showAnswer(context, format, {
            response,
            records: { columns: documentColumns, rows: response.results },
          });
        } else {
          const response = await context.ask("similarProjects", { slug: record, limit });
          showAnswer(context, format, {
            response,
            records: { columns: projectColumns, rows: response.results },
          });
        }
        return exitCodes.ok;
      }),
    );
}
