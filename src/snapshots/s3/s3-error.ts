/** Refusals of an S3-compatible service, as errors that say what to do. */
import { StoreError } from "../store.ts";
import type { S3Location } from "./s3-location.ts";

export interface S3Refusal {
  status: number;
  /** As the service names it; null where it does not. */
  code: string | null;
}

export function refusalOf(status: number, text: string): S3Refusal {
  return { status, code: /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(text)?.[1] ?? null };
}

/** The first 64 KB: errors and lists are shorter than that per item, and lists are read otherwise. */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes = 1 << 16): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(pieces).toString("utf8");
}

const keyCodes = new Set(["InvalidAccessKeyId", "SignatureDoesNotMatch", "AuthorizationHeaderMalformed"]);
const tokenCodes = new Set(["ExpiredToken", "InvalidToken", "TokenRefreshRequired"]);

export function storeErrorOf(
  { status, code }: S3Refusal,
  { location, place }: { location: S3Location; place: string },
): StoreError {
  const said = code === null ? `${status}` : `${status} ${code}`;
  const refused = (message: string) => new StoreError("refused", `${place} answered ${said}: ${message}`);
  if (code === "NoSuchBucket" || (status === 404 && code === null))
    return refused(
      `the bucket ${location.bucket} does not exist there; create it, or correct PRIORART_SNAPSHOTS and AWS_ENDPOINT_URL`,
    );
  if (code !== null && keyCodes.has(code))
    return refused("check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION");
  if (code !== null && tokenCodes.has(code)) return refused("renew AWS_SESSION_TOKEN and the keys of it");
  if (code === "RequestTimeTooSkewed")
    return refused("this machine's clock differs from the service's; set both by NTP");
  if (status === 401 || status === 403)
    return refused(`the keys must allow listing ${place}, and reading, writing and deleting in it`);
  if (status === 301 || status === 307 || code === "PermanentRedirect")
    return refused("the bucket is elsewhere; correct AWS_REGION or AWS_ENDPOINT_URL");
  if (status === 429 || status >= 500)
    return new StoreError("unreachable", `${place} answered ${said}; it is tried again`);
  return refused("the request is not understood; check that AWS_ENDPOINT_URL is an S3-compatible service");
}
