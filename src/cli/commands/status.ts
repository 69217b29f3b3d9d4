/** `priorart status` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";
import { counted } from "../progress.ts";
import type { Holdings } from "../services.ts";

interface StatusOptions extends CommonOptions {
  json?: boolean;
}

export function statusCommand(runner: Runner): Command {
  return createCommand("status", "show the contents of the data directory")
    .option("--json", "print as JSON")
    .examples("status", "status --json --data /srv/priorart")
    .action(
      runner.action<StatusOptions, []>(async (context, options) => {
        const holdings = await context.services.holdings(context.config);
        if (options.json)
          context.printJson(holdings ?? { dataDir: context.config.dataDir, catalog: null, snapshot: null });
        else if (holdings === null) {
          context.print(
            `${context.config.dataDir} contains no records yet: import some, or try priorart demo.`,
          );
        } else for (const line of describeHoldings(holdings)) context.print(line);
        return exitCodes.ok;
      }),
    );
}

function describeHoldings({ dataDir, catalog, imported, snapshot }: Holdings): string[] {
  return [
    `Directory  ${dataDir}`,
    `Catalog    ${counted(catalog.projects, "project")} of ${counted(catalog.hackathons, "hackathon")}, ${counted(catalog.documents, "document")} of ${counted(catalog.sources, "source")}`,
    `Imported   projects ${imported.projects ?? "never"}, archive ${imported.archive ?? "never"}`,
    snapshot === null
      ? "Snapshot   none yet: priorart publish"
      : `Snapshot   ${snapshot.id}: ${counted(snapshot.projects, "project")}, ${counted(snapshot.documents, "document")}, ${counted(snapshot.chunks, "passage")}${snapshot.isServed ? "" : " (of an earlier release: priorart publish)"}`,
  ];
}
