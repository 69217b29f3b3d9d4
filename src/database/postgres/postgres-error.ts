/** What PostgreSQL and the connection to it report, in one line that says what to do. */
import { StorageError } from "../storage-error.ts";

const unreachable = "cannot be reached; check that PostgreSQL runs there, and PRIORART_DATABASE_URL";
const certificate =
  "has a certificate that cannot be trusted; give the authority that signed it as sslrootcert in PRIORART_DATABASE_URL, " +
  "and a host name that the certificate names";

/** By SQLSTATE, or by Node's code. */
const advice: Record<string, string> = {
  ECONNREFUSED: unreachable,
  ENOTFOUND: "cannot be reached: its host name is unknown; check PRIORART_DATABASE_URL",
  EAI_AGAIN: "cannot be reached: its host name cannot be resolved now",
  ENOENT: "cannot be reached: there is no such Unix socket; check PRIORART_DATABASE_URL",
  EACCES: "cannot be reached: the Unix socket may not be opened; check its permissions",
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: "closed the connection; retry in a moment",
  EPIPE: "closed the connection; retry in a moment",
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  CERT_HAS_EXPIRED: "has a certificate that has expired; renew it",
  ERR_TLS_CERT_ALTNAME_INVALID: certificate,
  "28P01": "refuses the user name or password of PRIORART_DATABASE_URL",
  "28000": "refuses this user, or connections from this address or without TLS; check pg_hba.conf",
  "3D000": "does not exist; create it with createdb",
  "42501": "does not let this user do that; grant it create on the database, and ownership of the schema",
  "53100": "cannot be written: the disk is full; free some space and run this again",
  "53200": "is out of memory",
  "53300": "has no connection left; lower PRIORART_DATABASE_POOL, or raise max_connections",
  "55P03": "is locked by another process; wait until it has finished, then run this again",
  "40P01": "is locked by another process; run this again",
  "25006": "is read-only; give the primary server in PRIORART_DATABASE_URL",
  "57014": "took too long; retry in a moment",
  "57P01": "is stopping or restarting; retry in a moment",
  "57P02": "is stopping or restarting; retry in a moment",
  "57P03": "is starting or stopping; retry in a moment",
  "25P03": "ended a transaction that took too long; run this again",
};

/** Failures of the connection itself, which a new connection may not have. */
const lost = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "57P01", "57P02", "57P03", "ENOENT"]);

export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (code !== undefined && (lost.has(code) || code.startsWith("08"))) || endedWords.test(message ?? "");
}

const endedWords = /connection terminated|connection error and is not queryable|client was closed/i;
const slowWords = /timeout|timed out/i;

/**
 * A StorageError that names the database and what to do. Any other error keeps its code and its first line, but not its
 * details, which may contain values of a row.
 */
export function postgresError(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  const { code, message } = innermost(error);
  const known = code === undefined ? undefined : (advice[code] ?? adviceOfClass(code));
  if (known !== undefined) return new StorageError(`${what} ${known}`);
  if (endedWords.test(message)) return new StorageError(`${what} closed the connection; retry in a moment`);
  if (code === undefined && slowWords.test(message)) return new StorageError(`${what} ${unreachable}`);
  if (/does not support SSL/i.test(message))
    return new StorageError(
      `${what} does not offer TLS; turn it on there, or set sslmode=disable in PRIORART_DATABASE_URL`,
    );
  if (/password must be a (non-empty )?string|no password/i.test(message))
    return new StorageError(`${what} asks for a password; give one in PRIORART_DATABASE_URL`);
  return Object.assign(new Error(`${what}: ${message.split("\n", 1)[0]}`), { code });
}

/** Of several addresses of a host, the first one's error. */
function innermost(error: Error): { code?: string; message: string } {
  return error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
}

function adviceOfClass(code: string): string | undefined {
  if (code.startsWith("08")) return "closed the connection; retry in a moment";
  if (code.startsWith("58")) return "cannot be read or written: input or output failed; check its disk";
  return undefined;
}
