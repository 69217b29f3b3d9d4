/** Exit codes of all commands, and the errors that map to them. */
export const exitCodes = {
  /** Success. */
  ok: 0,
  /** Completed, with something to look at: records were rejected, texts have no vector, a name matches nothing. */
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
  "BackupUsageError",
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

/** The system's own words for a file or folder that this user may not use, in ours; null for other errors. */
function describePermission(error: Error): string | null {
  const { code, path, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  const isRaw = (code === "EACCES" || code === "EPERM") && error.message.startsWith(`${code}:`);
  if (!isRaw || dest === undefined) return null;
  return `${dest} belongs to another user or cannot be read or written (${code}); run the command as the user that owns it`;
}

/** Whether each line of its message is an error of its own. */
const isList = (error: unknown): boolean => error instanceof Error && error.name === "ConfigError";

/** An error as one line: its message, or its name when that is empty. */
export function describeError(error: unknown): string {
  const message =
    error instanceof Error ? describePermission(error) || error.message || error.name : String(error);
  return message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(isList(error) ? "; " : " ");
}

/** The calls that led to an error, without its message. */
export function stackTrace({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  return (at === -1 ? stack : stack.slice(at + message.length)).replace(/^\n/, "");
}
