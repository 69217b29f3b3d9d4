/** The context of every command: settings, output, research, and the interrupt signal. */
import type { Command } from "commander";
import picocolors from "picocolors";
import type { Config } from "../config/config.ts";
import { jsonText } from "../contract/values/json-text.ts";
import { describeError, type ExitCode, exitCodeFor, stackTrace, UsageError } from "./exit.ts";
import { fullName } from "./help.ts";
import { type Interrupt, listenForInterrupt } from "./interrupt.ts";
import { createProgress, type Progress } from "./progress.ts";
import { type LazyResearch, lazyResearch } from "./research.ts";
import type { Services } from "./services.ts";

export type Colours = ReturnType<typeof picocolors.createColors>;

export interface CommandContext extends Pick<LazyResearch, "ask" | "export"> {
  services: Services;
  config: Config;
  /** Aborted by the first Ctrl-C. */
  signal: AbortSignal;
  interrupt: Pick<Interrupt, "pause">;
  progress: Progress;
  /** Colours for stdout: none unless it is a terminal. */
  colours: Colours;
  /** Prints one line of the command's result to stdout. */
  print(line: string): void;
  /** Writes a part of the command's result to stdout as it is. */
  write(text: string): void;
  /** Prints one line of additional information to stderr. */
  note(line: string): void;
  /** Prints a machine-readable report to stdout. */
  printJson(report: unknown): void;
}

/** Options that every command has. */
export interface CommonOptions {
  data?: string;
  verbose?: boolean;
  server?: string;
  token?: string;
}

export type Action<Options, Args extends unknown[]> = (
  context: CommandContext,
  options: Options,
  ...args: Args
) => Promise<ExitCode>;

type Handler = (...received: unknown[]) => Promise<void>;

/** Wraps actions as handlers for commander, and records the exit code. */
export interface Runner {
  /** An action on the data directory. */
  action<Options extends CommonOptions, Args extends unknown[]>(run: Action<Options, Args>): Handler;
  /** An action that can ask a server instead. */
  research<Options extends CommonOptions, Args extends unknown[]>(run: Action<Options, Args>): Handler;
}

export function createRunner(services: Services, finish: (code: ExitCode) => void): Runner {
  const wrap =
    (isResearch: boolean) =>
    <Options extends CommonOptions, Args extends unknown[]>(run: Action<Options, Args>): Handler =>
    async (...received) => {
      // Commander passes the arguments, then the options, then the command.
      const command = received.at(-1) as Command;
      const options = { ...optionsAbove(command), ...(received.at(-2) as Options) };
      const args = received.slice(0, -2) as Args;
      finish(
        await runGuarded(services, options, async (context) => {
          if (!isResearch) checkLocal(command, options);
          return run(context, options, ...args);
        }),
      );
    };
  return { action: wrap(false), research: wrap(true) };
}

/** Common options given before the name of the command. */
function optionsAbove({ parent }: Command): object {
  return parent ? { ...optionsAbove(parent), ...parent.opts() } : {};
}

function checkLocal(command: Command, { server, token }: CommonOptions): void {
  for (const [name, value] of Object.entries({ server, token }))
    if (value !== undefined)
      throw new UsageError(`${fullName(command)} works on a data directory: leave out --${name}`);
}

/** Options take precedence over variables; a data directory that is named, over a server in the environment. */
function environmentOf({ data, server, token }: CommonOptions): NodeJS.ProcessEnv {
  if (data !== undefined && server !== undefined)
    throw new UsageError("--server and --data exclude each other; give one of them");
  const { PRIORART_TOKEN_FILE, ...rest } = process.env;
  return {
    ...(token === undefined ? process.env : rest),
    ...(data !== undefined && { PRIORART_DATA: data, PRIORART_SERVER: "" }),
    ...(server !== undefined && { PRIORART_SERVER: server }),
    ...(token !== undefined && { PRIORART_TOKEN: token }),
  };
}

async function runGuarded(
  services: Services,
  options: CommonOptions,
  run: (context: CommandContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const progress = createProgress(process.stderr);
  const note = (line: string) => {
    progress.end();
    process.stderr.write(`${line}\n`);
  };
  const write = (text: string) => {
    progress.end();
    process.stdout.write(text);
  };
  const onWait = (seconds: number) => note(`The server's limit is reached; trying again in ${seconds} s.`);
  const interrupt: Interrupt = listenForInterrupt(note);
  const { signal } = interrupt;
  let research: LazyResearch | null = null;
  try {
    const config = await services.loadConfig(environmentOf(options));
    if (options.token !== undefined && config.remote === null)
      throw new UsageError("--token is for a server: give --server as well");
    research = lazyResearch(() => services.openResearch(config, { signal, onWait }));
    return await run({
      services,
      config,
      signal,
      interrupt,
      progress,
      ask: research.ask,
      export: research.export,
      colours: picocolors.createColors(process.stdout.isTTY === true && picocolors.isColorSupported),
      note,
      write,
      print: (line) => write(`${line}\n`),
      printJson: (report) => write(`${jsonText(report, 2)}\n`),
    });
  } catch (error) {
    const interrupted = signal.aborted;
    note(interrupted ? "Interrupted." : `error: ${describeError(error)}`);
    if (options.verbose && error instanceof Error) note(stackTrace(error));
    return exitCodeFor(error, interrupted);
  } finally {
    await research?.close();
    progress.end();
    interrupt.dispose();
  }
}
