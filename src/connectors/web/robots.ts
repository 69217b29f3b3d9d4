/** robots.txt: what a site allows to be read, and how fast (RFC 9309). */
import robotsParser from "robots-parser";
import { getIfChanged } from "../../net/conditional-get.ts";
import { HttpError } from "../../net/http-error.ts";
import { type PoliteClient, robotName } from "../../net/polite-client.ts";

export interface Robots {
  allows(url: URL): boolean;
  /** Null when none is asked for. */
  delayMs: number | null;
  sitemaps: readonly string[];
}

/** The rules cannot be read now, so nothing of the site may be read. */
export class RobotsUnavailable extends Error {
  override readonly name = "RobotsUnavailable";
}

/** The standard lets a reader stop here, in bytes. */
const READ_BYTES = 500 * 1_024;
const MAX_BYTES = 2_000_000;
const MAX_DELAY_MS = 60_000;

/** The package's declarations describe an ES module, which it is not. */
const parseRules = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, robot: string): boolean | undefined;
  getCrawlDelay(robot: string): number | undefined;
  getSitemaps(): string[];
};

const allowAll: Robots = { allows: () => true, delayMs: null, sitemaps: [] };

interface RobotsOptions {
  http: PoliteClient;
  signal?: AbortSignal;
}

/** Reads the rules of each origin once. Throws RobotsUnavailable where they cannot be read. */
export function createRobots(options: RobotsOptions): (url: URL) => Promise<Robots> {
  const known = new Map<string, Promise<Robots>>();
  return ({ origin }) => {
    const robots = known.get(origin) ?? readRobots(origin, options);
    known.set(origin, robots);
    return robots;
  };
}

/** A missing robots.txt, and one that may not be read, allows everything; a server in trouble allows nothing. */
async function readRobots(origin: string, { http, signal }: RobotsOptions): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const unavailable = (reason: string) =>
    new RobotsUnavailable(`robots.txt of ${new URL(origin).host} cannot be read, so nothing is: ${reason}`);
  try {
    const got = await getIfChanged(http, { url, signal, maxBytes: MAX_BYTES }, null);
    if (got.outcome === "gone") return allowAll;
    if (got.outcome === "read") return rulesOf(url, got.response.body);
    const status = got.outcome === "failed" ? got.status : 304;
    if (status >= 400 && status < 500 && status !== 429) return allowAll;
    throw unavailable(`the server answers with status ${status}`);
  } catch (error) {
    throw error instanceof HttpError ? unavailable(error.message) : error;
  }
}

function rulesOf(url: string, body: Buffer): Robots {
  const text = body
    .subarray(0, READ_BYTES)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  // A page that answers every address is not a list of rules.
  if (/^\s*</.test(text)) return allowAll;
  const rules = parseRules(url, text);
  const seconds = rules.getCrawlDelay(robotName);
  const delayMs = seconds === undefined || !(seconds >= 0) ? null : Math.min(MAX_DELAY_MS, seconds * 1_000);
  return {
    allows: (page) => page.pathname === "/robots.txt" || rules.isAllowed(page.href, robotName) !== false,
    delayMs,
    sitemaps: rules.getSitemaps().slice(0, 100),
  };
}
