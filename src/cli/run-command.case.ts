/** Runs a command in this process against responses of tests, text in and out. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { OperationOutput } from "../contract/api/operations.ts";
import { runProgram } from "./program.ts";
import type { ExportOperationId, ResearchOperationId, Services } from "./services.ts";

export type Responses = {
  [Id in ResearchOperationId]?: OperationOutput<Id> | ((request: never) => OperationOutput<Id>) | Error;
} & { [Id in ExportOperationId]?: AsyncIterable<string> | Iterable<string> };

export interface Ran {
  code: number;
  /** Operations and requests, in order. */
  asked: [string, unknown][];
  stdout: string;
  stderr: string;
  lines: string[];
}

export interface Terminal {
  width?: number;
  isTTY?: boolean;
  services?: Partial<Services>;
}

/** Restores the streams afterwards. */
export async function runCommand(
  words: readonly string[],
  responses: Responses = {},
  { width = 100, isTTY = false, services = {} }: Terminal = {},
): Promise<Ran> {
  const asked: [string, unknown][] = [];
  const said = { stdout: "", stderr: "" };
  const { columns, isTTY: wasTTY } = process.stdout;
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    }),
  );
  Object.assign(process.stdout, { columns: width, isTTY });
  const research = {
    async ask(operation: ResearchOperationId, request: object) {
      asked.push([operation, request]);
      const response = responses[operation];
      if (response instanceof Error) throw response;
      return typeof response === "function" ? response(request as never) : response;
    },
    async *export(operation: ExportOperationId, request: object) {
      asked.push([operation, request]);
      yield* responses[operation] ?? [];
    },
    async close() {},
  };
  try {
    const code = await runProgram(words, {
      version: "0.0.0",
      loadConfig: async () => ({
        remote: null,
        publicUrl: null,
        dataDir: join(tmpdir(), "no-data-directory"),
      }),
      openResearch: async () => research,
      ...services,
    } as unknown as Services);
    return { code, asked, lines: said.stdout.trimEnd().split("\n"), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process.stdout, { columns, isTTY: wasTTY });
  }
}
