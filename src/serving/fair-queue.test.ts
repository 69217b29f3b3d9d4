import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** A task that ends when told to. */
function held() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { done, end };
}

describe("FairQueue", () => {
  it("starts tasks in the order in which they came, never more at once than there are places", async () => {
    const queue = new FairQueue(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const gates = Array.from({ length: 20 }, held);
    const all = gates.map((gate, i) =>
      queue.run(async () => {
        started.push(i);
        most = Math.max(most, ++running);
        await gate.done;
        running--;
      }),
    );
    expect(queue.length).toBe(18);
    for (const i of [1, 0, 2, 3, 5, 4, ...Array.from({ length: 14 }, (_, j) => j + 6)]) {
      gates[i]!.end();
      await all[i];
    }
    expect(started).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(most).toBe(2);
    expect(queue.length).toBe(0);
  });

  it("gives the place of a failed task to the next", async () => {
    const queue = new FairQueue(1);
    const failed = queue.run(async () => {
      throw new Error("no");
    });
    const next = queue.run(async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
