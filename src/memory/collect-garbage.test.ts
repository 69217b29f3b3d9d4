import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { collectGarbage, collectIfWorthwhile, collectSoon } from "./collect-garbage.ts";

/** A value that only the returned reference keeps, weakly. */
function unreferenced(bytes: number): WeakRef<ArrayBuffer> {
  return new WeakRef(new ArrayBuffer(bytes));
}

/** A weak reference keeps its target until the current turn of the event loop ends. */
const nextTurn = () => sleep(0);

it("collectGarbage releases what nothing refers to", async () => {
  const released = unreferenced(1 << 20);
  await nextTurn();
  collectGarbage();
  expect(released.deref()).toBeUndefined();
});

it("collectIfWorthwhile collects only after 64 MB were allocated", async () => {
  collectGarbage();
  const small = unreferenced(1 << 20);
  await nextTurn();
  collectIfWorthwhile();
  expect(small.deref()).toBeDefined();
  const large = unreferenced(80 << 20);
  await nextTurn();
  collectIfWorthwhile();
  expect(large.deref()).toBeUndefined();
});

it("collectSoon collects after a while, once for many requests", async () => {
  const released = unreferenced(1 << 20);
  await nextTurn();
  for (let n = 0; n < 100; n++) collectSoon();
  // An error of `expect` would keep the value itself alive.
  await vi.waitFor(() => expect(released.deref() === undefined).toBe(true), 10_000);
});
