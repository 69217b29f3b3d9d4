import { transformWithOxc } from "vite";
import { describe, expect, test } from "vitest";
import { findMutants } from "./find-mutants.ts";
import { instrument, SWITCH, TICK } from "./instrument.ts";

/** Pieces of code that are easily broken by a wrapped expression or statement. */
const SOURCE = `
interface Box { value?: { list: number[] }; size: number }
class Counter {
  #count = 0;
  get count() { return this.#count; }
  add(step = 2): this { this.#count += step; return this; }
}
function* upTo(bound: number) { for (let i = 0; i < bound; i++) yield i; }
const label = (n: number) => (n > 2 ? "many" : \`few \${n}\`) as string;
const shape = ({ size, value }: Box) => ({ size, first: value?.list.filter((n) => n > 1)[0]! });
export function run(box: Box): unknown[] {
  const { size = 1 } = box;
  const found: unknown[] = [];
  outer: for (const n of upTo(size + 3)) {
    if (n === 1) continue;
    else found.push(label(n));
    switch (n) { case 3: break outer; default: found.push(-n); }
  }
  do found.push(found.length); while (found.length % 5 !== 0);
  if (!box.value) return [...found, null];
  delete box.value?.list[5];
  found.push(new Counter().add().add(3).count, shape(box), typeof size === "number" && [size, "x"].includes("x"));
  return found;
}`;

const mutants = findMutants({ path: "a.ts", source: SOURCE, firstId: 0 });

async function load(text: string, active?: number): Promise<(box: unknown) => unknown> {
  const { code } = await transformWithOxc(text, "a.ts");
  const turns = { left: 1000 };
  const tick = () => {
    if (turns.left-- <= 0) throw new Error("endless");
  };
  const body = `${code.replace("export function run", "function run")}; return run;`;
  return new Function(SWITCH, TICK, body)((id: number) => id === active, tick);
}

const boxes = () => [{ size: 2 }, { size: 1, value: { list: [1, 2, 3] } }, { value: { list: [] } }];

describe("a source with all its mutants inside", () => {
  const text = instrument({ path: "a.ts", source: SOURCE, mutants });

  test("behaves like the source while none is active", async () => {
    const [plain, instrumented] = await Promise.all([load(SOURCE), load(text)]);
    for (const [i, box] of boxes().entries()) expect(instrumented(box)).toEqual(plain(boxes()[i]));
  });

  test("contains every mutant once", () => {
    for (const { id } of mutants) expect(text.split(`${SWITCH}(${id})`)).toHaveLength(2);
  });

  test("behaves, for every mutant, like the source with that change made by hand", async () => {
    const answer = (run: (box: unknown) => unknown) =>
      boxes().map((box) => {
        try {
          return run(box);
        } catch (error) {
          return (error as Error).constructor.name;
        }
      });
    for (const mutant of mutants) {
      const changed = `${SOURCE.slice(0, mutant.start)} ${mutant.text} ${SOURCE.slice(mutant.end)}`;
      // The source itself has no ticks; those of the instrumented one stop endless loops.
      const ticked = instrument({ path: "a.ts", source: changed, mutants: [] });
      const [byHand, active] = await Promise.all([load(ticked), load(text, mutant.id)]);
      expect(answer(active), `${mutant.operator} at ${mutant.line}`).toEqual(answer(byHand));
    }
  });
});
