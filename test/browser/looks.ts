/** A page in both colour schemes, wide and at phone width: pictures, accessibility, and no wider than its window. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "./axe.ts";
import { shoot } from "./console.ts";

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const looks = [
  { name: "light", colorScheme: "light", viewport: wide },
  { name: "dark", colorScheme: "dark", viewport: wide },
  { name: "phone-light", colorScheme: "light", viewport: phone },
  { name: "phone-dark", colorScheme: "dark", viewport: phone },
] as const;

/** Leaves the page light and wide. `name`: of the pictures. */
export async function inspectLooks(page: Page, name: string): Promise<void> {
  for (const { name: look, colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await shoot(page, `${name}-${look}`);
    await expectAccessible(page, `${name} ${look}`);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect([name, look, width]).toEqual([name, look, viewport.width]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(wide);
}
