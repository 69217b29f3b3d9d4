/** What `sync` prints of a source that could not be read. */
import { expect, it } from "vitest";
import type { SyncReport } from "../../sync/types.ts";
import { runCommand } from "../run-command.case.ts";
import type { SyncRequest } from "../services.ts";

it.each(["no answer was received.", "no answer was received"])(
  "a failure %j ends with one full stop",
  async (message) => {
    const counts = { listed: 0, read: 0, added: 0, updated: 0, withdrawn: 0, skipped: 0, failed: 0 };
    const report = {
      source: "docs",
      outcome: "failed",
      message,
      counts,
      problems: [],
    } as unknown as SyncReport;
    const sync = async (_config: unknown, { onReport }: Pick<SyncRequest, "onReport">) => {
      onReport?.(report);
      return [report];
    };
    const { code, stdout } = await runCommand(["sync"], {}, { services: { sync: sync as never } });
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: "docs: failed: no answer was received. Its documents stay.\n",
    });
  },
);
