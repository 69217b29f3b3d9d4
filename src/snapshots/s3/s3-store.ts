/** A store in a bucket of an S3-compatible service. */
import { HttpError } from "../../net/http-error.ts";
import { createTransferClient } from "../../net/transfer-client.ts";
import { writeVerified } from "../local-file.ts";
import { digestOf, isStoredName, type SnapshotStore, type StoredFile, StoreError } from "../store.ts";
import { createS3Client, type S3ClientOptions } from "./s3-client.ts";
import { listObjects, listUploads } from "./s3-list.ts";
import type { S3Location } from "./s3-location.ts";
import { abandonUpload, discard, uploadFile } from "./s3-upload.ts";

export interface S3StoreOptions extends Pick<S3ClientOptions, "pauseMs" | "tries" | "now"> {
  /** Hosts, as `hostOf` writes them, that may have private addresses. */
  allowPrivateHosts?: readonly string[];
}

/** How often a download that broke is continued. */
const resumes = 5;

export function createS3Store(location: S3Location, options: S3StoreOptions = {}): SnapshotStore {
  const { allowPrivateHosts, ...more } = options;
  const http = createTransferClient({ allowPrivateHosts });
  const client = createS3Client(location, { http, ...more });
  const root = location.prefix === "" ? "" : `${location.prefix}/`;

  return {
    place: client.place,
    put: (name, path, { signal } = {}) =>
      uploadFile(client, { key: name, path, sha256: digestOf(name), signal }),
    async fetch(name, path, { signal } = {}) {
      const what = `${client.place}/${name}`;
      async function* piecesFrom(offset: number): AsyncGenerator<Uint8Array> {
        const headers: Record<string, string> = offset > 0 ? { range: `bytes=${offset}-` } : {};
        const { status, body } = await client.send({ method: "GET", key: name, headers, signal });
        if (status === 404) {
          await discard(Promise.resolve({ body }));
          throw new StoreError("missing", `${what} does not exist; publish again to replace it`);
        }
        if (offset > 0 && status !== 206)
          throw new StoreError("unreachable", `${what} could not be read to its end; it is tried again`);
        yield* body;
      }
      let resumed = 0;
      const mayResume = async (error: unknown) => error instanceof HttpError && resumed++ < resumes;
      try {
        await writeVerified(path, digestOf(name), { piecesFrom, mayResume, what });
      } catch (error) {
        if (error instanceof HttpError)
          throw new StoreError("unreachable", `${what}: ${error.message}`, error);
        throw error;
      }
    },
    async has(name) {
      const { status } = await discard(client.send({ method: "HEAD", key: name }));
      return status !== 404;
    },
    async list(kind) {
      const found: StoredFile[] = [];
      for (const { key, bytes, modifiedAt } of await listObjects(client, `${root}${kind}/`)) {
        const name = key.slice(root.length);
        if (isStoredName(name)) found.push({ name, bytes, modifiedAt });
      }
      return found;
    },
    async remove(names) {
      for (const key of names) await discard(client.send({ method: "DELETE", key }));
    },
    async removeUnfinished(before) {
      for (const { key, uploadId, startedAt } of await listUploads(client, root))
        if (startedAt < before && isStoredName(key.slice(root.length)))
          await abandonUpload(client, { key: key.slice(root.length), uploadId });
    },
    close: () => http.close(),
  };
}
