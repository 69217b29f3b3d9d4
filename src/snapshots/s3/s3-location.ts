/** Where a bucket is, and who asks for it. */
export interface S3Location {
  bucket: string;
  /** Of every key, without a slash at either end; empty: none. */
  prefix: string;
  /** Root address of the service; the bucket is the first part of the path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}
