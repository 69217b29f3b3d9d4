/** Exit codes of all commands, and the errors that map to them. */
export const exitCodes = {
  /** Success. */
  ok: 0,
  /** Completed, but some records were rejected, some texts have no vector, or a name matches nothing. */
  partial: 1,
  /** Wrong usage. */
  usage: 2,
  /** Failure. */
  failed: 3,
  /** Stopped by Ctrl-C or a termination signal. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** User error; the message is one line and says how to fix it. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** An external condition prevents the command; the message is one line and says what to do. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Names of other modules' errors that mean wrong usage; compared by name, so that no module is loaded to compare. */
const usageErrors = new Set([
  "UsageError",
  "ImportUsageError",
  "ScanUsageError",
  "RecogniserError",
  "AccountError",
  "ConfigError",
  "ModelError",
]);

/** The exit code for an error. */
export function exitCodeFor(error: unknown, interrupted: boolean): ExitCode {
  if (interrupted) return exitCodes.interrupted;
  if (!(error instanceof Error)) return exitCodes.failed;
  const refusedRequest =
    error.name === "ApiError" &&
    "status" in error &&
    Number(error.status) < 500 &&
    Number(error.status) !== 429;
  return refusedRequest || usageErrors.has(error.name) ? exitCodes.usage : exitCodes.failed;
}

/** An error as one line: its message, or its name when that is empty. */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
