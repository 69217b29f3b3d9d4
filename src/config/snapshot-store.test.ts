import { expect, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

const keys = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "hunter2" };

const storeOf = (place: string, more: Record<string, string> = keys) =>
  loadConfig({ PRIORART_SNAPSHOTS: place, ...more }).snapshots;

const refusal = (place: string, more: Record<string, string> = keys): string => {
  try {
    storeOf(place, more);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "accepted";
};

test("snapshots stay in the data directory without the setting, whatever AWS variables there are", () => {
  expect(loadConfig({ AWS_ENDPOINT_URL: "nonsense", ...keys }).snapshots).toBeNull();
});

test("a folder needs no keys", () => {
  expect(storeOf("/mnt/snapshots/", {})).toEqual({ kind: "folder", folder: "/mnt/snapshots" });
});

test("a bucket is AWS's, by region, unless a service is given", () => {
  expect(storeOf("s3://bucket")).toEqual({
    kind: "s3",
    bucket: "bucket",
    prefix: "",
    endpoint: "https://s3.us-east-1.amazonaws.com",
    region: "us-east-1",
    accessKeyId: "AKIA",
    secretAccessKey: "hunter2",
    sessionToken: null,
  });
  expect(
    storeOf("s3://bucket/research/prior-art/", {
      ...keys,
      AWS_REGION: "eu-west-1",
      AWS_SESSION_TOKEN: "token",
      AWS_ENDPOINT_URL: "https://ignored.example.org",
      AWS_ENDPOINT_URL_S3: "http://127.0.0.1:9000/",
    }),
  ).toMatchObject({
    prefix: "research/prior-art",
    endpoint: "http://127.0.0.1:9000",
    region: "eu-west-1",
    sessionToken: "token",
  });
});

test.each([
  ["snapshots", "must be the absolute path"],
  ["./snapshots", "must be the absolute path"],
  ["https://bucket.s3.amazonaws.com", "must be the absolute path"],
  ["s3://", "must name a bucket"],
  ["s3://ab", "must name a bucket"],
  ["s3://Bucket/prefix", "must name a bucket"],
  ["s3://bucket/a//b", "must have a prefix"],
  ["s3://bucket/../b", "must have a prefix"],
  ["s3://bucket/a b", "must have a prefix"],
])("%s is refused", (place, told) => {
  expect(refusal(place)).toMatch(/^PRIORART_SNAPSHOTS [^\n]*$/);
  expect(refusal(place)).toContain(told);
});

test.each([
  [
    {},
    /^AWS_ACCESS_KEY_ID must be set .*\nAWS_SECRET_ACCESS_KEY must be set when PRIORART_SNAPSHOTS is a bucket$/,
  ],
  [{ ...keys, AWS_SECRET_ACCESS_KEY: "hunter2 3" }, /^AWS_SECRET_ACCESS_KEY must be printable ASCII/],
  [{ ...keys, AWS_REGION: "Ireland!" }, /^AWS_REGION must be the name of a region/],
  [{ ...keys, AWS_ENDPOINT_URL: "s3.example.org" }, /^AWS_ENDPOINT_URL must be the root address/],
  [
    { ...keys, AWS_ENDPOINT_URL_S3: "https://s3.example.org/bucket" },
    /^AWS_ENDPOINT_URL_S3 must be the root/,
  ],
])("a bucket's variables are checked, and secrets are not repeated: %o", (env, told) => {
  expect(refusal("s3://bucket/prefix", env)).toMatch(told);
  expect(refusal("s3://bucket/prefix", env)).not.toContain("hunter2");
});
