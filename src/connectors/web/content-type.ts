import type { HttpResponse } from "../../net/http-client.ts";

/** What `Content-Type` states. `type` is in lower case, empty without one. */
export function contentType({ headers }: Pick<HttpResponse, "headers">): { type: string; charset?: string } {
  const header = headers.get("content-type") ?? "";
  const type = header.split(";", 1)[0]!.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{2,40})/i.exec(header)?.[1];
  return { type, charset };
}
