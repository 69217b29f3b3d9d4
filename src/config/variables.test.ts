import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { variables } from "./variables.ts";

test("docs/configuration.md lists every variable, with its default and description, and no other", () => {
  const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `PRIORART_"));
  expect(rows).toEqual(variables.map((v) => `| \`${v.name}\` | ${v.default} | ${v.description} |`));
});
