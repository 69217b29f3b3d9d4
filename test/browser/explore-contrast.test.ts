/** Pages in the colors of the system (high contrast), which replace backgrounds. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("forced colors", () => {
  const open = useConsole(executable);
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("contrast@example.org");
  });

  /** A color of the system as the browser computes it. */
  const system = (page: Page, name: string) =>
    page.evaluate(`(() => {
      const probe = document.createElement("span");
      probe.style.color = "${name}";
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    })()`) as Promise<string>;

  const background = (place: Locator) =>
    place.evaluate(
      (element) =>
        (
          globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } }
        ).getComputedStyle(element).backgroundColor,
    );

  it("show bars, the gauge, similarities and which choice is made", async () => {
    const page = await at("/check?idea=A+wallet+for+payments+with+stablecoins", { forcedColors: "active" });
    const bars = page.getByRole("figure", { name: "By category" });
    const who = page.getByRole("region", { name: "Who has built this?" });
    await bars.waitFor();
    await who.getByRole("article").first().waitFor();
    const [highlight, canvas] = [await system(page, "Highlight"), await system(page, "Canvas")];
    expect(highlight).not.toBe(canvas);
    expect(await background(bars.locator("[aria-hidden] > span").first())).toBe(highlight);
    expect(await background(page.locator("h2 ~ div [aria-hidden] .rounded-full > div").first())).toBe(
      highlight,
    );
    expect(await background(who.locator("article [aria-hidden] > span").first())).toBe(highlight);
    expect(await background(who.locator("label", { hasText: "All" }))).toBe(highlight);
    expect(await background(who.locator("label", { hasText: "Winners" }))).not.toBe(highlight);
  });

  it("keep the colors of the map's groups apart", async () => {
    const page = await at("/landscape", { forcedColors: "active" });
    const marks = page.getByRole("region", { name: /^Legend/ }).locator("[aria-hidden]");
    await marks.first().waitFor();
    const found = await Promise.all((await marks.all()).slice(0, 4).map(background));
    expect(new Set(found).size).toBeGreaterThan(2);
  });
});
