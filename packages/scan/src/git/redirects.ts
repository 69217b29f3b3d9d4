/** Follows redirects of a repository, checking each one; git itself is configured to follow none. */
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { CloneFailure } from "./clone-failure.ts";
import { parseUrl } from "./parse-url.ts";
import { checkedAddresses, type Network } from "./public-address.ts";

const MAX_STEPS = 5;
const ANSWER_MS = 20_000;
const ADVERTISEMENT = "/info/refs?service=git-upload-pack";

/** The final address of the repository. Throws CloneFailure when a redirect is not allowed. */
export async function movedTo(repository: string, network: Network, signal: AbortSignal): Promise<string> {
  let at = repository;
  for (let step = 0; step < MAX_STEPS; step++) {
    const asked = new URL(`${at.replace(/\/$/, "")}${ADVERTISEMENT}`);
    const location = await locationOf(asked, await checkedAddresses(asked, network), signal);
    if (location === null) return at;
    const next = parseUrl(location, asked);
    if (next === null) throw new CloneFailure("unreachable", "the server redirected without a URL");
    if (next.username !== "" || next.password !== "") {
      throw new CloneFailure("refused", "the server redirected to a URL with a user name");
    }
    if (!next.href.endsWith(ADVERTISEMENT)) {
      throw new CloneFailure("not-a-repository", "the server redirected to a page that is not a repository");
    }
    at = next.href.slice(0, -ADVERTISEMENT.length);
  }
  throw new CloneFailure("unreachable", `too many redirects (more than ${MAX_STEPS})`);
}

/** The redirect target of one response; null when it is not a redirect. Connects to the checked addresses only. */
function locationOf(
  url: URL,
  addresses: readonly string[] | null,
  signal: AbortSignal,
): Promise<string | null> {
  const checked: LookupFunction = (_host, options, callback) => {
    const found = (addresses ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      ...(addresses !== null && { lookup: checked }),
      headers: { "user-agent": "git/prior-art" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      agent: false,
    });
    request.once("response", (response) => {
      const { statusCode = 0, headers } = response;
      response.destroy();
      resolve(statusCode >= 300 && statusCode < 400 ? (headers.location ?? null) : null);
    });
    request.once("error", (error) => {
      reject(signal.aborted ? signal.reason : new CloneFailure("unreachable", `no answer: ${error.message}`));
    });
    request.end();
  });
}
