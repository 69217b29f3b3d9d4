/** Why a repository could not be read, as one of the codes stored in the catalog. */

/**
 * `private`: the server requires a sign-in or knows no such repository (servers do not distinguish the two).
 * `unreachable`: no answer, or a failure that may be temporary. `refused`: an address that must not be fetched.
 */
export type CloneOutcome =
  | "private"
  | "unreachable"
  | "too-large"
  | "timed-out"
  | "not-a-repository"
  | "refused"
  | "failed";

/** The message is one line, without control characters. */
export class CloneFailure extends Error {
  override name = "CloneFailure";
  readonly outcome: CloneOutcome;

  constructor(outcome: CloneOutcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

/** git is missing or cannot be started: no repository can be read, so nothing is recorded. */
export class GitMissingError extends Error {
  override name = "GitMissingError";
}

const causes: readonly (readonly [RegExp, CloneOutcome, string])[] = [
  [/could not read (?:username|password)|terminal prompts disabled|authentication failed/i, "private", ""],
  [/returned error: (?:401|403|404|410)\b/i, "private", ""],
  [/repository .{0,2100} not found|permission denied/i, "private", ""],
  [
    /is this a git repository|does not appear to be a git repository|not a git repository/i,
    "not-a-repository",
    "there is no git repository at this address",
  ],
  [/couldn't find remote ref|no such remote ref/i, "not-a-repository", "the repository has no commits yet"],
  [/dumb http transport/i, "not-a-repository", "the server does not support git's smart protocol"],
];

/** Classifies git's own messages on stderr. Lines sent by the server ("remote: …") are ignored. */
export function failureOf(stderr: string): CloneFailure {
  const lines = stderr
    .split("\n")
    .filter((line) => /^(?:fatal|error|ssh|host key|git@|.{1,80}: permission denied)/i.test(line));
  const said = lines.join("\n");
  for (const [pattern, outcome, message] of causes) {
    if (!pattern.test(said)) continue;
    return new CloneFailure(
      outcome,
      message || "the server requires a sign-in or has no such repository: it is private or deleted",
    );
  }
  return new CloneFailure("unreachable", oneLine(lines.at(-1) ?? "git failed without giving a reason"));
}

/** Untrusted text as one short line without control characters. */
export function oneLine(text: string): string {
  const line = text
    .replace(/^(?:fatal|error): /i, "")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
