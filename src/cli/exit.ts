/** Exit codes of every command, and the errors that carry one. */
export const exitCodes = {
  /** Everything asked for was done. */
  ok: 0,
  /** Done, but some records were rejected, or some texts have no vector. */
  partial: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** It could not be done. */
  failed: 3,
  /** Stopped by Ctrl-C or a termination signal. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The person at the keyboard can mend this; the message is one line and says how. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Something outside the program stands in the way; the message is one line and says what to do. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Errors of the rooms that mean "asked for wrongly"; by name, so that no room is loaded to compare. */
const usageErrors = new Set([
  "UsageError",
  "ImportUsageError",
  "ScanUsageError",
  "RecogniserError",
  "AccountError",
  "ConfigError",
]);

/** The exit code that an error stands for. */
export function exitCodeFor(error: unknown, interrupted: boolean): ExitCode {
  if (interrupted) return exitCodes.interrupted;
  if (!(error instanceof Error)) return exitCodes.failed;
  const refusedRequest = error.name === "ApiError" && "status" in error && Number(error.status) < 500;
  return refusedRequest || usageErrors.has(error.name) ? exitCodes.usage : exitCodes.failed;
}

/** An error as one line: its message, and its cause's where that adds something. */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
