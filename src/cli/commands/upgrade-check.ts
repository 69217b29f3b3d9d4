/** `priorart upgrade-check` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";

interface UpgradeCheckOptions extends CommonOptions {
  json?: boolean;
}

const words = { ok: "ok", action: "note", failed: "FAILED" };

export function upgradeCheckCommand(runner: Runner): Command {
  return createCommand(
    "upgrade-check",
    "report whether this version can use the data directory, and what its first start will do",
  )
    .option("--json", "print as JSON")
    .examples("upgrade-check --data /srv/priorart", "upgrade-check --json")
    .notes(
      "Changes nothing; a server may run.",
      "Exit code 0: nothing to do; 1: usable, but read the notes; 3: this version cannot use it.",
    )
    .action(
      runner.action<UpgradeCheckOptions, []>(async (context, options) => {
        const report = await context.services.checkUpgrade(context.config);
        const { usable, checks, version, dataDir } = report;
        if (options.json) context.printJson(report);
        else {
          for (const { state, message } of checks) context.print(`${words[state].padEnd(8)}${message}`);
          context.print(`Version ${version} ${usable ? "can" : "cannot"} use ${dataDir}.`);
        }
        if (!usable) return exitCodes.failed;
        return checks.every(({ state }) => state === "ok") ? exitCodes.ok : exitCodes.partial;
      }),
    );
}
