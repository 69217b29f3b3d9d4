/** Parses `PRIORART_SNAPSHOTS`, and the variables of AWS that say how a bucket is reached. */
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { parseUrl } from "../contract/values/parse-url.ts";

export type SnapshotPlace =
  | { kind: "folder"; folder: string }
  | { kind: "s3"; bucket: string; prefix: string };

export type SnapshotStoreConfig =
  | Extract<SnapshotPlace, { kind: "folder" }>
  | (Extract<SnapshotPlace, { kind: "s3" }> & {
      /** Without a slash at the end. */
      endpoint: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
      sessionToken: string | null;
    });

export function snapshotPlace(text: string, context: z.RefinementCtx): SnapshotPlace {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (isAbsolute(text)) return { kind: "folder", folder: resolve(text) };
  if (!text.startsWith("s3://"))
    return refuse(
      "must be the absolute path of a folder that all servers have, or a bucket such as s3://bucket/prefix",
    );
  const [bucket = "", ...rest] = text.slice("s3://".length).split("/");
  const parts = rest.at(-1) === "" ? rest.slice(0, -1) : rest;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    return refuse(
      'must name a bucket of 3 to 63 lower-case letters, digits, "-" and ".", such as s3://bucket/prefix',
    );
  if (!parts.every((part) => /^(?!\.{1,2}$)[A-Za-z0-9!_.*'()-]+$/.test(part)))
    return refuse(
      `must have a prefix of letters, digits and !_.*'()-, with single slashes between its parts, such as s3://${bucket}/prior-art`,
    );
  return { kind: "s3", bucket, prefix: parts.join("/") };
}

/** One line per variable that is missing or wrong, instead of a store. Values are never repeated. */
export function storeOf(
  place: SnapshotPlace,
  env: NodeJS.ProcessEnv,
): SnapshotStoreConfig | { problems: string[] } {
  if (place.kind === "folder") return place;
  const given = (name: string) => env[name]?.trim() || null;
  const problems: string[] = [];
  const required = (name: string): string => {
    const value = given(name);
    if (value === null) problems.push(`${name} must be set when PRIORART_SNAPSHOTS is a bucket`);
    else if (!/^[\x21-\x7e]+$/.test(value))
      problems.push(`${name} must be printable ASCII without spaces; check for a stray quote or line end`);
    return value ?? "";
  };
  const accessKeyId = required("AWS_ACCESS_KEY_ID");
  const secretAccessKey = required("AWS_SECRET_ACCESS_KEY");
  const region = given("AWS_REGION") ?? given("AWS_DEFAULT_REGION") ?? "us-east-1";
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    problems.push("AWS_REGION must be the name of a region, such as us-east-1");
  const named = given("AWS_ENDPOINT_URL_S3") === null ? "AWS_ENDPOINT_URL" : "AWS_ENDPOINT_URL_S3";
  const endpoint = parseUrl(given(named) ?? `https://s3.${region}.amazonaws.com`);
  const isRoot =
    endpoint !== null && /^https?:$/.test(endpoint.protocol) && endpoint.href === `${endpoint.origin}/`;
  if (!isRoot)
    problems.push(
      `${named} must be the root address of an S3-compatible service, such as https://s3.example.org`,
    );
  if (problems.length > 0) return { problems };
  return {
    ...place,
    endpoint: endpoint!.origin,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: given("AWS_SESSION_TOKEN"),
  };
}
