import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dependentsOf, orderTests } from "./related-tests.ts";
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

test("tests beside the mutated code run first, and of those the ones without property tests", () => {
  const texts = {
    "z/near.test.ts": "",
    "z/far.test.ts": "",
    "z/properties.test.ts": "fc.assert(fc.property(",
    "other/a.test.ts": "",
    "other/b.test.ts": "fc.assert(",
    "z/source.ts": "",
  };
  const distances = [1, 5, 1, 2, 1, 0];
  const at = (path: string) => join(folder, path);
  const dependents = new Map(
    Object.entries(texts).map(([path, text], i) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
      return [at(path), distances[i]!];
    }),
  );
  const near = ["z/near.test.ts", "z/far.test.ts", "z/properties.test.ts"].map(at);
  expect(orderTests(dependents, { mutated: [at("z")], tests: [] })).toEqual([
    ...near,
    at("other/a.test.ts"),
    at("other/b.test.ts"),
  ]);
  expect(orderTests(dependents, { mutated: [at("z")], tests: [at("z")] })).toEqual(near);
  expect(orderTests(dependents, { mutated: [at("z")], tests: [at("other/b.test.ts")] })).toEqual([
    at("other/b.test.ts"),
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
