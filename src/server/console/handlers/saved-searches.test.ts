/** Saved searches: which of them count as a search of the member. */
import { expect, test } from "vitest";
import type { ConsoleOperationId } from "../../../contract/api/console/operations.ts";
import { rateLimitResult, refusedResult } from "../../fakes.case.ts";
import { type Calls, recordedPorts } from "./handlers.case.ts";

const counted: Calls[number] = ["pageLimits.consume", "search", "m1"];

const cases: [ConsoleOperationId, object, { isStale?: boolean; calls: Calls }][] = [
  ["listSavedSearches", {}, { calls: [["searches.list", "m1"]] }],
  ["createSavedSearch", { name: "n" }, { calls: [counted, ["searches.create", "m1", { name: "n" }]] }],
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
    { isStale: true, calls: [["searches.isStale", "m1", "s"], counted, ["searches.check", "m1", "s"]] },
  ],
  ["seeSavedSearch", { id: "s" }, { calls: [counted, ["searches.see", "m1", "s"]] }],
];

test.each(cases)("%s %j", async (id, input, { isStale = false, calls }) => {
  for (const result of [null, rateLimitResult()]) {
    const last = calls.at(-1)![0];
    const ports = recordedPorts({
      "pageLimits.consume": result,
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

test("beyond the limit of pages nothing is searched", async () => {
  for (const id of ["createSavedSearch", "checkSavedSearch", "seeSavedSearch"] as const) {
    const { answer, calls } = recordedPorts({
      "pageLimits.consume": refusedResult,
      "searches.isStale": true,
    });
    await expect(answer(id, { id: "s" })).rejects.toMatchObject({
      code: "RATE_LIMITED",
      message: "At most 30 searches per 60 s; wait 17 s, then retry",
      headers: { "RateLimit-Policy": '"search";q=30;w=60', "Retry-After": "17" },
    });
    expect(calls.at(-1)).toEqual(counted);
  }
});
