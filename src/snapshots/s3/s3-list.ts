/** Lists of an S3-compatible service, whose XML has few and fixed elements. */
import { decodeXML } from "entities";
import type { S3Client } from "./s3-client.ts";
import { readText } from "./s3-error.ts";

/** Lists have at most 1,000 items of 1 KB. */
const maxBytes = 8 << 20;

export interface ListedObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** Objects whose key begins with `prefix`. */
export async function listObjects(client: S3Client, prefix: string): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  let token: string | null = null;
  do {
    const { body } = await client.send({
      method: "GET",
      key: "",
      query: { "list-type": "2", prefix, ...(token !== null && { "continuation-token": token }) },
    });
    const xml = await readText(body, maxBytes);
    for (const item of elements(xml, "Contents"))
      found.push({
        key: textOf(item, "Key") ?? "",
        bytes: Number(textOf(item, "Size")),
        modifiedAt: new Date(textOf(item, "LastModified") ?? 0),
      });
    token = textOf(xml, "NextContinuationToken");
  } while (token !== null);
  return found;
}

export interface UnfinishedUpload {
  key: string;
  uploadId: string;
  startedAt: Date;
}

/** The first thousand: the others are found when these are gone. */
export async function listUploads(client: S3Client, prefix: string): Promise<UnfinishedUpload[]> {
  const { body } = await client.send({ method: "GET", key: "", query: { uploads: "", prefix } });
  return elements(await readText(body, maxBytes), "Upload").map((item) => ({
    key: textOf(item, "Key") ?? "",
    uploadId: textOf(item, "UploadId") ?? "",
    startedAt: new Date(textOf(item, "Initiated") ?? 0),
  }));
}

const elements = (xml: string, name: string): string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.split(`</${name}>`, 1)[0]!);

/** Of the first such element; null: there is none, or it is empty. */
export function textOf(xml: string, name: string): string | null {
  const [, rest] = xml.split(`<${name}>`, 2);
  const text = rest?.split("<", 1)[0];
  return text ? decodeXML(text) : null;
}
