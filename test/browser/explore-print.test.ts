/** Pages on paper. */
import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("a printed page", () => {
  const open = useConsole(executable);
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("print@example.org");
  });

  const breakInside = (place: Locator) =>
    place.evaluate(
      (element) =>
        (
          globalThis as unknown as { getComputedStyle(of: unknown): { breakInside: string } }
        ).getComputedStyle(element).breakInside,
    );

  it("has a light map without controls, also in the dark theme", async () => {
    const page = await at("/landscape", { colorScheme: "dark" });
    await page.getByRole("application").waitFor();
    const brightness = () =>
      page.evaluate(`(() => {
        const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        probe.drawImage(document.querySelector("main canvas"), 2, 2, 1, 1, 0, 0, 1, 1);
        return probe.getImageData(0, 0, 1, 1).data[0];
      })()`);
    await expect.poll(brightness).toBeLessThan(60);
    await page.getByRole("group", { name: "Color by" }).waitFor();
    await page.emulateMedia({ media: "print" });
    await expect.poll(brightness).toBeGreaterThan(240);
    expect(await page.getByRole("group", { name: "Color by" }).isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
    await expect.poll(brightness).toBeLessThan(60);
  });

  it("breaks between projects of the idea check, not within them, and counts those left out", async () => {
    const page = await at("/check?idea=A+wallet+for+payments+with+stablecoins", {});
    const who = page.getByRole("region", { name: "Who has built this?" });
    await who.getByRole("article").first().waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await breakInside(who)).toBe("auto");
    expect(await breakInside(who.getByRole("article").first())).toBe("avoid");
    expect(await who.getByText(/^8 of \d+ projects, the best match first$/).isVisible()).toBe(true);
    expect(await who.getByRole("button", { name: /^Show \d+ more$/ }).count()).toBe(0);
  });
});
