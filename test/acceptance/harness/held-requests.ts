/** Requests that stay in flight as long as a test needs: their bodies end on demand. */
import { type ClientRequest, request } from "node:http";
import { expect } from "vitest";
import type { Service } from "./service.ts";

export interface HeldRequests {
  /** Sends the rest of each body; the statuses of the answers. */
  finish(): Promise<number[]>;
  /** Disconnects without finishing. */
  abandon(): void;
}

const body = JSON.stringify({ limit: 1 });

/** Sends the headers and half of the body of `count` searches; returns when the server has accepted them. */
export async function openRequests(
  service: Service,
  { token, count }: { token: string; count: number },
): Promise<HeldRequests> {
  const open = Array.from({ length: count }, () => {
    const sent: ClientRequest = request(`${service.url}/api/v1/search/projects`, {
      method: "POST",
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        // 100 Continue shows that the server has accepted the request.
        Expect: "100-continue",
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", (response) => {
        response
          .on("error", reject)
          .on("end", () => resolve(response.statusCode!))
          .resume();
      });
    });
    // The test checks whether it was aborted or answered.
    answered.catch(() => {});
    const taken = new Promise<void>((resolve) => sent.on("continue", resolve));
    sent.flushHeaders();
    return { sent, answered, taken };
  });
  for (const { taken, answered, sent } of open) {
    await Promise.race([taken, answered]);
    sent.write(body.slice(0, 5));
  }
  return {
    finish() {
      for (const { sent } of open) sent.end(body.slice(5));
      return Promise.all(open.map(({ answered }) => answered));
    },
    abandon() {
      for (const { sent } of open) sent.destroy();
    },
  };
}

/** Uses up the account's limit of requests in flight: returns when the server reports it. */
export async function holdPlaces(
  service: Service,
  { token, count }: { token: string; count: number },
): Promise<HeldRequests> {
  const held = await openRequests(service, { token, count });
  await expect
    .poll(async () => (await service.ask("getCategories", { token })).status, { interval: 5 })
    .toBe(429);
  return held;
}
