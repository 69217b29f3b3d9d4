import { type DestinationStream, destination, type Level, type Logger, pino, stdTimeFunctions } from "pino";

/** Fields whose value is never logged, at the top level and one and two levels below. */
const SECRET = ["authorization", "Authorization", "cookie", "token", "apiKey", "password", "secret"];
/** Content of requests and responses; never logged either. */
const PRIVATE = ["query", "queries", "body", "text", "snippet", "content", "results"];

/**
 * JSON lines on standard error; standard output is for the output of commands. Written synchronously, so that the
 * last line before a crash is not lost.
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
