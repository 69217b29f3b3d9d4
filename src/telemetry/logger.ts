import { type DestinationStream, destination, type Level, type Logger, pino, stdTimeFunctions } from "pino";

/** Fields whose value is never written, at the top of a line and one and two levels below. */
const SECRET = ["authorization", "Authorization", "cookie", "token", "apiKey", "password", "secret"];
/** What callers asked, sent or got; never written either. */
const PRIVATE = ["query", "queries", "body", "text", "snippet", "content", "results"];

/**
 * JSON lines on standard error, so that standard output stays for what commands print. Written before the call
 * returns: the last line of a crash is not lost.
 */
export function createLogger(
  level: Level | "silent",
  stream: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
  const names = [...SECRET, ...PRIVATE];
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    },
    stream,
  );
}
