/** Why a repository could not be read, in one of the few ways that the catalog keeps. */

/**
 * `private`: the server wants a sign-in, or knows no such repository (servers do not tell the two apart).
 * `unreachable`: no answer, or one that may be better another time. `refused`: an address that is not fetched from.
 */
export type CloneOutcome =
  | "private"
  | "unreachable"
  | "too-large"
  | "timed-out"
  | "not-a-repository"
  | "refused"
  | "failed";

/** The message is one line for people, without control characters. */
export class CloneFailure extends Error {
  override name = "CloneFailure";
  readonly outcome: CloneOutcome;

  constructor(outcome: CloneOutcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

/** git itself is missing or cannot be started: no repository can be read, so nothing is recorded for any. */
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
  [/couldn't find remote ref|no such remote ref/i, "not-a-repository", "the repository holds no commit yet"],
  [/dumb http transport/i, "not-a-repository", "the server does not speak git's smart protocol"],
];

/** What git's own words on stderr mean. Words that the server sent along ("remote: …") are not looked at. */
export function failureOf(stderr: string): CloneFailure {
  const lines = stderr
    .split("\n")
    .filter((line) => /^(?:fatal|error|ssh|host key|git@|.{1,80}: permission denied)/i.test(line));
  const said = lines.join("\n");
  for (const [pattern, outcome, message] of causes) {
    if (!pattern.test(said)) continue;
    return new CloneFailure(
      outcome,
      message || "the server asks for a sign-in or knows no such repository: it is private, or gone",
    );
  }
  return new CloneFailure("unreachable", oneLine(lines.at(-1) ?? "git gave up without saying why"));
}

/** Text of others as one short line that cannot move a cursor. */
export function oneLine(text: string): string {
  const line = text
    .replace(/^(?:fatal|error): /i, "")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
