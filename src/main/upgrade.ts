/** Whether this version can use a data directory. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { accountMigrations } from "../accounts/migrations.ts";
import { catalogMigrations } from "../catalog/tables.ts";
import type { Config } from "../config/config.ts";
import { variables } from "../config/variables.ts";
import { checkUpgrade } from "../upgrade/check-upgrade.ts";
import type { UpgradeReport } from "../upgrade/types.ts";
import { requireFiles } from "./database.ts";
import { version } from "./version.ts";

export async function checkUpgradeOf(config: Config): Promise<UpgradeReport> {
  requireFiles(config, "upgrade-check");
  const { dataDir, embedder } = config;
  const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return checkUpgrade({
    dataDir,
    version,
    node: { version: process.versions.node, oldest: engines.node.replace(">=", "") },
    schemas: { catalog: catalogMigrations.length, accounts: accountMigrations.length },
    embedder: embedder.kind === "onnx" ? { kind: "onnx", folder: basename(embedder.path) } : embedder,
    settings: { given: Object.keys(process.env), known: variables.map(({ name }) => name) },
  });
}
