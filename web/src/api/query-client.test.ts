import { PriorArtError } from "@prior-art/client";
import { expect, it } from "vitest";
import { createQueryClient } from "./query-client.ts";

const problem = (status: number, retryable: boolean) =>
  new PriorArtError("no", { code: "SERVICE_UNAVAILABLE", status, retryable });

function retries(error: Error): number {
  const retry = createQueryClient().getDefaultOptions().queries?.retry as (
    failures: number,
    error: Error,
  ) => boolean;
  let failures = 0;
  while (failures < 10 && retry(failures, error)) failures++;
  return failures;
}

it("retries twice after a temporary failure, never after a refusal or a limit", () => {
  expect(retries(problem(503, true))).toBe(2);
  expect(retries(problem(429, true))).toBe(0);
  expect(retries(problem(400, false))).toBe(0);
  expect(retries(new Error("a defect"))).toBe(0);
});

it("refetches the session when a response is 401", async () => {
  const client = createQueryClient();
  client.setQueryData(["getSession"], { member: null });
  const isStale = () => client.getQueryState(["getSession"])?.isInvalidated;
  const ask = (status: number) =>
    client.fetchQuery({ queryKey: [status], queryFn: () => Promise.reject(problem(status, false)) });
  await expect(ask(403)).rejects.toThrow();
  expect(isStale()).toBe(false);
  await expect(ask(401)).rejects.toThrow();
  expect(isStale()).toBe(true);
});
