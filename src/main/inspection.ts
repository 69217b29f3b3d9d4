/** Looks at sources before they are declared, in a child process: what is read cannot block or exhaust this one. */

import { rmSync } from "node:fs";
import type { Config } from "../config/config.ts";
import type { SourceInspection } from "../server/console/ports.ts";
import { processFile, runChildTask } from "./child-task.ts";
import type { InspectionResult, InspectionTask } from "./inspection-process.ts";
import { inspectingFolder } from "./temporary-folder.ts";

const TIME_LIMIT_MS = 60_000;
const DOCUMENTS = 5;

/** One at a time: others are refused and may try again. Deletes what an earlier server has left. */
export function openInspection(config: Config): SourceInspection {
  rmSync(inspectingFolder(config), { recursive: true, force: true });
  let isBusy = false;
  /** The failure in words, or the result. */
  const look = async (what: InspectionTask["look"]): Promise<InspectionResult | string> => {
    if (isBusy) return "another source is being looked at: try again in a minute";
    isBusy = true;
    try {
      return await inspect(config, what, AbortSignal.timeout(TIME_LIMIT_MS));
    } catch (error) {
      return (error as Error).name === "TimeoutError"
        ? `it did not answer within ${TIME_LIMIT_MS / 1_000} s`
        : (error as Error).message;
    } finally {
      isBusy = false;
    }
  };
  return {
    async propose(url) {
      const result = await look({ at: "address", url });
      if (typeof result === "string") return { proposals: [], failure: result };
      return { proposals: "proposals" in result ? result.proposals : [], failure: null };
    },
    async preview(connector) {
      const result = await look({ at: "connector", connector, documents: DOCUMENTS });
      if (typeof result === "string") return { documents: [], problems: [], failure: result };
      const { preview } = result as Extract<InspectionResult, { preview: unknown }>;
      return { ...preview, failure: null };
    },
  };
}

/** Throws what the process throws, and the signal's reason. */
function inspect(
  config: Config,
  look: InspectionTask["look"],
  signal: AbortSignal,
): Promise<InspectionResult> {
  const start: InspectionTask = { kind: "start", config, look };
  return runChildTask<InspectionResult, never>({
    file: processFile("inspection-process"),
    start,
    signal,
    onMessage: () => {},
    describeDeath: ({ end }) => `the process that read it ${end}`,
  });
}
