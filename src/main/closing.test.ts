import { expect, it } from "vitest";
import { createClosing } from "./closing.ts";

it("closes in reverse order of opening, once", async () => {
  const closed: string[] = [];
  const closing = createClosing();
  for (const name of ["database", "search"]) closing.add({ close: async () => void closed.push(name) });
  await closing.close();
  await closing.close();
  expect(closed).toEqual(["search", "database"]);
});

it("closes the others when some fail, and throws the first error", async () => {
  const closed: string[] = [];
  const closing = createClosing();
  const failing = (name: string) => async () => {
    closed.push(name);
    throw new Error(`${name} failed`);
  };
  closing.add({ close: async () => void closed.push("database") });
  closing.add({ close: failing("catalog") });
  closing.add({ close: failing("search") });
  await expect(closing.close()).rejects.toThrow("search failed");
  expect(closed).toEqual(["search", "catalog", "database"]);
});
