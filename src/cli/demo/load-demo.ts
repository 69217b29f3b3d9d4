/** Loads the demo corpus into a data directory. Every step is idempotent, so the next load completes a killed one. */
import type { CommandContext } from "../context.ts";
import { CommandError } from "../exit.ts";
import { tellImport } from "../import-progress.ts";
import { count } from "../progress.ts";
import { tellPublish } from "../publish-progress.ts";
import { findDemoFiles } from "./demo-files.ts";
import { contentsOf, writeDemoState } from "./demo-state.ts";

/** `other`: the directory contains something else, and was left unchanged. */
export type DemoOutcome = "loaded" | "ready" | "other";

/** Loads the demo into an empty directory, or updates a directory that contains it. */
export async function ensureDemo(context: CommandContext): Promise<DemoOutcome> {
  const { dataDir } = context.config;
  const contents = await contentsOf(dataDir);
  if (contents.kind === "other") return "other";
  const files = await findDemoFiles();
  if (contents.kind === "demo" && contents.state.complete && contents.state.digest === files.digest)
    return "ready";
  await writeDemoState(dataDir, { digest: files.digest, complete: false });
  for (const { kind, inputs } of files.imports) {
    const report = await context.services.importRecords(context.config, {
      kind,
      inputs,
      options: { signal: context.signal, resume: false, ...tellImport(context, kind) },
    });
    context.signal.throwIfAborted();
    if (report.rejected > 0) {
      throw new CommandError(
        `Rejected records of the demo's own ${kind}: ${count(report.rejected)}; see ${report.rejectsFile}`,
      );
    }
  }
  await publishDemo(context);
  await writeDemoState(dataDir, { digest: files.digest, complete: true });
  return "loaded";
}

export async function publishDemo(context: CommandContext): Promise<void> {
  await context.services.publish(context.config, { signal: context.signal, ...tellPublish(context) });
  context.progress.end();
}
