/** Progress of an import, as text. */
import type { ImportOptions } from "../ingest/types.ts";
import type { CommandContext } from "./context.ts";
import type { ImportKind } from "./services.ts";

/** The callback that shows an import's progress on stderr. */
export function tellImport(context: CommandContext, kind: ImportKind): Pick<ImportOptions, "onProgress"> {
  return {
    onProgress: ({ records, recordsPerSecond, secondsLeft }) =>
      context.progress.update({
        step: `Importing ${kind}`,
        done: records,
        total: null,
        rate: recordsPerSecond,
        secondsLeft,
      }),
  };
}
