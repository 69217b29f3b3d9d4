import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { untilAborted } from "./until-aborted.ts";

const never = new Promise<string>(() => {});

describe("a promise until the signal is aborted", () => {
  it("settles as the promise does, and leaves no listener that would hold its value", async () => {
    const { signal } = new AbortController();
    for (let i = 0; i < 20; i++) expect(await untilAborted(Promise.resolve(i), signal)).toBe(i);
    await expect(untilAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
    expect(await untilAborted(Promise.resolve("x"), undefined)).toBe("x");
    await Promise.resolve();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("is null when the signal is aborted first, before or after the call", async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort();
    expect(await waiting).toBeNull();
    expect(await untilAborted(never, controller.signal)).toBeNull();
    // A later failure is not an unhandled one.
    expect(await untilAborted(Promise.reject(new Error("late")), controller.signal)).toBeNull();
  });
});
