import type { Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";

/** An image such as `postgres:16` or `ghcr.io/owner/name:tag@sha256:…`. Names with a placeholder are ignored. */
export function addImage(reading: Reading, reference: unknown, quoteBefore: string): void {
  if (typeof reference !== "string" || reference.length > 300) return;
  const found =
    /^([a-z0-9][\w.-]*(?::\d+(?=\/))?(?:\/[\w.-]+)*?)(?::([\w.-]+|\$\{[^}]*\}))?(?:@sha256:\w+)?$/i.exec(
      reference.trim(),
    );
  if (found === null) return;
  const name = (found[1] ?? "").toLowerCase();
  if (name === "scratch") return;
  const tag = /^\$\{\w+:-([\w.-]+)\}$/.exec(found[2] ?? "")?.[1] ?? found[2];
  const version = statedVersion(tag);
  const quote = `${quoteBefore}${name}${version === undefined ? "" : `:${version}`}`;
  const signal = { kind: "docker", name, ...(version && { version }), origin: "image", quote } as const;
  reading.signals.push(signal);
}
