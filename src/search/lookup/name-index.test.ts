/** Owners of a name. */
import { expect, it } from "vitest";
import { buildNames, findName } from "./name-index.ts";

it("finds every owner of a key, ascending, and none of another or of an empty one", () => {
  const keys = ["wallet", "", "payroll", "wallet", "ledger", "wallet", ""];
  const names = buildNames(keys);
  const ownersOf = (key: string) => [...findName(names, key)];
  expect(ownersOf("wallet")).toEqual([0, 3, 5]);
  expect(ownersOf("payroll")).toEqual([2]);
  expect(ownersOf("ledger")).toEqual([4]);
  expect(ownersOf("walle")).toEqual([]);
  expect(ownersOf("")).toEqual([]);
});

it("finds each of thousands of names by its own key only", () => {
  const keys = Array.from({ length: 3_000 }, (_, owner) => `name ${owner * 7919}`);
  const names = buildNames(keys);
  expect(names.hashes).toEqual(names.hashes.slice().sort());
  const found = keys.map((key) => [...findName(names, key)].filter((owner) => keys[owner] === key));
  expect(found).toEqual(keys.map((_, owner) => [owner]));
});

it("finds nothing without an index", () => {
  const { hashes, owners } = buildNames(["wallet"]);
  for (const partial of [{}, { hashes }, { owners }]) expect([...findName(partial, "wallet")]).toEqual([]);
});
