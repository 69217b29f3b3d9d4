/** One thread for all records; a record that it fails on costs only itself. */
import { afterEach, expect, it } from "vitest";
import { MapThread } from "./map-thread.ts";

let thread: MapThread;
const open = (text: string, limitMs?: number) => {
  thread = new MapThread({ text, name: "m" }, limitMs);
};
afterEach(() => thread.stop());

it("answers in the order of the records, and replaces a thread that takes too long", async () => {
  open("n = 2 ? ($f := function($x) { $f($x + 1) }; $f(0)) : n", 300);
  const results = await Promise.all([1, 2, 3].map((n) => thread.evaluate({ n })));
  expect(results[0]).toEqual({ values: [1], fault: null });
  expect(results[1]!.fault).toMatchObject({
    rule: "mapping",
    message: "the map took longer than 0.3 s on this record: simplify the map",
  });
  expect(results[2]).toEqual({ values: [3], fault: null });
});

it("a record or a result that cannot be sent to another thread is a fault of that record", async () => {
  open('n = 2 ? $sum : "ok"');
  const [first, second, third] = await Promise.all([
    thread.evaluate({ n: 1, f: () => {} }),
    thread.evaluate({ n: 2 }),
    thread.evaluate({ n: 3 }),
  ]);
  expect(first!.fault).toMatchObject({ rule: "nesting" });
  expect(second!.fault!.message).toMatch(/returned a function/);
  expect(third).toEqual({ values: ["ok"], fault: null });
});

it("records that wait when it is stopped have no result, and later ones neither", async () => {
  open("n");
  const waiting = [1, 2].map((n) => thread.evaluate({ n }));
  await thread.stop();
  expect(await Promise.all([...waiting, thread.evaluate({ n: 3 })])).toEqual([null, null, null]);
});

it("rejects where no thread can be started", async () => {
  open("(");
  await expect(Promise.all([thread.evaluate({}), thread.evaluate({})])).rejects.toThrow();
});
