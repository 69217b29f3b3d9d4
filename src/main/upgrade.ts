/** Whether this version can use a data directory. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { accountMigrations } from "../accounts/migrations.ts";
import { catalogMigrations } from "../catalog/tables.ts";
import type { Config } from "../config/config.ts";
import { variables } from "../config/variables.ts";
import type { ConfiguredEmbedder } from "../upgrade/check-snapshot.ts";
import { checkUpgrade } from "../upgrade/check-upgrade.ts";
import type { UpgradeReport } from "../upgrade/types.ts";
import { requireFiles } from "./database.ts";
import { version } from "./version.ts";

export async function checkUpgradeOf(config: Config): Promise<UpgradeReport> {
  requireFiles(config, "upgrade-check");
  const { dataDir } = config;
  const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return checkUpgrade({
    dataDir,
    version,
    node: { version: process.versions.node, oldest: engines.node.replace(">=", "") },
    schemas: { catalog: catalogMigrations.length, accounts: accountMigrations.length },
    embedder: configuredEmbedder(config),
    settings: { given: Object.keys(process.env), known: variables.map(({ name }) => name) },
  });
}

/** The one of the passages. */
function configuredEmbedder({ embedder }: Config): ConfiguredEmbedder {
  if (embedder.kind !== "onnx") return embedder;
  return embedder.passages === "none"
    ? { kind: "fitted" }
    : { kind: "onnx", folder: basename(embedder.path) };
}
