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

/** Sends head and half of the body of so many project searches, without waiting until the server has seen them. */
export function openRequests(service: Service, { token, count }: { token: string; count: number }): HeldRequests {
  const open = Array.from({ length: count }, () => {
    const sent: ClientRequest = request(`${service.url}/api/v1/search/projects`, {
      method: "POST",
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", (response) => {
        response.on("error", reject).on("end", () => resolve(response.statusCode!)).resume();
      });
    });
    // Whether it was abandoned or answered is the test's to ask.
    answered.catch(() => {});
    sent.write(body.slice(0, 5));
    return { sent, answered };
  });
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
  const held = openRequests(service, { token, count });
  await expect.poll(async () => (await service.ask("getCategories", { token })).status, { interval: 5 }).toBe(429);
  return held;
}
