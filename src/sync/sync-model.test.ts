/** Random histories of a source, with faults: nothing is lost, nothing is doubled, and what is gone goes. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type FakeItem, openBench } from "./sync.case.ts";

const itemNames = ["a", "b", "c", "d", "e", "f"];
const name = fc.constantFrom(...itemNames);
const step = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), item: name, text: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ kind: fc.constant("remove" as const), item: name }),
  fc.record({ kind: fc.constant("break" as const), item: name, fault: fc.constantFrom("failure", "gone") }),
  fc.record({ kind: fc.constant("repair" as const), item: name }),
  fc.record({ kind: fc.constant("read" as const) }),
  fc.record({ kind: fc.constant("read short" as const), after: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant("stop" as const), after: fc.nat({ max: 3 }) }),
);

it("after any history, quiet readings make the documents those of the source", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.boolean(), async (steps, versioned) => {
      const bench = await openBench();
      const { fake } = bench;
      let versions = 0;
      try {
        /** Items that were read, and have been there without a break since. */
        const safe = new Set<string>();
        for (const one of steps) {
          if (one.kind === "put") {
            const text = `${one.item} ${one.text}`;
            if (fake.items.get(one.item)?.parts[""] !== text)
              fake.put(one.item, text, versioned ? String(versions++) : null);
          } else if (one.kind === "remove") {
            fake.items.delete(one.item);
            safe.delete(one.item);
          } else if (one.kind === "break") {
            const item = fake.items.get(one.item);
            if (item === undefined) continue;
            item.fault = one.fault as FakeItem["fault"];
            if (one.fault === "gone") safe.delete(one.item);
          } else if (one.kind === "repair") delete fake.items.get(one.item)?.fault;
          else {
            const stop = new AbortController();
            fake.failsAfter = one.kind === "read short" ? one.after : null;
            const before = fake.fetched.length;
            fake.onFetch = () =>
              one.kind === "stop" && fake.fetched.length - before >= one.after && stop.abort();
            const report = await bench.sync({ signal: stop.signal, allowWithdrawals: true });
            fake.onFetch = () => {};
            fake.failsAfter = null;
            const failed = new Set(report.problems.map(({ item }) => item));
            if (report.outcome === "complete")
              for (const [id, { fault }] of fake.items)
                if (fault === undefined && !failed.has(id)) safe.add(id);
          }
          const stored = (await bench.documents()).map(({ url, content }) => url ?? content[0]!);
          expect(new Set(stored).size).toBe(stored.length);
          for (const id of safe) expect(stored).toContain(id);
        }
        for (const item of fake.items.values()) delete item.fault;
        for (let n = 0; n < 3; n++) await bench.sync({ allowWithdrawals: true });
        expect(await bench.texts()).toEqual([...fake.items.values()].map(({ parts }) => parts[""]!).sort());
      } finally {
        await bench.close();
      }
    }),
    { numRuns: 15 },
  );
});
