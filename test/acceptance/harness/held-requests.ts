/** Requests that stay in flight for as long as a test wants: their bodies end only when told to. */
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

/** Sends head and half of the body of so many project searches; returns when the server has taken them up. */
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
        // The server's "go on" tells that it has the request in its hands.
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
    // Whether it was abandoned or answered is the test's to ask.
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

/** Fills the account's places in flight: returns when the server says that there is none left. */
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
