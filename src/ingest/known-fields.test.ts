import { expect, it } from "vitest";
import { exceededLimit, knownFieldsOnly } from "./known-fields.ts";

const tree = { name: null, links: { github: null }, entries: { team: { name: null } }, any: null };

it("keeps known fields at any depth, and names each that is not known by its path", () => {
  const unknown: string[] = [];
  const record = {
    name: "N",
    city: 1,
    links: { github: "g", blog: { deep: 1 } },
    entries: [{ team: [{ name: "A", age: 1 }] }, null, "text"],
    any: { free: { form: 1 } },
    toString: 1,
  };
  expect(knownFieldsOnly(record, tree, (path) => unknown.push(path))).toEqual({
    name: "N",
    links: { github: "g" },
    entries: [{ team: [{ name: "A" }] }, null, "text"],
    any: { free: { form: 1 } },
  });
  expect(unknown).toEqual(["city", "links.blog", "entries.team.age", "toString"]);
});

const limits = { items: 3, depth: 3 };

it.each([
  [{ any: [1, 2, 3] }, null],
  [{ any: [1, 2, 3, 4] }, "items"],
  [{ any: [1, 2], links: { github: [1] } }, null],
  [{ any: [1, 2], links: { github: [1, 2] } }, "items"],
  [{ any: [[]] }, null],
  [{ any: [[[]]] }, "depth"],
  [{ any: { a: {} } }, null],
  [{ any: { a: { b: {} } } }, "depth"],
  [{ unknown: [1, 2, 3, 4], other: { a: { b: { c: {} } } } }, null],
  [{ entries: [{ unknown: [1, 2, 3, 4] }] }, null],
  [{ entries: [{ team: [] }] }, "depth"],
  ["text", null],
  [null, null],
])("of %j the known fields exceed: %s", (record, exceeded) => {
  expect(exceededLimit(record, tree, limits)).toBe(exceeded);
});

it("without a tree, all fields count", () => {
  expect(exceededLimit({ unknown: [1, 2, 3, 4] }, null, limits)).toBe("items");
  expect(exceededLimit({ unknown: { a: { b: {} } } }, null, limits)).toBe("depth");
  expect(exceededLimit({ unknown: { a: 1 } }, null, limits)).toBeNull();
});
