import { expect, it } from "vitest";
import { createClient } from "./client.ts";
import { fakeFetch, json, refusal } from "./fake-fetch.case.ts";
import { createLimiter } from "./limiter.ts";

const never = new AbortController().signal;

it("at most two requests of a client are in flight, in the order of the calls", async () => {
  let inFlight = 0;
  let most = 0;
  const { fetch, asked } = fakeFetch(async () => {
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setTimeout(resolve, 1));
    inFlight--;
    return json({});
  });
  const client = createClient({ baseUrl: "https://a.example", fetch });
  await Promise.all(Array.from({ length: 9 }, (_, slug) => client.getProject({ slug: String(slug) })));
  expect(most).toBe(2);
  expect(asked.map(({ url }) => url.at(-1))).toEqual([..."012345678"]);
});

it("a failed call gives its place back", async () => {
  const { fetch, asked } = fakeFetch(refusal(404, "NOT_FOUND"));
  const client = createClient({ baseUrl: "https://a.example", fetch, maxInFlight: 1 });
  for (let tries = 0; tries < 3; tries++) await expect(client.getMe()).rejects.toThrow("NOT_FOUND");
  expect(asked).toHaveLength(3);
});

it("a place that is given back twice is given back once", async () => {
  const acquire = createLimiter(1);
  const release = await acquire(never);
  release();
  release();
  const second = await acquire(never);
  let entered = false;
  const third = acquire(never).then((end) => {
    entered = true;
    return end;
  });
  await Promise.resolve();
  expect(entered).toBe(false);
  second();
  (await third)();
  (await acquire(never))();
});
