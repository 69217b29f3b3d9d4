/** Signed requests to an S3-compatible service, repeated while that may help. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { backoffMs } from "../../net/backoff.ts";
import { HttpError } from "../../net/http-error.ts";
import type { TransferClient, TransferRequest, TransferResponse } from "../../net/transfer-client.ts";
import { StoreError } from "../store.ts";
import { readText, refusalOf, type S3Refusal, storeErrorOf } from "./s3-error.ts";
import type { S3Location } from "./s3-location.ts";

export interface S3Request {
  method: TransferRequest["method"];
  /** Below the prefix; empty: the bucket. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  signal?: AbortSignal;
}

export interface S3Client {
  /** Resolves with a response of 2xx, or 404 for a key. Throws StoreError. */
  send(request: S3Request): Promise<TransferResponse>;
  /** Of the service, with the prefix of the location. */
  readonly place: string;
}

export interface S3ClientOptions {
  http: TransferClient;
  /** How often a request is sent at most; 5 by default. */
  tries?: number;
  /** Pause before a request is sent again, in milliseconds; for tests. */
  pauseMs?(retry: number): number;
  /** For tests. */
  now?(): number;
}

/** A part of 16 MiB within this time needs 0.5 Mbit/s. */
const timeoutMs = 300_000;
const idleMs = 60_000;

export function createS3Client(location: S3Location, options: S3ClientOptions): S3Client {
  const { http, tries = 5, pauseMs = (retry) => backoffMs(retry, Math.random()), now = Date.now } = options;
  const { bucket, prefix, endpoint } = location;
  const place = `s3://${[bucket, prefix].filter((part) => part !== "").join("/")}`;
  /** The service's clock less this machine's, in milliseconds. */
  let skew = 0;

  const sendOnce = async (request: S3Request): Promise<TransferResponse> => {
    const { method, key, query = {}, headers = {}, body, signal } = request;
    const path = [bucket, ...(key === "" ? [] : [prefix, key])].filter((part) => part !== "").join("/");
    const url = new URL(`${endpoint}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { accessKeyId, secretAccessKey, sessionToken, region } = location;
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": sha256(body ?? new Uint8Array()) },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      service: "s3",
      region,
      datetime: new Date(now() + skew).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    }).sign();
    return http.send({
      url: new URL(signed.url),
      method,
      headers: {
        ...Object.fromEntries(signed.headers as Headers),
        ...(body && { "content-type": "application/octet-stream" }),
      },
      body,
      timeoutMs,
      idleMs,
      signal,
    });
  };

  return {
    place,
    async send(request) {
      for (let sent = 1; ; sent++) {
        const mayRepeat = sent < tries;
        let failure: StoreError;
        try {
          const response = await sendOnce(request);
          const { status } = response;
          if (status >= 200 && status < 300) return response;
          const refusal = refusalOf(status, await readText(response.body));
          // A bucket that does not exist answers 404, too; a HEAD does not say which of the two it is.
          if (status === 404 && request.key !== "" && refusal.code !== "NoSuchBucket") return response;
          failure = storeErrorOf(refusal, { location, place });
          if (mayRepeat && refusal.code === "RequestTimeTooSkewed" && adjustClock(response.headers)) continue;
          if (!mayRepeat || !isTemporary(refusal)) throw failure;
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          failure = new StoreError("unreachable", `${place}: ${error.message}; check its endpoint`, error);
          if (!mayRepeat || error.kind === "refused") throw failure;
        }
        await sleep(pauseMs(sent), undefined, { signal: request.signal }).catch(() => {
          request.signal?.throwIfAborted();
        });
      }
    },
  };

  /** True when the clocks were found to differ more than before. */
  function adjustClock(headers: Headers): boolean {
    const theirs = Date.parse(headers.get("date") ?? "");
    if (Number.isNaN(theirs)) return false;
    const before = skew;
    skew = theirs - now();
    return Math.abs(skew - before) > 60_000;
  }
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function isTemporary({ status, code }: S3Refusal): boolean {
  return status === 429 || status >= 500 || code === "RequestTimeout" || code === "SlowDown";
}
