/** What may go wrong between a server and an S3-compatible service. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startServer, type TestServer, text } from "../../net/server.case.ts";
import type { SnapshotStore, StoredName, StoreError } from "../store.ts";
import { impatient, keys } from "../stores.case.ts";
import { createS3Store } from "./s3-store.ts";

let server: TestServer;
let store: SnapshotStore;
let folder: string;
const content = "the content of a file ".repeat(100);
const name: StoredName = `files/${createHash("sha256").update(content).digest("hex")}`;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "priorart-s3-"));
  server = await startServer(text(content));
  store = createS3Store({ ...keys, bucket: "bucket", prefix: "", endpoint: server.url }, impatient);
});
afterEach(async () => {
  await store.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

const target = () => join(folder, "fetched");
const refusal = (code: string, status: number) => text(`<Error><Code>${code}</Code></Error>`, status);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    ({ kind, message }: StoreError) => `${kind}: ${message}`,
  );

it.each([
  [403, "InvalidAccessKeyId", /^refused: .*check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION$/],
  [403, "SignatureDoesNotMatch", /^refused: .*check AWS_ACCESS_KEY_ID/],
  [400, "ExpiredToken", /^refused: .*renew AWS_SESSION_TOKEN/],
  [403, "AccessDenied", /^refused: .*must allow listing s3:\/\/bucket, and reading, writing and deleting/],
  [
    404,
    "NoSuchBucket",
    /^refused: .*the bucket bucket does not exist there; create it, or correct PRIORART_SNAPSHOTS/,
  ],
  [301, "PermanentRedirect", /^refused: .*correct AWS_REGION or AWS_ENDPOINT_URL/],
  [400, "Strange", /^refused: .*check that AWS_ENDPOINT_URL is an S3-compatible service/],
  [404, "NoSuchKey", /^missing: .*does not exist; publish again/],
])("a refusal says what to correct, and is not repeated: %s %s", async (status, code, told) => {
  server.answer = refusal(code, status);
  expect(await failure(store.fetch(name, target()))).toMatch(told);
  expect(server.requests).toHaveLength(1);
  expect(await failure(store.fetch(name, target()))).not.toContain(keys.secretAccessKey);
});

it.each([
  [503, "SlowDown"],
  [500, "InternalError"],
  [429, "TooManyRequests"],
])("what may pass is tried again: %s %s", async (status, code) => {
  let asked = 0;
  server.answer = (...given) => (++asked < 3 ? refusal(code, status) : text(content))(...given);
  await store.fetch(name, target());
  expect(asked).toBe(3);
  server.answer = refusal(code, status);
  expect(await failure(store.list("files"))).toMatch(/^unreachable: s3:\/\/bucket answered/);
  // Five requests, no more.
  expect(server.requests).toHaveLength(8);
});

it("a service that is down is reported after a few attempts", async () => {
  await server.close();
  expect(await failure(store.list("files"))).toMatch(
    /^unreachable: s3:\/\/bucket: no connection \(ECONNREFUSED\)/,
  );
});

it("a download that breaks is continued where it broke", async () => {
  server.answer = (response, request) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const rest = content.slice(from);
    response.writeHead(from === 0 ? 200 : 206, { "Content-Length": rest.length });
    if (rest.length > 1_000) response.write(rest.slice(0, 700), () => response.destroy());
    else response.end(rest);
  };
  await store.fetch(name, target());
  expect(readFileSync(target(), "utf8")).toBe(content);
  expect(server.requests.length).toBeGreaterThan(2);
});

it("a download that breaks again and again fails", async () => {
  server.answer = (response) => {
    response.writeHead(200, { "Content-Length": content.length }).write("x", () => response.destroy());
  };
  expect(await failure(store.fetch(name, target()))).toMatch(/^unreachable: /);
});

/** As services do: a signature is valid for 15 minutes around their own time. */
const atClock =
  (offset: number) => (response: Parameters<TestServer["answer"]>[0], request: IncomingMessage) => {
    const sent = String(request.headers["x-amz-date"]).replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
      "$1-$2-$3T$4:$5:$6Z",
    );
    const now = Date.now() + offset;
    const date = { Date: new Date(now).toUTCString() };
    if (Math.abs(Date.parse(sent) - now) < 15 * 60_000) response.writeHead(200, date).end(content);
    else response.writeHead(403, date).end("<Error><Code>RequestTimeTooSkewed</Code></Error>");
  };

it.each([
  ["ahead", 3_600_000],
  ["behind", -86_400_000],
])("a clock that is %s is found out, and requests are signed by the service's", async (_, offset) => {
  server.answer = atClock(offset);
  await store.fetch(name, target());
  expect(server.requests).toHaveLength(2);
  await store.fetch(name, target());
  expect(server.requests).toHaveLength(3);
});

it("a service that states no usable time is named as the problem", async () => {
  server.answer = (response) =>
    void response.writeHead(403, { Date: "?" }).end("<Error><Code>RequestTimeTooSkewed</Code></Error>");
  expect(await failure(store.fetch(name, target()))).toMatch(/^refused: .*clock differs.*NTP/);
  expect(server.requests).toHaveLength(1);
});

it("an upload states the digest of what it sends, and its keys are not in the address", async () => {
  const path = join(folder, "given");
  writeFileSync(path, content);
  await store.put(name, path);
  const [sent] = server.requests;
  expect(sent).toMatchObject({ method: "PUT", path: `/bucket/${name}`, body: content });
  expect(sent!.headers["x-amz-content-sha256"]).toBe(name.slice(6));
  expect(sent!.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/us-east-1\/s3/,
  );
});

/** A whole upload in parts, except for the requests that `refused` matches. */
const uploadService =
  (refused: RegExp): TestServer["answer"] =>
  (response, request) => {
    const asked = `${request.method} ${request.url}`;
    if (refused.test(asked)) return refusal("NoSuchUpload", 404)(response, request);
    const body = asked.endsWith("?uploads=") ? "<UploadId>1</UploadId>" : "";
    response.writeHead(200, { ETag: '"tag"' }).end(body);
  };

it.each([
  ["a small file", 10, /^PUT/],
  ["a part", 17 << 20, /^PUT .*partNumber=2/],
  ["the last request", 17 << 20, /^POST .*uploadId=1/],
])("an upload fails when the service no longer knows it: %s", async (_, bytes, refused) => {
  const given = Buffer.alloc(bytes, "x");
  const path = join(folder, "given");
  writeFileSync(path, given);
  server.answer = uploadService(refused);
  const stored: StoredName = `files/${createHash("sha256").update(given).digest("hex")}`;
  expect(await failure(store.put(stored, path))).toMatch(
    /^unreachable: s3:\/\/bucket answered 404 to an upload.*publish again$/,
  );
});

it("a session token is sent along", async () => {
  const other = createS3Store(
    { ...keys, sessionToken: "token-of-the-session", bucket: "bucket", prefix: "p", endpoint: server.url },
    impatient,
  );
  server.answer = text("");
  expect(await other.has(name)).toBe(true);
  expect(server.requests[0]).toMatchObject({
    path: `/bucket/p/${name}`,
    headers: { "x-amz-security-token": "token-of-the-session" },
  });
  await other.close();
});
