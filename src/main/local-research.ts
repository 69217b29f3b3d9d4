/** Research in a data directory, in this process: the snapshot, and the guides of hackathons. */
import type { Research } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import type { ExportPart, ExportRow } from "../contract/api/exports.ts";
import {
  isSnapshotOperation,
  type OperationId,
  type OperationOutput,
  operations,
} from "../contract/api/operations.ts";
import { parseInput } from "../contract/api/validation.ts";
import { openGuides } from "../guides/guides.ts";
import { createHttpClient } from "../net/http-client.ts";
import { openExistingCatalog } from "./catalog.ts";
import { createClosing } from "./closing.ts";
import { openServing } from "./serving.ts";
import { installShared } from "./shared-snapshots.ts";

export interface LocalResearch extends Research {
  /** Whether the operation can be answered without accounts. */
  offers(operation: OperationId): boolean;
  /** An operation that is offered. Throws ApiError like the service. */
  execute(operation: OperationId, request: object): Promise<object>;
}

/** Rows of a file that are written in one step. */
const rowsPerStep = 250;

/** Throws CommandError when there are no records. `onProblem` receives what goes wrong apart from the answers. */
export async function openLocalResearch(
  config: Config,
  onProblem: (problem: unknown) => void,
): Promise<LocalResearch> {
  const closing = createClosing();
  try {
    const catalog = closing.add(await openExistingCatalog(config));
    await installShared(config, { catalog, onProblem });
    const serving = closing.add(
      await openServing(config, {
        catalog,
        workers: 0,
        onProblem,
        onEmbedderMissing: onProblem,
      }),
    );
    const { dataDir, allowPrivateHosts } = config;
    const http = createHttpClient({ allowPrivateHosts });
    const guides = closing.add(
      openGuides({ catalog, dataDir, http, onProblem: (_, message) => onProblem(message) }),
    );
    const answers = { getResources: guides.getResources, getFaqs: guides.getFaqs, getFaq: guides.getFaq };
    const isAnswered = (id: OperationId): id is keyof typeof answers => Object.hasOwn(answers, id);
    const execute = async (id: OperationId, request: object): Promise<object> => {
      const input = parseInput(operations[id], request);
      // Without workers the response is an object.
      if (isSnapshotOperation(id)) return (await serving.execute(id, input)) as object;
      if (isAnswered(id)) return (answers[id] as (input: object) => Promise<object>)(input);
      throw new Error(`${id} is not offered`);
    };
    return {
      offers: (id) => isSnapshotOperation(id) || isAnswered(id),
      execute,
      ask: async (id, request) => (await execute(id, request)) as OperationOutput<typeof id>,
      async *export(id, request) {
        const input = parseInput(operations[id], request);
        const step = async (rest?: ExportRow[]) =>
          (await serving.execute(id, { ...input, rest })) as ExportPart;
        const { text, rest } = await step();
        yield text;
        for (let at = 0; at < rest.length; at += rowsPerStep)
          yield (await step(rest.slice(at, at + rowsPerStep))).text;
      },
      close: closing.close,
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
