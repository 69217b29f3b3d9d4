/** Saved searches: which of them count as a search of the member. */
import { expect, test } from "vitest";
import type { ConsoleOperationId } from "../../../contract/api/console/operations.ts";
import { rateLimitResult, refusedResult } from "../../fakes.case.ts";
import { type Calls, recordedPorts } from "./handlers.case.ts";

const taken: Calls[number] = ["pageLimits.acquire", "m1", expect.any(AbortSignal)];
const counted: Calls[number] = ["pageLimits.consume", "search", "m1"];
const released: Calls[number] = ["release"];
/** What a search does around `call`. */
const limited = (call: Calls[number]): Calls => [taken, counted, call, released];
const searching = ["createSavedSearch", "checkSavedSearch", "seeSavedSearch"] as const;

/** Ports whose slots record their release. */
function portsWith(answers: Record<string, unknown>) {
  const ports = recordedPorts({
    "pageLimits.acquire": async () => () => void ports.calls.push(released),
    ...answers,
  });
  return ports;
}

const cases: [ConsoleOperationId, object, { isStale?: boolean; calls: Calls }][] = [
  ["listSavedSearches", {}, { calls: [["searches.list", "m1"]] }],
  ["createSavedSearch", { name: "n" }, { calls: limited(["searches.create", "m1", { name: "n" }]) }],
  ["renameSavedSearch", { id: "s", name: "n" }, { calls: [["searches.rename", "m1", "s", "n"]] }],
  [
    "checkSavedSearch",
    { id: "s" },
    {
      calls: [
        ["searches.isStale", "m1", "s"],
        ["searches.check", "m1", "s"],
      ],
    },
  ],
  [
    "checkSavedSearch",
    { id: "s" },
    { isStale: true, calls: [["searches.isStale", "m1", "s"], ...limited(["searches.check", "m1", "s"])] },
  ],
  ["seeSavedSearch", { id: "s" }, { calls: limited(["searches.see", "m1", "s"]) }],
];

test.each(cases)("%s %j", async (id, input, { isStale = false, calls }) => {
  for (const result of [null, rateLimitResult()]) {
    const last = calls.findLast(([name]) => name.startsWith("searches."))![0];
    const ports = portsWith({
      "pageLimits.consume": async () => result,
      [last]: { id: "s" },
      "searches.isStale": isStale,
    });
    expect(await ports.answer(id, input)).toEqual({ body: { id: "s" } });
    expect(ports.calls).toEqual(calls);
  }
});

test("deleting one needs no search", async () => {
  const { answer, calls } = recordedPorts();
  expect(await answer("deleteSavedSearch", { id: "s" })).toEqual({
    body: { message: "The saved search is deleted." },
  });
  expect(calls).toEqual([["searches.remove", "m1", "s"]]);
});

test.each(searching)("beyond the limit of pages nothing is searched: %s", async (id) => {
  const { answer, calls } = portsWith({
    "pageLimits.consume": async () => refusedResult,
    "searches.isStale": true,
  });
  await expect(answer(id, { id: "s" })).rejects.toMatchObject({
    code: "RATE_LIMITED",
    message: "At most 30 searches per 60 s; wait 17 s, then retry",
    headers: { "RateLimit-Policy": '"search";q=30;w=60', "Retry-After": "17" },
  });
  expect(calls.slice(-3)).toEqual([taken, counted, released]);
});

test.each(searching)("without a slot nothing is counted or searched: %s", async (id) => {
  const { answer, calls } = portsWith({
    "pageLimits.acquire": async () => null,
    "searches.isStale": true,
  });
  await expect(answer(id, { id: "s" })).rejects.toMatchObject({
    code: "RATE_LIMITED",
    headers: { "Retry-After": "1" },
  });
  expect(calls.at(-1)).toEqual(taken);
});
