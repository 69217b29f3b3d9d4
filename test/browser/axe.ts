/** Accessibility violations of a page, by axe, of every severity. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Found {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Fails with each violation's rule and element. `name`: of the page and its look, for the message. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Evaluated by the browser's debugger: the page's policy does not apply to it. Once for each document.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as Found;
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
  expect(told, name).toEqual([]);
}
