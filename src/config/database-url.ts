/** Parses `PRIORART_DATABASE_URL`. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { isLoopbackHost } from "../contract/values/hosts.ts";
import { parseUrl } from "../contract/values/parse-url.ts";
import { percentDecoded } from "./percent-decoded.ts";

/** How a PostgreSQL database is reached. */
export interface DatabaseConfig {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string | null;
  tls: { verify: boolean; ca: string | null } | null;
}

const EXAMPLE = "postgres://priorart:PASSWORD@db.example.org/priorart";
const MODES = ["disable", "require", "verify-full"];

/** The value is never repeated: it may contain a password. */
export function databaseUrl(text: string, context: z.RefinementCtx): DatabaseConfig {
  const fail = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const url = parseUrl(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== "")
    return fail(`must be the address of a PostgreSQL database; give one such as ${EXAMPLE}`);
  const given = Object.fromEntries(url.searchParams);
  const unknown = Object.keys(given).find((name) => !["host", "sslmode", "sslrootcert"].includes(name));
  if (unknown !== undefined)
    return fail(
      `has the parameter ${JSON.stringify(unknown.slice(0, 40))}; known are host, sslmode and sslrootcert`,
    );
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(percentDecoded);
  if (password === null) return fail("has a password with a % that begins no code; write it as %25");
  const host = given.host ?? url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (!user || !database || host === "" || database.includes("/"))
    return fail(`must name a user, a host and a database; give one such as ${EXAMPLE}`);
  const local = host.startsWith("/") || isLoopbackHost(host);
  const mode = given.sslmode ?? (local ? "disable" : "verify-full");
  if (!MODES.includes(mode)) return fail(`has an unknown sslmode; give one of ${MODES.join(", ")}`);
  const ca = given.sslrootcert === undefined ? null : resolve(given.sslrootcert);
  if (ca !== null && !statSync(ca, { throwIfNoEntry: false })?.isFile())
    return fail(`names an sslrootcert that is not a file: ${ca}`);
  return {
    host,
    port: url.port === "" ? 5432 : Number(url.port),
    database,
    user,
    password: password || null,
    tls:
      mode === "disable" || host.startsWith("/")
        ? null
        : { verify: mode === "verify-full", ca: ca && readFileSync(ca, "utf8") },
  };
}
