/** The context of every command: settings, output, and the interrupt signal. */
import picocolors from "picocolors";
import type { Config } from "../config/config.ts";
import { jsonText } from "../contract/values/json-text.ts";
import { describeError, type ExitCode, exitCodeFor } from "./exit.ts";
import { type Interrupt, listenForInterrupt } from "./interrupt.ts";
import { createProgress, type Progress } from "./progress.ts";
import type { Services } from "./services.ts";

export type Colours = ReturnType<typeof picocolors.createColors>;

export interface CommandContext {
  services: Services;
  config: Config;
  /** Aborted by the first Ctrl-C. */
  signal: AbortSignal;
  progress: Progress;
  /** Colours for stdout: none unless it is a terminal. */
  colours: Colours;
  /** Prints one line of the command's result to stdout. */
  print(line: string): void;
  /** Prints one line of additional information to stderr. */
  note(line: string): void;
  /** Prints a machine-readable report to stdout. */
  printJson(report: unknown): void;
}

/** Options that every command has. */
export interface CommonOptions {
  data?: string;
  verbose?: boolean;
}

export type Action<Options, Args extends unknown[]> = (
  context: CommandContext,
  options: Options,
  ...args: Args
) => Promise<ExitCode>;

/** Wraps actions as handlers for commander, and records the exit code. */
export interface Runner {
  action<Options extends CommonOptions, Args extends unknown[]>(
    run: Action<Options, Args>,
  ): (...received: unknown[]) => Promise<void>;
}

export function createRunner(services: Services, finish: (code: ExitCode) => void): Runner {
  return {
    action:
      <Options extends CommonOptions, Args extends unknown[]>(run: Action<Options, Args>) =>
      async (...received: unknown[]) => {
        // Commander passes the arguments, then the options, then the command.
        const options = received.at(-2) as Options;
        const args = received.slice(0, -2) as Args;
        finish(await runGuarded(services, options, (context) => run(context, options, ...args)));
      },
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
  const interrupt: Interrupt = listenForInterrupt(note);
  try {
    const environment =
      options.data === undefined ? process.env : { ...process.env, PRIORART_DATA: options.data };
    return await run({
      services,
      config: await services.loadConfig(environment),
      signal: interrupt.signal,
      progress,
      colours: picocolors.createColors(process.stdout.isTTY === true && picocolors.isColorSupported),
      note,
      print: (line) => {
        progress.end();
        process.stdout.write(`${line}\n`);
      },
      printJson: (report) => {
        progress.end();
        process.stdout.write(`${jsonText(report, 2)}\n`);
      },
    });
  } catch (error) {
    const interrupted = interrupt.signal.aborted;
    note(interrupted ? "Interrupted." : `error: ${describeError(error)}`);
    if (options.verbose && error instanceof Error) note(error.stack ?? "");
    return exitCodeFor(error, interrupted);
  } finally {
    progress.end();
    interrupt.dispose();
  }
}
