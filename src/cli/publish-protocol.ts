/** What the thread that publishes and the one that waits for it tell each other. */
import type { Config } from "../config/config.ts";
import type { PublishProgress, PublishReport } from "../publish/publish.ts";

export interface PublishTask {
  config: Config;
  refit: boolean;
  recluster: boolean;
  /** One number in shared memory: not 0 once the publish is to stop. Long sums never look at messages. */
  stop: Int32Array;
}

export type PublishMessage =
  | { kind: "progress"; progress: PublishProgress }
  | { kind: "failure"; message: string }
  | { kind: "done"; report: PublishReport }
  | { kind: "error"; error: unknown; name: string };
