/** Uploads of files in parts, so that a file need not fit in memory, and a failed part is sent again alone. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { TransferResponse } from "../../net/transfer-client.ts";
import { StoreError } from "../store.ts";
import type { S3Client, S3Request } from "./s3-client.ts";
import { readText, refusalOf } from "./s3-error.ts";
import { textOf } from "./s3-list.ts";

/** S3 takes at most 10,000 parts, none but the last under 5 MiB: files of up to 160 GB. */
export const partBytes = 16 << 20;

export interface Upload {
  key: string;
  path: string;
  /** Of the content. */
  sha256: string;
  signal?: AbortSignal;
}

/** Each request carries the digest of what it sends. Throws StoreError, leaving no object. */
export async function uploadFile(client: S3Client, upload: Upload): Promise<void> {
  const { key, path, signal } = upload;
  signal?.throwIfAborted();
  const file = await open(path, "r").catch((error: Error) => {
    throw new StoreError("local", `${path} cannot be read: ${error.message}`, error);
  });
  try {
    const { size } = await file.stat();
    const hash = createHash("sha256");
    const partFrom = async (position: number): Promise<Uint8Array> => {
      const buffer = Buffer.allocUnsafe(Math.min(partBytes, size - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      const part = buffer.subarray(0, bytesRead);
      hash.update(part);
      return part;
    };
    const verify = () => {
      if (hash.digest("hex") !== upload.sha256)
        throw new StoreError("damaged", `${path} is damaged or changed while it was uploaded; publish again`);
    };
    if (size <= partBytes) {
      const body = await partFrom(0);
      verify();
      await discard(sendPart(client, { method: "PUT", key, body, signal }));
    } else await uploadParts(client, { key, size, partFrom, verify, signal });
  } finally {
    await file.close();
  }
}

interface Parts {
  key: string;
  size: number;
  partFrom(position: number): Promise<Uint8Array>;
  verify(): void;
  signal: AbortSignal | undefined;
}

async function uploadParts(client: S3Client, parts: Parts): Promise<void> {
  const { key, size, partFrom, verify, signal } = parts;
  const begun = await client.send({ method: "POST", key, query: { uploads: "" }, signal });
  const uploadId = textOf(await readText(begun.body), "UploadId");
  if (uploadId === null)
    throw new StoreError("refused", `${client.place} began no upload; check that it is S3-compatible`);
  try {
    const tags: string[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const body = await partFrom(at);
      const { headers } = await discard(sendPart(client, { method: "PUT", key, query, body, signal }));
      tags.push(headers.get("etag") ?? "");
    }
    verify();
    const list = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`);
    const completed = await sendPart(client, { method: "POST", key, query: { uploadId }, body, signal });
    // It answers 200 before it knows.
    const { code } = refusalOf(completed.status, await readText(completed.body));
    if (code !== null)
      throw new StoreError(
        "unreachable",
        `${client.place} did not complete an upload: ${code}; publish again`,
      );
  } catch (error) {
    await abandonUpload(client, { key, uploadId }).catch(() => {});
    throw error;
  }
}

/** A bucket answers 404 when it has ended the upload, as a lifecycle rule does. */
async function sendPart(client: S3Client, request: S3Request): Promise<TransferResponse> {
  const response = await client.send(request);
  if (response.status === 404)
    throw new StoreError(
      "unreachable",
      `${client.place} answered 404 to an upload: it was ended by the service or a rule of the bucket; publish again`,
    );
  return response;
}

export async function abandonUpload(
  client: S3Client,
  { key, uploadId }: { key: string; uploadId: string },
): Promise<void> {
  await discard(client.send({ method: "DELETE", key, query: { uploadId } }));
}

/** Reads the rest of a short response, so that its connection can be used again. */
export async function discard<T extends { body: AsyncIterable<Uint8Array> }>(sent: Promise<T>): Promise<T> {
  const response = await sent;
  await readText(response.body);
  return response;
}
