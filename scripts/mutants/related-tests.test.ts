import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dependentsOf } from "./related-tests.ts";
import { sample } from "./sample.ts";

const folder = mkdtempSync(join(tmpdir(), "priorart-related-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("importers are found through other modules, dynamic imports and cycles included", () => {
  const modules = Object.entries({
    "a.ts": 'import { c } from "./c.ts";',
    "b.ts": 'import type { A } from "./a.ts";',
    "c.ts": 'const b = await import("./b.ts");',
    "c.test.ts": 'import "./c.ts";',
    "d.test.ts": 'import { e } from "./e.ts";',
  }).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const found = dependentsOf([join(folder, "a.ts")], modules);
  expect([...found]).toEqual([
    [join(folder, "a.ts"), 0],
    [join(folder, "b.ts"), 1],
    [join(folder, "c.ts"), 2],
    [join(folder, "c.test.ts"), 3],
  ]);
});

test("a sample is the same for the same seed, in the order of the items", () => {
  const items = Array.from({ length: 100 }, (_, i) => i);
  const chosen = sample(items, 10, 7);
  expect(chosen).toHaveLength(10);
  expect(chosen).toEqual(sample(items, 10, 7));
  expect(chosen).not.toEqual(sample(items, 10, 8));
  expect(chosen).toEqual([...chosen].sort((a, b) => a - b));
  expect(sample(items, 200, 1)).toEqual(items);
});
